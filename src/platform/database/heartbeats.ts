import { lt, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { type Heartbeat, heartbeats } from './table.ts'

/** Writes down that this happened at `at`; within a minute of the last time it writes nothing, since many may come at once. */
export async function beat(db: Db, name: Heartbeat, at: Date): Promise<void> {
  await db
    .insert(heartbeats)
    .values({ name, at })
    .onConflictDoUpdate({
      target: heartbeats.name,
      set: { at },
      setWhere: lt(heartbeats.at, sql`${at.toISOString()}::timestamptz - interval '1 minute'`),
    })
}

/** Writes down that this happened, the first time only. */
export async function beatOnce(db: Db, name: Heartbeat, at: Date): Promise<void> {
  await db.insert(heartbeats).values({ name, at }).onConflictDoNothing()
}

/** When each last happened; what never did is not there. */
export async function lastBeats(db: Db): Promise<Partial<Record<Heartbeat, Date>>> {
  const rows = await db.select().from(heartbeats)
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]))
}
