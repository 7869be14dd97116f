import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { addDays, instantOf, wallClock, weekdayOf } from '#src/shared/zones.ts'
import { availability, exceptions, weeklyHours } from './table.ts'

/** Minutes from midnight, wall clock of the coach's zone; `closes` can be 1440. */
type DayHours = { opens: number; closes: number }

/** Days from `date` to `until` (both included) that differ from the week; `hours` null: off. */
type Exception = { date: string; until: string; hours: DayHours | null }

/** What a coach asks of bookings beside hours; `mostADay` null: as many as fit. */
export type Rules = { bufferMinutes: number; noticeHours: number; mostADay: number | null }

/** What a coach has said of when they work: the zone it is in, each weekday's hours, the days that differ, and the rules. */
export type Hours = { zone: string; week: (DayHours & { weekday: number })[]; days: Exception[]; rules: Rules }

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
  return openTimesOf(await loadHours(db, coachIds, businessZone), { from, to })
}

/** The same of hours that are loaded. */
export function openTimesOf(hours: Map<string, Hours>, { from, to }: OpenTime): Map<string, OpenTime[]> {
  // Many coaches keep the same hours, above all the default ones, and every instant costs a look into a zone's rules.
  const known = new Map<string, OpenTime[]>()
  return new Map(
    [...hours].map(([coachId, own]) => {
      const key = JSON.stringify([own.zone, own.week, own.days])
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
  return readHours(await storedHours(db).execute({ coachIds }), businessZone)
}

/** What a prepared statement selects to have the hours of each of `askedCoaches`; `readHours` reads it. */
export const hoursColumns = {
  coachId: sql<string>`asked.coach_id`,
  zone: sql<StoredHours['zone']>`a.zone`,
  bufferMinutes: sql<StoredHours['bufferMinutes']>`a.buffer_minutes`,
  noticeHours: sql<StoredHours['noticeHours']>`a.notice_hours`,
  mostADay: sql<StoredHours['mostADay']>`a.most_a_day`,
  week: sql<
    StoredHours['week']
  >`(select json_agg(json_build_object('weekday', weekday, 'opens', opens, 'closes', closes))
    from ${weeklyHours} w where w.coach_id = asked.coach_id)`,
  days: sql<
    StoredHours['days']
  >`(select json_agg(json_build_object('date', date, 'until', until, 'opens', opens, 'closes', closes))
    from ${exceptions} e where e.coach_id = asked.coach_id)`,
}

/** A row for each of the `coachIds` that it is executed with, `asked.coach_id`. */
export const askedCoaches = sql`unnest(${sql.placeholder('coachIds')}::uuid[]) as asked (coach_id)
  left join ${availability} a on a.coach_id = asked.coach_id`

const storedHours = prepared((db) => db.select(hoursColumns).from(askedCoaches).prepare('stored_hours'))

/** Stored hours as people mean them: the default ones of coaches who have said nothing. */
export function readHours(rows: StoredHours[], businessZone: string): Map<string, Hours> {
  return new Map(
    rows.map(({ coachId, zone, week, days, bufferMinutes, noticeHours, mostADay }) => [
      coachId,
      {
        zone: zone ?? businessZone,
        week: zone ? (week ?? []) : defaultWeek,
        days: (days ?? []).map(({ date, until, opens, closes }) => ({
          date,
          until: until ?? date,
          hours: dayHours(opens, closes),
        })),
        rules: { bufferMinutes: bufferMinutes ?? 0, noticeHours: noticeHours ?? 0, mostADay },
      },
    ]),
  )
}

/** One coach's rows of all three tables; null where there are none. */
export type StoredHours = { [Rule in keyof Rules]: Rules[Rule] | null } & {
  coachId: string
  zone: string | null
  week: Hours['week'] | null
  days: { date: string; until: string | null; opens: number | null; closes: number | null }[] | null
}

const dayHours = (opens: number | null, closes: number | null): DayHours | null =>
  opens === null || closes === null ? null : { opens, closes }

/**
 * Hours on clocks as instants. Every day is asked by itself, so the hours keep their clock time when the clocks change: the
 * instants move, and a night's gap or repetition makes a stretch shorter or longer.
 */
export function openTimes(
  { zone, week, days }: Pick<Hours, 'zone' | 'week' | 'days'>,
  from: Date,
  to: Date,
): OpenTime[] {
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

/** The hours of the day's exception, else the week's hours, earliest first. */
function hoursOn({ week, days }: Pick<Hours, 'week' | 'days'>, date: string): DayHours[] {
  const exception = days.find((each) => each.date <= date && date <= each.until)
  if (exception) return exception.hours ? [exception.hours] : []
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
