/**
 * What people leave out: marks over and under letters (Latin, Greek and Cyrillic ones, Hebrew points, Arabic vowels; others
 * are letters of a word), what chooses a letter's form (Mongolian, Japanese, Chinese), then signs for an apostrophe and what
 * cannot be seen.
 */
const dropped =
  /[\u0300-\u036f\ufe00-\ufe2f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]|[\u180b-\u180f]|[\u{e0100}-\u{e01ef}]|['`\u02b9-\u02bf\u05f3\u0640\u200b-\u200f\u2018-\u201b\u2032]/gu

/** Letters that Unicode takes for no others with a mark, but people do: also those of an Arabic keyboard for Persian ones. */
const others: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ə: 'e', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ς: 'σ' },
  ...{ '\u0649': '\u06cc', '\u064a': '\u06cc', '\u0643': '\u06a9' },
}

/**
 * A text without what people leave out when they type a name: `'Łukasz O’Brien'` → `'lukasz obrien'`. The database's function
 * `fold` (`migrations`) does the same; a test compares them.
 */
export function fold(text: string): string {
  // In Unicode's compatibility form this sign would be a space and a mark.
  const plain = text.replaceAll('´', '').normalize('NFKD').toLowerCase().replace(dropped, '')
  return Array.from(plain.replace(/[\u05be\u2010-\u2015]/g, '-'), (letter) => others[letter] ?? letter).join('')
}
