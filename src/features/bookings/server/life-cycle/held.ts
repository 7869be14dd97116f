import { and, countDistinct, eq, lte, or, type SQL, sql, sum } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { recordHeld } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { bookings, notCalledOff } from '../table.ts'

/** Counts the sessions that ended since they were last counted. */
export const countEnded = defineJob('bookings.count-ended')

/** The condition for sessions that took place, as far as anybody knows; the SQL of `isHeld` in `life-cycle.ts`. */
export function wereHeld(now: Date): SQL | undefined {
  const isOver = and(eq(bookings.status, 'confirmed'), lte(bookings.endsAt, now))
  return and(notCalledOff(bookings), or(eq(bookings.status, 'completed'), isOver))
}

/**
 * Recounts a coach's students and hours in the transaction that changed the held sessions. Each seat of a group is a
 * student, its hour counts once; hours are whole. The caller holds the coach's lock.
 */
export async function recountHeld(tx: Tx, coachId: string, now: Date): Promise<void> {
  const held = and(eq(bookings.coachId, coachId), wereHeld(now))
  // Staff also book for people without an account.
  const student = sql`coalesce(${bookings.playerId}::text, ${bookings.customerEmail})`
  const sessions = tx
    .selectDistinct({ startsAt: bookings.startsAt, minutes: bookings.minutes })
    .from(bookings)
    .where(held)
    .as('sessions')
  const [[met], [worked]] = await Promise.all([
    tx
      .select({ students: countDistinct(student) })
      .from(bookings)
      .where(held),
    tx.select({ minutes: sum(sessions.minutes).mapWith(Number) }).from(sessions),
  ])
  const hours = Math.floor((worked?.minutes ?? 0) / 60)
  await recordHeld(tx, coachId, { students: met?.students ?? 0, hours, countedAt: now })
}

/** Confirmed sessions become held when they end: recounts each coach concerned, in a transaction of its own. */
export async function recountEnded(deps: Deps): Promise<void> {
  const now = deps.now()
  const since = sql`coalesce(${coaches.countedAt}, '-infinity')`
  // Looked up for each coach, from where the last count ended: as `exists` all bookings might be read. No session takes a day.
  const hasEnded = sql`(
    select b.id from ${bookings} b
    where b.coach_id = ${coaches.id} and b.starts_at > ${since} - interval '1 day' and b.starts_at <= ${now.toISOString()}::timestamptz
      and b.ends_at > ${since} and b.ends_at <= ${now.toISOString()}::timestamptz and b.status in ('confirmed', 'completed')
    limit 1) is not null`
  for (const { id } of await deps.db.select({ id: coaches.id }).from(coaches).where(hasEnded))
    await deps.db
      .transaction(async (tx) => {
        await lockCoach(tx, id)
        await recountHeld(tx, id, now)
      })
      .catch((error) => deps.log.error({ err: error, coach: id }, 'sessions could not be counted'))
}
