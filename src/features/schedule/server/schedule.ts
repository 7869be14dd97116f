import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { showDate, showTime } from '#src/shared/times.ts'
import {
  bookableStarts,
  busySlots,
  endOf,
  loadSeatsLeft,
  type OfferedStart,
  offeredStarts,
  rangeOf,
  type SlotQuery,
  type Start,
} from './free-starts.ts'
import { fits, loadOpenTimes } from './hours.ts'
import { seats, slots } from './table.ts'

export {
  bookableStarts,
  firstFreeStarts,
  type OfferedStart,
  offeredStarts,
  type SlotQuery,
  type Start,
} from './free-starts.ts'
export { openHours } from './open-hours.ts'

/** Those coaches of a query who can take a start; `businessZone` is the zone of coaches who never named theirs. */
export async function freeCoaches(
  db: Db | Tx,
  query: SlotQuery,
  start: Start,
  businessZone: string,
): Promise<string[]> {
  const seatsLeft = await loadSeatsLeft(db, query, [start], businessZone)
  return query.coachIds.filter((coachId) => seatsLeft(coachId, start))
}

/**
 * The refusal of a start that nobody could take: it is `taken`, or `closed` when no coach of the query works then; with the
 * three nearest free starts, nearest first. Give the transaction when there is one, so that no second connection is needed.
 */
export async function startRefused(
  db: Db | Tx,
  query: SlotQuery,
  start: Start,
  { now, zone }: { now: Date; zone: string },
): Promise<Conflict> {
  const offered = await offeredStarts(db, query, now, zone)
  const reason = offered.find((each) => +each.startsAt === +start.startsAt)?.state === 'closed' ? 'closed' : 'taken'
  const when = `${showDate(start.date)} at ${showTime(start.time)}`
  const text = reason === 'taken' ? `${when} was just taken.` : `There is no session on ${when}.`
  return new Conflict(`${text} Please choose another hour.`, { reason, nearest: nearestOf(offered, start) })
}

/** The three free starts nearest to one, nearest first, as answers carry them. */
export async function nearestStarts(
  db: Db | Tx,
  query: SlotQuery,
  start: Start,
  { now, zone }: { now: Date; zone: string },
): Promise<object[]> {
  return nearestOf(await offeredStarts(db, query, now, zone), start)
}

function nearestOf(offered: OfferedStart[], start: Start): object[] {
  const distance = (other: Start) => Math.abs(other.startsAt.getTime() - start.startsAt.getTime())
  return offered
    .filter((each) => each.state === 'free' && distance(each) > 0)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 3)
    .map((other) => ({ ...other, startsAt: other.startsAt.toISOString() }))
}

/** Whether a player has booked a session with one of these coaches that is on at this start. */
export async function hasSeat(db: Db, playerId: string, coachIds: string[], { startsAt }: Start): Promise<boolean> {
  const own = await db
    .select({ id: seats.id })
    .from(seats)
    .innerJoin(slots, eq(slots.id, seats.slotId))
    .where(
      and(
        eq(seats.playerId, playerId),
        isNull(seats.heldUntil),
        inArray(slots.coachId, coachIds),
        sql`${slots.during} @> ${startsAt.toISOString()}::timestamptz`,
      ),
    )
    .limit(1)
  return own.length > 0
}

/** Whether a coach works at this start for that long, by the same rule that `offeredStarts` shows. */
export async function isOpen(
  db: Db | Tx,
  coachId: string,
  start: Start,
  minutes: number,
  businessZone: string,
): Promise<boolean> {
  const span = { from: start.startsAt, to: endOf(start.startsAt, minutes), businessZone }
  const open = await loadOpenTimes(db, [coachId], span)
  return fits(open.get(coachId) ?? [], start.startsAt, minutes)
}

/** The bookable start with this date (`YYYY-MM-DD`) and time (`HH:mm`); null when it is not one of the 14 days' hours. */
export function findStart(date: string, time: string, now: Date, zone: string): Start | null {
  return bookableStarts(now, zone).find((start) => start.date === date && start.time === time) ?? null
}

const slotStart = sql<Date>`lower(${slots.during})`.mapWith(seats.createdAt)
const slotEnd = sql<Date>`upper(${slots.during})`.mapWith(seats.createdAt)

/** The sessions of a coach that are booked and not over at `now`, soonest first. */
export async function bookedSessions(db: Db | Tx, coachId: string, now: Date): Promise<{ from: Date; to: Date }[]> {
  return db
    .select({ from: slotStart, to: slotEnd })
    .from(slots)
    .where(
      and(
        eq(slots.coachId, coachId),
        sql`upper(${slots.during}) > ${now.toISOString()}::timestamptz`,
        sql`exists (select from seats where ${seats.slotId} = ${slots.id} and ${seats.heldUntil} is null)`,
      ),
    )
    .orderBy(slotStart)
}

