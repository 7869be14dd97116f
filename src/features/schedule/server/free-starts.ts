import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { bookableDays, startTimes } from '#src/shared/times.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { askedCoaches, fits, type Hours, hoursColumns, type OpenTime, openTimesOf, readHours } from './hours.ts'
import { seats, slots } from './table.ts'

/** A start in the business's zone and its instant. */
export type Start = { date: string; time: string; startsAt: Date }
export type OfferedStart = Start & { state: 'free' | 'taken' | 'closed'; seatsLeft: number }

/**
 * What somebody wants of the schedule: one of these coaches, for so many minutes, shared by up to `capacity` players.
 * `movingSeatId` is the seat they would leave for it, which is in nobody's way.
 */
export type SlotQuery = {
  coachIds: string[]
  minutes: number
  capacity: number
  movingSeatId?: string | null
  /** A player whose own unpaid holds are in nobody's way. */
  heldBy?: string
  /** The coach says yes to it, or proposed it: the notice they want does not count. */
  isAgreed?: boolean
}

/** This moment, and the business's zone, which is that of coaches who never named theirs. */
export type At = { now: Date; zone: string }

/** A slot that is really used, from and to in epoch milliseconds: somebody booked it or holds it right now, or it is shut. */
type BusySlot = { coachId: string; from: number; to: number; capacity: number; seatsTaken: number; isShut: boolean }

const minute = 60_000
const hour = 60 * minute
/** A day of 25 hours, when the clocks are put back. */
const longestDay = 25 * hour

/**
 * Every start that can be named in a booking: the hourly starts of the next 14 days in `zone`, beginning tomorrow.
 * `now` decides what tomorrow is.
 */
export function bookableStarts(now: Date, zone: string): Start[] {
  const today = wallClock(now, zone).date
  return Array.from({ length: bookableDays }, (_, i) => addDays(today, i + 1)).flatMap((date) =>
    startTimes.map((time) => ({ date, time, startsAt: instantOf(date, time, zone) })),
  )
}

/**
 * The state of every bookable start for a query: `free` when at least one of the coaches can take it. Few coaches of many
 * have every hour free: they are asked a few at a time, each time about the starts that nobody before could take whole.
 */
export async function offeredStarts(db: Db | Tx, query: SlotQuery, now: Date, zone: string): Promise<OfferedStart[]> {
  const offered: OfferedStart[] = bookableStarts(now, zone).map((start) => ({
    ...start,
    state: 'closed',
    seatsLeft: 0,
  }))
  let sought = offered
  for (let from = 0, count = 8; sought.length > 0 && from < query.coachIds.length; from += count, count *= 2) {
    const coachIds = query.coachIds.slice(from, from + count)
    const seatsLeft = await loadSeatsLeft(db, { ...query, coachIds }, sought, { now, zone })
    for (const start of sought)
      for (const coachId of coachIds) {
        const left = seatsLeft(coachId, start)
        if (left === null) continue
        start.seatsLeft = Math.max(start.seatsLeft, left)
        start.state = start.seatsLeft > 0 ? 'free' : 'taken'
      }
    sought = sought.filter((start) => start.seatsLeft < query.capacity)
  }
  return offered
}

/** The first of `starts` (in time order) that each coach of a query can take; coaches who can take none are missing. */
export async function firstFreeStarts(
  db: Db | Tx,
  query: SlotQuery,
  starts: Start[],
  at: At,
): Promise<Map<string, Start>> {
  const found = new Map<string, Start>()
  // Of many coaches most have time within the first hours: of the others alone all is read.
  const atFirst = query.coachIds.length > 100 ? startTimes.length : starts.length
  for (const some of [starts.slice(0, atFirst), starts.slice(atFirst)]) {
    if (some.length === 0) break
    const coachIds = query.coachIds.filter((coachId) => !found.has(coachId))
    if (coachIds.length === 0) break
    const seatsLeft = await loadSeatsLeft(db, { ...query, coachIds }, some, at)
    for (const coachId of coachIds) {
      const start = some.find((each) => seatsLeft(coachId, each))
      if (start) found.set(coachId, start)
    }
  }
  return found
}

/**
 * Loads what tells how many seats a coach of the query can still sell at one of these starts (in time order), by their hours
 * and rules; null: no hour of theirs, or sooner than the notice they want. Free hours and bookings ask this alike (TIME-5).
 */
export async function loadSeatsLeft(db: Db | Tx, query: SlotQuery, starts: Start[], at: At): Promise<SeatsLeft> {
  return seatsLeftIn(await loadCalendar(db, query, starts, at), query, starts, at.now)
}

/** When each coach works, by which rules, and what is booked or held with them around some starts. */
type Calendar = { hours: Map<string, Hours>; busyOf: Map<string, BusySlot[]> }

/** Loads the calendar of a query's coaches around these starts (in time order), in one statement. */
export async function loadCalendar(
  db: Db | Tx,
  query: SlotQuery,
  starts: Start[],
  { now, zone }: At,
): Promise<Calendar> {
  if (query.coachIds.length === 0 || starts.length === 0) return { hours: new Map(), busyOf: new Map() }
  // Only what is near these starts: often they are a few of many days. A most a day asks about the whole day.
  const near = starts.map(({ startsAt }) =>
    rangeOf(new Date(+startsAt - longestDay), new Date(+endOf(startsAt, query.minutes) + longestDay)),
  )
  const rows = await storedCalendar(db).execute({ coachIds: query.coachIds, ...busyValues(near, now, query) })
  return {
    hours: readHours(rows, zone),
    busyOf: new Map(rows.map(({ coachId, busy }) => [coachId, busy ?? []])),
  }
}

