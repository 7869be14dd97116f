import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { type Claim, claimSeat } from './claim-seat.ts'
import {
  type At,
  bookableStarts,
  busySlots,
  busyValues,
  loadCalendar,
  loadSeatsLeft,
  rangeOf,
  type SlotQuery,
  type Start,
  seatsLeftIn,
} from './free-starts.ts'
import type { Hours } from './hours.ts'
import { seats, slots } from './table.ts'

export { claimSeat, openedSeat, openingSeat, openingValues } from './claim-seat.ts'
export {
  type At,
  bookableStarts,
  firstFreeStarts,
  type OfferedStart,
  offeredStarts,
  type SlotQuery,
  type Start,
} from './free-starts.ts'
export type { Hours } from './hours.ts'
export { hoursToSell, openHours } from './open-hours.ts'
export { nearestStarts, startRefused } from './start-refused.ts'

/** Those coaches of a query who can take a start. */
export async function freeCoaches(db: Db | Tx, query: SlotQuery, start: Start, at: At): Promise<string[]> {
  const seatsLeft = await loadSeatsLeft(db, query, [start], at)
  return query.coachIds.filter((coachId) => seatsLeft(coachId, start))
}

/** Whether a coach can take a start, and the hours they keep, in one statement. */
export async function readStart(
  db: Db | Tx,
  { coachId, ...session }: Omit<SlotQuery, 'coachIds'> & { coachId: string },
  start: Start,
  at: At,
): Promise<{ isFree: boolean; hours: Hours }> {
  const query = { ...session, coachIds: [coachId] }
  const calendar = await loadCalendar(db, query, [start], at)
  const left = seatsLeftIn(calendar, query, [start], at.now)(coachId, start)
  return { isFree: left !== null && left > 0, hours: must(calendar.hours.get(coachId), 'hours') }
}

/** Whether what is booked or held leaves no room for a start, with the one coach of a query who works then. */
export async function isTaken(db: Db | Tx, query: SlotQuery, start: Start, at: At): Promise<boolean> {
  const seatsLeft = await loadSeatsLeft(db, query, [start], at)
  return query.coachIds.every((coachId) => seatsLeft(coachId, start) === 0)
}

/** Whether a player has booked a session with one of these coaches that takes place at this start. */
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

/** The bookable start with this date (`YYYY-MM-DD`) and time (`HH:mm`); null when it is not one of the 14 days' hours. */
export function findStart(date: string, time: string, now: Date, zone: string): Start | null {
  return bookableStarts(now, zone).find((start) => start.date === date && start.time === time) ?? null
}

export const slotStart = sql<Date>`lower(${slots.during})`.mapWith(seats.createdAt)
export const slotEnd = sql<Date>`upper(${slots.during})`.mapWith(seats.createdAt)

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

/** How many sessions each coach has on a date; coaches without any are missing. */
export async function sessionCounts(
  db: Db | Tx,
  coachIds: string[],
  date: string,
  { now, zone }: At,
): Promise<Map<string, number>> {
  const [from, to] = [instantOf(date, '00:00', zone), instantOf(addDays(date, 1), '00:00', zone)]
  const rows = await countedSessions(db).execute({ coachIds, ...busyValues([rangeOf(from, to)], now) })
  return new Map(rows.map(({ coachId, count }) => [coachId, count]))
}

// All coaches as one parameter: there are thousands.
const countedSessions = prepared((db) =>
  db
    .select({ coachId: sql<string>`"coachId"`, count: sql<number>`count(*)::int` })
    .from(sql`(${busySlots(sql`any(${sql.placeholder('coachIds')}::uuid[])`)}) busy`)
    .groupBy(sql`"coachId"`)
    .prepare('counted_sessions'),
)

/**
 * Makes all claims and releases of one coach queue up until the transaction ends. Take it before any row lock:
 * without it, overlapping inserts into the exclusion constraint end in deadlocks.
 */
export async function lockCoach(tx: Tx, coachId: string): Promise<void> {
  // Sent at once, before what the caller sends together with it.
  await tx.execute(sql`select ${coachLock(coachId)}`).execute()
}

/** `lockCoach` as part of a statement that takes locks, and reads nothing: it would see what was before the wait. */
export const coachLock = (coachId: string) => sql`pg_advisory_xact_lock(hashtextextended(${coachId}, 1))`

/**
 * Takes a seat in a coach's session, by the same rules that `offeredStarts` shows; `heldUntil` null books it for good.
 * Returns its id, or null when it cannot be had. The caller holds `lockCoach`, so nothing comes between.
 */
export async function claimHour(
  tx: Tx,
  start: Start,
  { isAgreed, ...claim }: Omit<Claim, 'startsAt'> & { isAgreed?: boolean },
  at: At,
): Promise<string | null> {
  const { coachId, minutes, capacity } = claim
  const free = await freeCoaches(tx, { coachIds: [coachId], minutes, capacity, isAgreed }, start, at)
  return free.length > 0 ? claimSeat(tx, { ...claim, startsAt: start.startsAt }, at.now) : null
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

/** Gives the seats back that a player holds unpaid with a coach: a payment that still comes is refunded. The caller holds `lockCoach`. */
export async function dropHolds(tx: Tx, { playerId, coachId }: { playerId: string; coachId: string }): Promise<void> {
  const held = await tx
    .select({ id: seats.id })
    .from(seats)
    .innerJoin(slots, eq(slots.id, seats.slotId))
    .where(and(eq(seats.playerId, playerId), eq(slots.coachId, coachId), isNotNull(seats.heldUntil)))
  for (const { id } of held) await freeSeat(tx, id)
}

/**
 * Shuts the hour of a seat: nobody sits in it any more, also nobody who is still paying, and nobody can have it. Gives the
 * ids of the seats there were. The caller holds `lockCoach`.
 */
export async function shutHour(tx: Tx, seatId: string): Promise<string[]> {
  const [seat] = await tx.select({ slotId: seats.slotId }).from(seats).where(eq(seats.id, seatId))
  if (!seat) return []
  await tx.update(slots).set({ isShut: true }).where(eq(slots.id, seat.slotId))
  const gone = await tx.delete(seats).where(eq(seats.slotId, seat.slotId)).returning({ id: seats.id })
  return gone.map(({ id }) => id)
}

/**
 * Shuts all of a coach's time between two instants but the sessions that are booked in it, also for who is still paying.
 * The shut hours within become part of it. The caller holds `lockCoach`.
 */
export async function shutTime(tx: Tx, coachId: string, from: Date, to: Date): Promise<void> {
  const span = sql`${rangeOf(from, to)}::tstzrange`
  const own = sql`${slots.coachId} = ${coachId}`
  await tx.execute(sql`delete from seats using slots
    where ${seats.slotId} = ${slots.id} and ${own} and ${slots.during} && ${span} and ${seats.heldUntil} is not null`)
  await tx.execute(sql`delete from slots where ${own} and ${slots.during} <@ ${span}
    and not exists (select from seats where ${seats.slotId} = ${slots.id})`)
  await tx.execute(sql`insert into slots (id, coach_id, during, capacity, is_shut)
    select gen_random_uuid(), ${coachId}, free, 1, true
    from unnest(tstzmultirange(${span}) - coalesce(
      (select range_agg(${slots.during}) from slots where ${own} and ${slots.during} && ${span}), '{}')) free`)
}
