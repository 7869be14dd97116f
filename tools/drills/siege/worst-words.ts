import { pick } from './place.ts'

/** Signs that a name or a text costs most to check with; each repeated as long as it may be. */
const signs = [
  // As many marks on a letter as may stand, of two classes in turns: a normal form sorts them (UAX 15).
  'a\u0316\u0315\u0316\u0315',
  // One sign that its compatibility form makes 18 of.
  '\ufdfa',
  'Aа Ββ Ծծ ᎠᎡ अआ アイ 家 عر ',
  // Turns what follows around, and back.
  'x\u202ey\u202c',
  '\u{1d400}\u{1d41a}',
  '\u{1f469}\u200d\u{1f680}',
]

/** A name or text of at most so many characters. */
export function worstWords(characters: number): string {
  const sign = pick(signs)!
  return sign.repeat(characters / sign.length)
}

/** Letters that look like Latin ones: Cyrillic, full-width, mathematical. */
const likeLatin: ((letter: string) => string)[] = [
  (letter) => ({ a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', x: 'х', y: 'у', i: 'і', s: 'ѕ' })[letter] ?? letter,
  (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
  (letter) => (/[a-z]/.test(letter) ? String.fromCodePoint(letter.charCodeAt(0) - 97 + 0x1d41a) : letter),
]

/** A name that can be taken for this one. */
export function lookAlike(name: string): string {
  const like = pick(likeLatin)!
  return [...name].map((letter) => (/[a-z]/i.test(letter) ? like(letter) : letter)).join('')
}
