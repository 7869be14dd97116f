import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { addDays, instantOf, wallClock, weekdayOf } from '#src/shared/zones.ts'
import { availability, exceptions, weeklyHours } from './table.ts'

/** Minutes from midnight, wall clock of the coach's zone; `closes` can be 1440. */
type DayHours = { opens: number; closes: number }

/** A coach's hours as stored: the zone they are in, each weekday's, and the days that differ (null: a day off). */
export type Hours = { zone: string; week: (DayHours & { weekday: number })[]; days: Map<string, DayHours | null> }

/** A stretch of time in which a coach works. */
export type OpenTime = { from: Date; to: Date }

/** A coach who never said otherwise works every day from 9 AM to 10 PM, the business's time (TIME-4). */
export const defaultWeek = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: 9 * 60, closes: 22 * 60 }))

/**
 * When each of these coaches works between two instants, in time order; stretches that touch are one, also over
 * midnight. `businessZone` is the zone of those who never named theirs.
 */
export async function loadOpenTimes(
  db: Db | Tx,
  coachIds: string[],
  { from, to, businessZone }: OpenTime & { businessZone: string },
): Promise<Map<string, OpenTime[]>> {
  const hours = await loadHours(db, coachIds, businessZone)
  // Many coaches keep the same hours, above all the default ones, and every instant costs a look into a zone's rules.
  const known = new Map<string, OpenTime[]>()
  return new Map(
    [...hours].map(([coachId, own]) => {
      const key = JSON.stringify([own.zone, own.week, [...own.days]])
      const open = known.get(key) ?? openTimes(own, from, to)
      known.set(key, open)
      return [coachId, open]
    }),
  )
}

/** Whether a session of `minutes` that starts at `startsAt` lies wholly in working time. */
export function fits(open: OpenTime[], startsAt: Date, minutes: number): boolean {
  const end = startsAt.getTime() + minutes * 60_000
  return open.some(({ from, to }) => +from <= +startsAt && end <= +to)
}

/** The stored hours of these coaches, or the default ones. */
export async function loadHours(db: Db | Tx, coachIds: string[], businessZone: string): Promise<Map<string, Hours>> {
  if (coachIds.length === 0) return new Map()
  const { rows } = await db.execute<StoredHours>(sql`
    select coach_id as "coachId",
      (select zone from ${availability} a where a.coach_id = asked.coach_id) as zone,
      (select json_agg(json_build_object('weekday', weekday, 'opens', opens, 'closes', closes))
        from ${weeklyHours} w where w.coach_id = asked.coach_id) as week,
      (select json_agg(json_build_object('date', date, 'opens', opens, 'closes', closes))
        from ${exceptions} e where e.coach_id = asked.coach_id) as days
    from unnest(${sql.param(coachIds)}::uuid[]) as asked (coach_id)`)
  return new Map(
    rows.map(({ coachId, zone, week, days }) => [
      coachId,
      {
        zone: zone ?? businessZone,
        week: zone ? (week ?? []) : defaultWeek,
        days: new Map((days ?? []).map(({ date, opens, closes }) => [date, dayHours(opens, closes)])),
      },
    ]),
  )
}

/** One coach's rows of all three tables; null where there are none. */
type StoredHours = {
  coachId: string
  zone: string | null
  week: Hours['week'] | null
  days: { date: string; opens: number | null; closes: number | null }[] | null
}

const dayHours = (opens: number | null, closes: number | null): DayHours | null =>
  opens === null || closes === null ? null : { opens, closes }

/**
 * Hours on clocks as instants. Every day is asked by itself, so the hours keep their clock time when the clocks change: the
 * instants move, and a night's gap or repetition makes a stretch shorter or longer.
 */
export function openTimes({ zone, week, days }: Hours, from: Date, to: Date): OpenTime[] {
  const lastDate = wallClock(to, zone).date
  const open: OpenTime[] = []
  // What begins the day before can touch midnight.
  for (let date = addDays(wallClock(from, zone).date, -1); date <= lastDate; date = addDays(date, 1)) {
    for (const { opens, closes } of hoursOn({ week, days }, date)) {
      const stretch = { from: instantAt(date, opens, zone), to: instantAt(date, closes, zone) }
      const last = open.at(-1)
      if (last && +stretch.from <= +last.to) last.to = new Date(Math.max(+last.to, +stretch.to))
      else if (stretch.from < stretch.to) open.push(stretch)
    }
  }
  return open
}

/** The day's exception, else the week's hours, earliest first. */
function hoursOn({ week, days }: Pick<Hours, 'week' | 'days'>, date: string): DayHours[] {
  const exception = days.get(date)
  if (exception !== undefined) return exception ? [exception] : []
  const weekday = weekdayOf(date)
  return week.filter((row) => row.weekday === weekday).sort((a, b) => a.opens - b.opens)
}

function instantAt(date: string, minutes: number, zone: string): Date {
  return minutes === 1440 ? instantOf(addDays(date, 1), '00:00', zone) : instantOf(date, clockTime(minutes), zone)
}

/** Minutes from midnight as `HH:mm`: 570 → `'09:30'`, 1440 → `'24:00'`. */
export function clockTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
