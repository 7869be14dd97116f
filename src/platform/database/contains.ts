import { and, type SQL, sql } from 'drizzle-orm'

/**
 * Whether `q` is a part of `text`, which is in small letters and has an index of its trigrams. The index is asked for its rarest words alone: of
 * `anna-7920@mail.test` a million bookings may have the second half, which would take it longest to put together.
 */
export function contains(text: SQL, q: string): SQL | undefined {
  const words = rarestWords(q).map((word) => sql`${text} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`)
  return and(...words, sql`strpos(${text}, lower(${q})) > 0`)
}

/**
 * The two words that probably fewest have: those with digits, then those before an `@`, then the longest. Short ones with
 * what stands around them. A word with digits is enough: to look for `anna` too takes longer than to read what has `7920`.
 */
function rarestWords(q: string): string[] {
  const words = [...q.matchAll(/(?<=([^\p{L}\p{N}]?))([\p{L}\p{N}]+)([^\p{L}\p{N}]?)/gu)].map((match) => {
    const [, before = '', word = '', after = ''] = match
    const rank = (/\d/.test(word) ? 1_000 : 0) + (q.indexOf('@', match.index) > 0 ? 500 : 0) + word.length
    return { text: word.length < 5 ? before + word + after : word, rank }
  })
  // The index knows texts by every three characters that follow each other.
  const known = words.filter(({ text }) => text.length >= 3).sort((a, b) => b.rank - a.rank)
  const enough = /\d/.test(known[0]?.text ?? '') ? 1 : 2
  return known.slice(0, enough).map(({ text }) => text)
}
