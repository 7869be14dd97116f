/**
 * How an SMS is counted (3GPP TS 23.038): in GSM-7, the alphabet that every phone has, 160 characters fit into one, or 153
 * into each of several; a single character outside it makes that 70 and 67.
 */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take the place of two. */
const extended = new Set('\f^{}\\[~]|€')

const isInAlphabet = (character: string) => basic.has(character) || extended.has(character)

/** How many SMS a text takes, and whether all of it is in the basic alphabet. */
export function countSegments(text: string): { segments: number; isBasic: boolean } {
  const characters = [...text]
  const isBasic = characters.every(isInAlphabet)
  const sizes = characters.map((each) => (isBasic ? (extended.has(each) ? 2 : 1) : each.length))
  const length = sizes.reduce((sum, size) => sum + size, 0)
  const [single, several] = isBasic ? [160, 153] : [70, 67]
  if (length <= single) return { segments: length === 0 ? 0 : 1, isBasic }
  // What takes two places is never cut in half: it moves to the next SMS.
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > several) {
      segments += 1
      used = 0
    }
    used += size
  }
  return { segments, isBasic }
}

/**
 * A text of ours as one SMS: in GSM-7, and, while it is too long, with `names` in it (or whatever else somebody else wrote)
 * cut, the longest first. A text that is too long without them stays so.
 */
export function toOneSms(text: string, names: string[] = []): string {
  let short = toBasic(text)
  let parts = names.map(toBasic)
  while (countSegments(short).segments > 1) {
    const [longest = ''] = parts.toSorted((a, b) => b.length - a.length)
    if (longest.length <= shortestName) return short
    const cut = `${longest.slice(0, -2).replace(/[\s.]$/, '')}.`
    short = short.replaceAll(longest, cut)
    parts = parts.map((part) => (part === longest ? cut : part))
  }
  return short
}

/** Letters of a name that was cut, with the dot that says so. */
const shortestName = 6

/** What is written otherwise in GSM-7; Unicode knows most letters with a mark. */
const replaced: Record<string, string> = {
  ...fromEach('‘’‚‛′`´ʼ', "'"),
  ...fromEach('“”„‟″«»', '"'),
  ...fromEach('‐‑‒–—―−•·', '-'),
  ...{ '…': '...', '×': 'x', '⁄': '/' },
  // Letters that Unicode does not take apart.
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', œ: 'oe', Œ: 'OE', ẞ: 'SS' },
}

const asWritten = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** More marks than any language puts on one letter (UAX 15, stream-safe text): sorting 30,000 takes seconds. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu

/** A text in GSM-7: other quotes and dashes, letters without their marks, and `?` for what has no such form. */
export function toBasic(text: string): string {
  const bounded = text.replace(tooManyMarks, '$1')
  return Array.from(asWritten.segment(bounded.normalize('NFC')), ({ segment }) => basicForm(segment)).join('')
}

/** Of what is read as one character. */
function basicForm(character: string): string {
  if ([...character].every(isInAlphabet)) return character
  if (/^\s$/.test(character)) return ' '
  if (replaced[character]) return replaced[character]
  // Without its marks, in what Unicode calls compatible: `ą` is `a`, `ﬁ` is `fi`, `™` is `TM`.
  const plain = character.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '')
  const letters = Array.from(plain, (letter) => replaced[letter] ?? letter)
  return letters.every((letter) => [...letter].every(isInAlphabet)) ? letters.join('') : '?'
}

function fromEach(characters: string, to: string): Record<string, string> {
  return Object.fromEntries(Array.from(characters, (each) => [each, to]))
}
