import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { phoneDigits } from '#src/shared/phone.ts'
import { fold, foldOnce } from './fold.ts'

/**
 * Whether `q`, however it is typed (`fold`), is a part of what staff look for rows of `table` by; or its digits are, when it
 * looks like a phone number. That is the column `search`: the database writes it and has an index of its trigrams, and the
 * migrations add it by hand, so that no row that is read for anything else brings it along.
 */
export function contains(table: PgTable, q: string): SQL | undefined {
  const digits = phoneDigits(q)
  return digits && digits !== q ? or(holds(table, q), holds(table, digits)) : holds(table, q)
}

/**
 * The index is asked for the rarest words alone: of `anna-7920@mail.test` a million bookings may have the second half,
 * which would take it longest to put together.
 */
function holds(table: PgTable, q: string): SQL | undefined {
  const text = sql`${table}.search`
  const words = rarestWords(q.normalize('NFC')).map(
    // Escaped when it is folded: some signs become wildcards only then. Once a statement, as in `foldOnce`.
    (word) => sql`${text} like (select '%' || regexp_replace(${fold(word)}, '([\\\\%_])', '\\\\\\1', 'g') || '%')`,
  )
  return and(...words, sql`strpos(${text}, ${foldOnce(q)}) > 0`)
}

/**
 * The two words that probably fewest have: those with digits, then those before an `@`, then the longest. Short ones with
 * what stands around them. A word with digits is enough: to look for `anna` too takes longer than to read what has `7920`.
 */
function rarestWords(q: string): string[] {
  const words = [...q.matchAll(/(?<=([^\p{L}\p{M}\p{N}]?))([\p{L}\p{M}\p{N}]+)([^\p{L}\p{M}\p{N}]?)/gu)].map(
    (match) => {
      const [, before = '', word = '', after = ''] = match
      const rank = (/\d/.test(word) ? 1_000 : 0) + (q.indexOf('@', match.index) > 0 ? 500 : 0) + word.length
      return { text: word.length < 5 ? before + word + after : word, rank }
    },
  )
  // The index knows texts by every three letters of A to Z and digits that follow each other; with a `C` locale by no other
  // letters, and to read all of it takes longer than to read all rows.
  const known = words
    .filter(({ text }) => text.length >= 3 && /[\p{sc=Latin}\d]/u.test(text))
    .sort((a, b) => b.rank - a.rank)
  const enough = /\d/.test(known[0]?.text ?? '') ? 1 : 2
  return known.slice(0, enough).map(({ text }) => text)
}