const storedCalendar = prepared((db) =>
  db
    .select({
      ...hoursColumns,
      busy: sql<BusySlot[] | null>`(select json_agg(busy) from (${busySlots(sql`asked.coach_id`)}) busy)`,
    })
    .from(askedCoaches)
    .prepare('stored_calendar'),
)

type SeatsLeft = (coachId: string, start: Start) => number | null

/** What a calendar tells at these starts, as `loadSeatsLeft` says. */
export function seatsLeftIn({ hours, busyOf }: Calendar, query: SlotQuery, starts: Start[], now: Date): SeatsLeft {
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return () => null
  const openOf = openTimesOf(hours, { from: first.startsAt, to: endOf(last.startsAt, query.minutes) })
  // Most coaches keep the same hours: these are looked at once for all of them.
  const fitting = new Map(
    [...new Set(openOf.values())].map((open) => [open, startsThatFit(open, starts, query.minutes)]),
  )
  const fullDaysOf = new Map([...hours].map(([coachId, own]) => [coachId, fullDays(busyOf.get(coachId) ?? [], own)]))
  return (coachId, { startsAt }) => {
    const own = hours.get(coachId)
    const open = openOf.get(coachId)
    if (!own || !open || !fitting.get(open)?.has(+startsAt)) return null
    if (!query.isAgreed && +startsAt < +now + own.rules.noticeHours * hour) return null
    const left = seatsLeftOf(busyOf.get(coachId) ?? [], startsAt, query, own.rules.bufferMinutes * minute)
    if (left !== 'fresh') return left
    return fullDaysOf.get(coachId)?.has(wallClock(startsAt, own.zone).date) ? 0 : query.capacity
  }
}

/** The dates, on the coach's clock, that have as many sessions as they want. An hour that is shut is no session. */
function fullDays(busy: BusySlot[], { zone, rules: { mostADay } }: Hours): Set<string> {
  if (mostADay === null) return new Set()
  const sessions = busy.filter(({ isShut }) => !isShut)
  const days = Map.groupBy(sessions, ({ from }) => wallClock(new Date(from), zone).date)
  return new Set([...days].flatMap(([date, own]) => (own.length >= mostADay ? [date] : [])))
}

/** The instants, in epoch milliseconds, of those starts whose session lies wholly in working time. */
function startsThatFit(open: OpenTime[], starts: Start[], minutes: number): Set<number> {
  return new Set(
    starts
      .map(({ startsAt }) => startsAt)
      .filter((at) => fits(open, at, minutes))
      .map(Number),
  )
}

/**
 * Selects the slots of a coach (`coach`: what their id must equal) that are really used, as part of a prepared statement
 * that is executed with `busyValues`. Instants as numbers: of thousands of coaches there are thousands of slots.
 */
export function busySlots(coach: SQL): SQL {
  return sql`
    select ${slots.coachId} as "coachId", ${msOf(sql`lower(${slots.during})`)} as "from", ${msOf(sql`upper(${slots.during})`)} as "to",
      ${slots.capacity} as "capacity", case when ${slots.isShut} then ${slots.capacity} else count(*)::int end as "seatsTaken",
      ${slots.isShut} as "isShut"
    from ${slots} left join ${seats} on ${seats.slotId} = ${slots.id}
    where ${slots.coachId} = ${coach} and ${slots.during} && ${sql.placeholder('ranges')}::tstzmultirange
      and (${slots.isShut} or ${seats.id} is not null
        and (${seats.heldUntil} is null or ${seats.heldUntil} > ${sql.placeholder('now')})
        and ${seats.id} is distinct from ${sql.placeholder('movingSeatId')}::uuid
        and (${seats.heldUntil} is null or ${seats.playerId} is distinct from ${sql.placeholder('heldBy')}::uuid))
    group by ${slots.id}`
}

/** For `busySlots`: the slots that touch one of these ranges, at `now` (holds end), without what is in nobody's way. */
export function busyValues(ranges: string[], now: Date, query: Pick<SlotQuery, 'movingSeatId' | 'heldBy'> = {}) {
  const { movingSeatId = null, heldBy = null } = query
  return { ranges: `{${ranges}}`, now: now.toISOString(), movingSeatId, heldBy }
}

const msOf = (instant: SQL) => sql`(extract(epoch from ${instant}) * 1000)::float8`

/**
 * Seats a coach can still sell at a start: the rest of a group's, none beside another session or within `buffer`
 * milliseconds of it; `fresh`: all of a new session.
 */
function seatsLeftOf(
  busy: BusySlot[],
  startsAt: Date,
  { minutes, capacity }: SlotQuery,
  buffer: number,
): number | 'fresh' {
  const [start, end] = [+startsAt, +endOf(startsAt, minutes)]
  const same = busy.find((slot) => slot.from === start && slot.to === end && slot.capacity === capacity)
  if (same) return capacity - same.seatsTaken
  const isInTheWay = ({ from, to, isShut }: BusySlot) => {
    const pause = isShut ? 0 : buffer
    return from < end + pause && start < to + pause
  }
  return busy.some(isInTheWay) ? 0 : 'fresh'
}

export const endOf = (startsAt: Date, minutes: number) => new Date(startsAt.getTime() + minutes * minute)
export const rangeOf = (from: Date, to: Date) => `[${from.toISOString()},${to.toISOString()})`
