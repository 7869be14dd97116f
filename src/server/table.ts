import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
