import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/server/db.ts'
import { bookableDays, startTimes } from '#src/shared/times.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { fits, loadOpenTimes, type OpenTime } from './hours.ts'
import { seats, slots } from './table.ts'

/** A start in the business's zone and its instant. */
export type Start = { date: string; time: string; startsAt: Date }
export type OfferedStart = Start & { state: 'free' | 'taken' | 'closed'; seatsLeft: number }

/**
 * What somebody wants of the schedule: one of these coaches, for so many minutes, shared by up to `capacity` players.
 * `movingSeatId` is the seat they would leave for it, which is in nobody's way.
 */
export type Wish = {
  coachIds: string[]
  minutes: number
  capacity: number
  movingSeatId?: string | null
  /** A player whose own unpaid holds are in nobody's way. */
  heldBy?: string
}

/** A slot that is really used, from and to in epoch milliseconds: somebody booked it or holds it right now. */
type BusySlot = { coachId: string; from: number; to: number; capacity: number; seatsTaken: number }

/**
 * Every start that can be named in a booking: the hourly starts of the next 14 days in `zone`, beginning tomorrow.
 * `now` decides what tomorrow is.
 */
export function bookableStarts(now: Date, zone: string): Start[] {
  const today = wallClock(now, zone).date
  // Every instant costs a look into the zone's rules, and all requests of a day want the same ones.
  if (known?.today !== today || known.zone !== zone) {
    const starts = Array.from({ length: bookableDays }, (_, i) => addDays(today, i + 1)).flatMap((date) =>
      startTimes.map((time) => ({ date, time, startsAt: instantOf(date, time, zone) })),
    )
    known = { today, zone, starts }
  }
  return [...known.starts]
}

let known: { today: string; zone: string; starts: Start[] } | undefined

/**
 * The state of every bookable start for a wish: `free` when at least one of the coaches can take it. Few coaches of many
 * have every hour free: they are asked a few at a time, each time about the starts that nobody before could take whole.
 */
export async function offeredStarts(db: Db | Tx, wish: Wish, now: Date, zone: string): Promise<OfferedStart[]> {
  const offered: OfferedStart[] = bookableStarts(now, zone).map((start) => ({
    ...start,
    state: 'closed',
    seatsLeft: 0,
  }))
  let sought = offered
  for (let from = 0, count = 8; sought.length > 0 && from < wish.coachIds.length; from += count, count *= 2) {
    const coachIds = wish.coachIds.slice(from, from + count)
    const seatsLeft = await loadSeatsLeft(db, { ...wish, coachIds }, sought, zone)
    for (const start of sought)
      for (const coachId of coachIds) {
        const left = seatsLeft(coachId, start)
        if (left === null) continue
        start.seatsLeft = Math.max(start.seatsLeft, left)
        start.state = start.seatsLeft > 0 ? 'free' : 'taken'
      }
    sought = sought.filter((start) => start.seatsLeft < wish.capacity)
  }
  return offered
}

/** The first of `starts` (in time order) that each coach of a wish can take; coaches who can take none are missing. */
export async function firstFreeStarts(
  db: Db | Tx,
  wish: Wish,
  starts: Start[],
  businessZone: string,
): Promise<Map<string, Start>> {
  const found = new Map<string, Start>()
  // Of many coaches most have time within the first hours: of the others alone all is read.
  const atFirst = wish.coachIds.length > 100 ? startTimes.length : starts.length
  for (const some of [starts.slice(0, atFirst), starts.slice(atFirst)]) {
    if (some.length === 0) break
    const coachIds = wish.coachIds.filter((coachId) => !found.has(coachId))
    if (coachIds.length === 0) break
    const seatsLeft = await loadSeatsLeft(db, { ...wish, coachIds }, some, businessZone)
    for (const coachId of coachIds) {
      const start = some.find((each) => seatsLeft(coachId, each))
      if (start) found.set(coachId, start)
    }
  }
  return found
}

/** Loads what tells how many seats a coach of the wish can still sell at one of these starts (in time order); null: no hour of theirs. */
export async function loadSeatsLeft(
  db: Db | Tx,
  wish: Wish,
  starts: Start[],
  businessZone: string,
): Promise<(coachId: string, start: Start) => number | null> {
  const span = { from: starts[0]!.startsAt, to: endOf(starts.at(-1)!.startsAt, wish.minutes) }
  const hours = await loadOpenTimes(db, wish.coachIds, { ...span, businessZone })
  // Only what is in the way of these starts: often they are a few of many days.
  const sessions = starts.map(({ startsAt }) => rangeOf(startsAt, endOf(startsAt, wish.minutes)))
  const busyOf = Map.groupBy(await slotsTouching(db, wish.coachIds, sessions, wish), (slot) => slot.coachId)
  // Most coaches keep the same hours: these are looked at once for all of them.
  const fitting = new Map([...new Set(hours.values())].map((open) => [open, startsThatFit(open, starts, wish.minutes)]))
  return (coachId, { startsAt }) =>
    fitting.get(hours.get(coachId)!)!.has(+startsAt) ? seatsLeftIn(busyOf.get(coachId) ?? [], startsAt, wish) : null
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

/** Slots of these coaches that touch a span and are really used. */
export async function busySlots(db: Db | Tx, coachIds: string[], from: Date, to: Date): Promise<BusySlot[]> {
  return slotsTouching(db, coachIds, [rangeOf(from, to)])
}

async function slotsTouching(
  db: Db | Tx,
  coachIds: string[],
  ranges: string[],
  { movingSeatId = null, heldBy = null }: { movingSeatId?: string | null; heldBy?: string | null } = {},
): Promise<BusySlot[]> {
  if (coachIds.length === 0) return []
  // Instants as numbers, and coaches as one parameter: of thousands of coaches there are thousands of slots.
  const { rows } = await db.execute<BusySlot>(sql`
    select ${slots.coachId} as "coachId", ${msOf(sql`lower(${slots.during})`)} as "from", ${msOf(sql`upper(${slots.during})`)} as "to",
      ${slots.capacity} as "capacity", count(*)::int as "seatsTaken"
    from ${slots} join ${seats} on ${seats.slotId} = ${slots.id}
    where ${slots.coachId} = any(${sql.param(coachIds)}::uuid[]) and ${slots.during} && ${`{${ranges}}`}::tstzmultirange
      and (${seats.heldUntil} is null or ${seats.heldUntil} > clock_timestamp())
      and ${seats.id} is distinct from ${movingSeatId}::uuid
      and (${seats.heldUntil} is null or ${seats.playerId} is distinct from ${heldBy}::uuid)
    group by ${slots.id}`)
  return rows
}

const msOf = (instant: SQL) => sql`(extract(epoch from ${instant}) * 1000)::float8`

/** Seats a coach can still sell at a start: all of a fresh session, the rest of a group's, none beside another session. */
function seatsLeftIn(busy: BusySlot[], startsAt: Date, { minutes, capacity }: Wish): number {
  const [start, end] = [+startsAt, +endOf(startsAt, minutes)]
  const inTheWay = busy.filter((slot) => slot.from < end && start < slot.to)
  if (inTheWay.length === 0) return capacity
  const [slot] = inTheWay
  const isSame = inTheWay.length === 1 && slot!.from === start && slot!.to === end && slot!.capacity === capacity
  return isSame ? capacity - slot!.seatsTaken : 0
}

export const endOf = (startsAt: Date, minutes: number) => new Date(startsAt.getTime() + minutes * 60_000)
export const rangeOf = (from: Date, to: Date) => `[${from.toISOString()},${to.toISOString()})`
