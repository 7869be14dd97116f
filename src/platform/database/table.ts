import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Rate limit counters of the current window; rate-limiter-flexible dictates the column names. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    /** When the window ends and the counter resets. */
    expire: instant('expire'),
  },
  (t) => [index('rate_limits_expire_idx').on(t.expire)],
)

/** Has one row if this database holds the demo's data, so that production refuses it; otherwise empty. */
export const demoData = pgTable(
  'demo_data',
  {
    id: integer('id').primaryKey().default(1),
    filledAt: instant('filled_at').notNull().defaultNow(),
  },
  (t) => [check('demo_data_one_row', sql`${t.id} = 1`)],
)
