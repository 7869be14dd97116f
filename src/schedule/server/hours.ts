import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import { weekdayOf } from '#src/shared/zones.ts'
import { exceptions, weeklyHours } from './table.ts'

/** Minutes from midnight, wall clock of the business's zone; `closes` can be 1440. */
export type OpenTime = { opens: number; closes: number }

/** The working hours of some coaches: each one's week, and the days that differ (null: a day off). */
export type Hours = { week: Map<string, (OpenTime & { weekday: number })[]>; days: Map<string, OpenTime | null> }

/** A coach who never said otherwise works every day from 9 AM to 10 PM (reading R7 of the design). */
export const defaultHours: OpenTime = { opens: 9 * 60, closes: 22 * 60 }

/** Reads the working hours of these coaches. */
export async function loadHours(db: Db | Tx, coachIds: string[]): Promise<Hours> {
  if (coachIds.length === 0) return { week: new Map(), days: new Map() }
  const weeks = await db.select().from(weeklyHours).where(inArray(weeklyHours.coachId, coachIds))
  const days = await db.select().from(exceptions).where(inArray(exceptions.coachId, coachIds))
  return {
    week: Map.groupBy(weeks, (row) => row.coachId),
    days: new Map(
      days.map((row) => [
        `${row.coachId} ${row.date}`,
        row.opens === null ? null : { opens: row.opens, closes: row.closes! },
      ]),
    ),
  }
}

/** When a coach works on a date: the day's exception, else the week's hours, else the default. */
export function hoursOn(hours: Hours, coachId: string, date: string): OpenTime[] {
  const exception = hours.days.get(`${coachId} ${date}`)
  if (exception !== undefined) return exception ? [exception] : []
  const week = hours.week.get(coachId)
  if (!week) return [defaultHours]
  const weekday = weekdayOf(date)
  return week.filter((row) => row.weekday === weekday)
}

/** Whether a session of `minutes` that starts at `time` (`HH:mm`) is over before closing. */
export function fits(open: OpenTime[], time: string, minutes: number): boolean {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  const start = hour * 60 + minute
  return open.some(({ opens, closes }) => opens <= start && start + minutes <= closes)
}
