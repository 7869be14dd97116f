import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { toCents, toDecimal } from '#src/shared/money.ts'

/** The primary key of every table: UUIDs that rise with time, so that indexes stay compact. */
export const id = () => uuid('id').primaryKey().$defaultFn(newId)

/** A fresh id, for rows that must know it before they are written. */
export const newId = (): string => uuidv7()

export const createdAt = () => instant('created_at').notNull().defaultNow()

/** An instant, to the millisecond as in code, so that a value read back compares equal. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** Whole cents in code, `numeric(10,2)` in the database. */
export const cents = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  toDriver: toDecimal,
  fromDriver: toCents,
})
