const shortest = 3
/** Whole names consist of two of these: each is a syllable or a word. */
const twoSyllables = /[\p{scx=Han}\p{scx=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]{2}/u

export const typeMore = `Type at least ${shortest} characters`

/** Whether a trimmed text is long enough to look for among everything: indexes know texts by three characters. */
export function isSearchable(q: string): boolean {
  return q.length >= shortest || twoSyllables.test(q)
}
