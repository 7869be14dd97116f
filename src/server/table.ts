import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** How often something was done in the running window; the column names are those of rate-limiter-flexible. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** When the window ends and counting starts again. */
    expire: instant('expire'),
  },
  (t) => [index('rate_limits_expire_idx').on(t.expire)],
)

/** One row: this database was filled with the demo's people and bookings, so production refuses it. None elsewhere. */
export const demoData = pgTable(
  'demo_data',
  {
    id: integer('id').primaryKey().default(1),
    filledAt: instant('filled_at').notNull().defaultNow(),
  },
  (t) => [check('demo_data_one_row', sql`${t.id} = 1`)],
)
