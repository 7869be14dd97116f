import { type SQL, sql } from 'drizzle-orm'
import { customType, type PgColumn, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import type { Expertise } from '#src/shared/games.ts'
import { toCents, toDecimal, toSignedCents, toSignedDecimal } from '#src/shared/money.ts'

/** The primary key of every table: time-ordered UUIDs, which keep indexes compact. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId)

/** Creates an id, for rows whose id must be known before the insert. */
export const newId = (): string => uuidv7()

export const createdAt = () => instant('created_at').notNull().defaultNow()

/** A timestamp in milliseconds, as in code, so that a value read back compares equal. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** A check constraint: the column holds one of these words, or null. */
export function isOneOf(column: PgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`
}

/** A set of games. */
export const expertise = (name: string) => text(name).array().$type<Expertise>().notNull()

/** Whole cents in code, `numeric(10,2)` in the database. */
export const cents = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  toDriver: toDecimal,
  fromDriver: toCents,
})

/** The same where money can also be owed back. */
export const signedCents = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  toDriver: toSignedDecimal,
  fromDriver: toSignedCents,
})
