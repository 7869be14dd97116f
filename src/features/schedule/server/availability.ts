import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { confirmHours, recordZone } from '#src/features/coaches/server/coaches.ts'
import type { Availability } from '#src/features/schedule/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict, Invalid } from '#src/platform/http/errors.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { clockTime, fits, loadHours, loadOpenTimes } from './hours.ts'
import { bookedSessions, lockCoach } from './schedule.ts'
import { availability, exceptions, weeklyHours } from './table.ts'

/** A coach's working hours in their own zone, with the exceptions from today on, and when they were saved. */
export async function readAvailability(
  { db, env, now }: Deps,
  coachId: string,
): Promise<Availability & { savedAt: string | null }> {
  const [hours, savedAt] = await Promise.all([loadHours(db, [coachId], env.businessTimeZone), whenSaved(db, coachId)])
  const { zone, week, days, rules } = must(hours.get(coachId), 'the coach’s hours')
  const today = wallClock(now(), zone).date
  return {
    savedAt: savedAt?.toISOString() ?? null,
    zone,
    ...rules,
    week: week
      .map(({ weekday, opens, closes }) => ({ weekday, opens: clockTime(opens), closes: clockTime(closes) }))
      .sort((a, b) => a.weekday - b.weekday || (a.opens < b.opens ? -1 : 1)),
    exceptions: days
      .filter(({ until }) => until >= today)
      .map(({ date, until, hours }) => ({
        date,
        ...(until !== date && { until }),
        opens: hours && clockTime(hours.opens),
        closes: hours && clockTime(hours.closes),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

/**
 * Replaces a coach's working hours, which says that they are right; rules that are absent stay. What is booked stays booked: returns the starts of the sessions that now lie outside.
 * Throws `Invalid` for an exception in the past, and `Conflict` when others were saved since those that the coach changed (`basedOn`,
 * their `savedAt`; absent: whatever is saved).
 */
export async function saveAvailability(
  deps: Deps,
  coachId: string,
  { basedOn, ...wanted }: Availability & { basedOn?: string | null },
): Promise<Date[]> {
  const today = wallClock(deps.now(), wanted.zone).date
  if (wanted.exceptions.some(({ date, until = date }) => until < today))
    throw new Invalid({ exceptions: 'Exceptions are for today and later.' })
  return deps.db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    const savedAt = await whenSaved(tx, coachId)
    if (basedOn !== undefined && savedAt?.getTime() !== (basedOn === null ? undefined : Date.parse(basedOn)))
      throw new Conflict('Your hours changed on another device.', { reason: 'changed' })
    const { zone, bufferMinutes, noticeHours, mostADay } = wanted
    const set = { zone, bufferMinutes, noticeHours, mostADay, savedAt: deps.now() }
    await tx
      .insert(availability)
      .values({ coachId, ...set })
      .onConflictDoUpdate({ target: availability.coachId, set })
    await tx.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId))
    if (wanted.week.length > 0)
      await tx.insert(weeklyHours).values(
        wanted.week.map(({ weekday, opens, closes }) => ({
          coachId,
          weekday,
          opens: minutesOf(opens),
          closes: minutesOf(closes),
        })),
      )
    await tx.delete(exceptions).where(eq(exceptions.coachId, coachId))
    if (wanted.exceptions.length > 0)
      await tx.insert(exceptions).values(
        wanted.exceptions.map(({ date, until, opens, closes }) => ({
          coachId,
          date,
          until: until === date ? null : until,
          opens: opens === null ? null : minutesOf(opens),
          closes: closes === null ? null : minutesOf(closes),
        })),
      )
    await recordZone(tx, coachId, wanted.zone)
    await confirmHours(deps, tx, coachId)
    return sessionsOutside(deps, tx, coachId)
  })
}

async function whenSaved(db: Db | Tx, coachId: string): Promise<Date | null> {
  const [row] = await db
    .select({ savedAt: availability.savedAt })
    .from(availability)
    .where(eq(availability.coachId, coachId))
  return row?.savedAt ?? null
}

async function sessionsOutside({ env, now }: Deps, db: Db | Tx, coachId: string): Promise<Date[]> {
  const sessions = await bookedSessions(db, coachId, now())
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (!first || !last) return []
  const span = { from: first.from, to: last.to, businessZone: env.businessTimeZone }
  const open = (await loadOpenTimes(db, [coachId], span)).get(coachId) ?? []
  return sessions.filter(({ from, to }) => !fits(open, from, (+to - +from) / 60_000)).map(({ from }) => from)
}

function minutesOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return hour * 60 + minute
}
