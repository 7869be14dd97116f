import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#src/platform/database/db.ts'

/** Resolves once this many statements wait for another transaction's lock. */
export async function untilWaiting(db: Db, waiting = 1): Promise<void> {
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.execute(waits)).rows).toHaveLength(waiting)
}
