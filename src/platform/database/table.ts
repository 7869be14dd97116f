import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, isOneOf } from './columns.ts'

/**
 * A backup was made; the payment provider called our webhook; its list had an event that no webhook had brought; a webhook was
 * refused that looked like the provider's.
 */
export const heartbeatNames = ['backup', 'payment-webhook', 'payment-list', 'webhook-refused', 'seller-asked'] as const
export type Heartbeat = (typeof heartbeatNames)[number]

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

/** Has one row once production ran on this database, so that nothing else does: real people would meet the sandbox. */
export const productionData = pgTable(
  'production_data',
  {
    id: integer('id').primaryKey().default(1),
    since: instant('since').notNull().defaultNow(),
  },
  (t) => [check('production_data_one_row', sql`${t.id} = 1`)],
)

/** Has one row once a challenge was made: the key that all processes sign challenges with (`challenge.ts`). */
export const challengeKeys = pgTable(
  'challenge_keys',
  {
    id: integer('id').primaryKey().default(1),
    key: text('key').notNull().default(sql`gen_random_uuid()::text || gen_random_uuid()::text`),
  },
  (t) => [check('challenge_keys_one_row', sql`${t.id} = 1`)],
)

/** When something last happened that staff must see go on, a row each; `heartbeats.ts` writes it. */
export const heartbeats = pgTable(
  'heartbeats',
  {
    name: text('name', { enum: heartbeatNames }).primaryKey(),
    at: instant('at').notNull(),
  },
  (t) => [check('heartbeats_name', isOneOf(t.name, heartbeatNames))],
)
