import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Db } from '#src/server/db.ts'

/** Returns once so many statements wait for a lock that another transaction holds. */
export async function untilWaiting(db: Db, waiting = 1): Promise<void> {
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await db.execute(waits)).rows).toHaveLength(waiting), 5_000)
}
