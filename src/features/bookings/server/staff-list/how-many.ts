import { sql } from 'drizzle-orm'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { bookings } from '../table.ts'

/** How many bookings were made before an instant, and when that was counted, in epoch milliseconds. */
type Counted = { until: string; count: number; at: number }

/** From this many on, counting takes longer than reading a page. */
const many = 20_000
const goodForMs = 10 * 60_000
const aMinuteAgo = sql`(now() - interval '1 minute')`
const counted = new WeakMap<Db, Counted>()

/**
 * Counts bookings. They are never deleted, so with very many only those made since the last count are added; a full
 * count runs every ten minutes.
 */
export async function countAllBookings(db: Db): Promise<number> {
  const last = counted.get(db)
  const known = last && Date.now() - last.at < goodForMs ? last : { until: '-infinity', count: 0, at: Date.now() }
  // A booking is dated when its transaction begins, and none of those lasts a minute.
  const { rows } = await db.execute<{ all: number; old: number; until: string }>(sql`
    select count(*)::int as "all", (count(*) filter (where ${bookings.createdAt} < ${aMinuteAgo}))::int as "old", ${aMinuteAgo}::text as "until"
    from ${bookings} where ${bookings.createdAt} >= ${known.until}::timestamptz`)
  const { all, old, until } = only(rows)
  const count = known.count + old
  if (count >= many) counted.set(db, { until, count, at: known.at })
  return known.count + all
}