/** How many sessions each coach has between two instants; coaches without any are missing. */
export async function sessionCounts(
  db: Db | Tx,
  coachIds: string[],
  from: Date,
  to: Date,
): Promise<Map<string, number>> {
  const busy = await busySlots(db, coachIds, from, to)
  return new Map([...Map.groupBy(busy, (slot) => slot.coachId)].map(([coachId, own]) => [coachId, own.length]))
}

/**
 * Makes all claims and releases of one coach queue up until the transaction ends. Take it before any row lock:
 * without it, overlapping inserts into the exclusion constraint end in deadlocks.
 */
export async function lockCoach(tx: Tx, coachId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${coachId}, 1))`)
}

type Claim = {
  coachId: string
  startsAt: Date
  minutes: number
  capacity: number
  playerId: string | null
  heldUntil: Date | null
}

/**
 * Takes a seat in a coach's session at `startsAt`; `heldUntil` null books it for good. Gives its id, or null when the
 * hour is taken, the group is full or the player already sits in it. The caller holds `lockCoach`.
 */
export async function claimSeat(tx: Tx, claim: Claim): Promise<string | null> {
  const during = rangeOf(claim.startsAt, endOf(claim.startsAt, claim.minutes))
  const fresh = await openSlot(tx, claim, during)
  if (fresh) return fresh
  if (await sweepSlots(tx, claim.coachId, during)) return openSlot(tx, claim, during)

  const slotId = await findSharedSlot(tx, claim.coachId, during, claim.capacity)
  if (!slotId) return null
  const [seat] = await tx
    .insert(seats)
    .values({
      slotId,
      capacity: claim.capacity,
      seatNo: sql`(select min(n) from generate_series(1, ${claim.capacity}::int) n
        where n not in (select s.seat_no from seats s where s.slot_id = ${slotId}))`,
      playerId: claim.playerId,
      heldUntil: claim.heldUntil,
    })
    .onConflictDoNothing()
    .returning({ id: seats.id })
  return seat?.id ?? null
}

/** The first seat of a new session; null when something else is in its way. */
async function openSlot(
  tx: Tx,
  { coachId, capacity, playerId, heldUntil }: Claim,
  during: string,
): Promise<string | null> {
  const [slot] = await tx
    .insert(slots)
    .values({ coachId, during, capacity })
    .onConflictDoNothing()
    .returning({ id: slots.id })
  if (!slot) return null
  const seat = await tx
    .insert(seats)
    .values({ slotId: slot.id, capacity, seatNo: 1, playerId, heldUntil })
    .returning({ id: seats.id })
  return only(seat).id
}

/** Clears away what is in the way but over: seats whose hold ran out, and sessions nobody sits in any more. True if one of those went. */
async function sweepSlots(tx: Tx, coachId: string, during: string): Promise<boolean> {
  const overlapping = and(eq(slots.coachId, coachId), sql`${slots.during} && ${during}::tstzrange`)
  const over = await tx.execute(sql`delete from seats using slots
    where ${seats.slotId} = ${slots.id} and ${overlapping} and ${seats.heldUntil} <= clock_timestamp()`)
  if (over.rowCount === 0) return false
  const empty = await tx
    .delete(slots)
    .where(and(overlapping, sql`not exists (select from seats where ${seats.slotId} = ${slots.id})`))
  return empty.rowCount !== 0
}

/** Books a held seat for good, also one whose time has run out but that nobody took. False when it is gone. */
export async function keepSeat(tx: Tx, seatId: string): Promise<boolean> {
  const kept = await tx.update(seats).set({ heldUntil: null }).where(eq(seats.id, seatId)).returning({ id: seats.id })
  return kept.length > 0
}

/** Holds a seat that is held until another instant. False when it is gone, or booked. The caller holds `lockCoach`. */
export async function holdSeat(tx: Tx, seatId: string, heldUntil: Date): Promise<boolean> {
  const held = await tx
    .update(seats)
    .set({ heldUntil })
    .where(and(eq(seats.id, seatId), isNotNull(seats.heldUntil)))
    .returning({ id: seats.id })
  return held.length > 0
}

/** Gives a seat back, and the coach's hour with it when it was the last one. The caller holds `lockCoach`. */
export async function freeSeat(tx: Tx, seatId: string): Promise<void> {
  const [seat] = await tx.delete(seats).where(eq(seats.id, seatId)).returning({ slotId: seats.slotId })
  if (seat)
    await tx
      .delete(slots)
      .where(and(eq(slots.id, seat.slotId), sql`not exists (select from seats where ${seats.slotId} = ${slots.id})`))
}

/** A group's slot at exactly this time that still has a seat. */
async function findSharedSlot(tx: Tx, coachId: string, during: string, capacity: number): Promise<string | null> {
  if (capacity === 1) return null
  const [slot] = await tx
    .select({ id: slots.id })
    .from(slots)
    .where(
      and(
        eq(slots.coachId, coachId),
        eq(slots.capacity, capacity),
        sql`${slots.during} = ${during}::tstzrange`,
        sql`(select count(*) from seats where ${seats.slotId} = ${slots.id}) < ${slots.capacity}`,
      ),
    )
  return slot?.id ?? null
}
