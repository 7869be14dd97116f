/** Marks over and under letters: those of Latin, Greek and Cyrillic ones, Hebrew points, Arabic vowels. Others are letters of a word. */
const marks =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/** What people type for an apostrophe, or leave out; what joins letters, and what else cannot be seen. */
const signs = /['`\u00ad\u02b9-\u02bf\u055a\u05f3\u0640\u200b-\u200f\u2018\u2019\u201b\u2032\u2060\ua78c\ufeff]/g

/** Letters that Unicode takes for no others with a mark, but people do: also those of an Arabic keyboard for Persian ones, and dashes. */
const others: Record<string, string> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ŧ: 't', ə: 'e', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ς: 'σ' },
  ...{ '\u0649': '\u06cc', '\u064a': '\u06cc', '\u0643': '\u06a9' },
  ...{ '\u2010': '-', '\u2012': '-', '\u2013': '-', '\u2014': '-', '\u2212': '-' },
}

/**
 * A text without what people leave out when they type a name: `'Łukasz O’Brien'` → `'lukasz obrien'`. The database's function
 * `fold` (`migrations`) does the same; a test compares them.
 */
export function fold(text: string): string {
  // In Unicode's compatibility form this sign would be a space and a mark.
  const plain = text.replaceAll('´', '').normalize('NFKD').toLowerCase().replace(marks, '').replace(signs, '')
  return Array.from(plain, (letter) => others[letter] ?? letter).join('')
}
