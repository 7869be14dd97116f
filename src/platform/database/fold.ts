import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A text as searches and orders compare it, by the database's function of this name: `src/shared/text/fold.ts` says how. */
export function fold(text: SQLWrapper | string): SQL {
  return sql`fold(${text})`
}

/** The same of what is looked for: by a query of its own, since the database would fold it again for every row. Null if nothing is left, such as of an apostrophe, which is in no name. */
export function foldOnce(q: string): SQL {
  return sql`(select nullif(trim(${fold(q)}), ''))`
}

/** The order by name that people expect: whatever case and accents are, and equal ones as they are written. */
export function byName(name: SQLWrapper): SQL {
  return sql`${fold(name)}, ${name}`
}
