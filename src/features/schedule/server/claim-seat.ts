import { and, eq, sql, type WithSubquery } from 'drizzle-orm'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { given, prepared } from '#src/platform/database/prepared.ts'
import { endOf, rangeOf } from './free-starts.ts'
import { seats, slots } from './table.ts'

/** A seat somebody wants in a coach's session; `heldUntil` null: for good. */
export type Claim = {
  coachId: string
  startsAt: Date
  minutes: number
  capacity: number
  playerId: string | null
  heldUntil: Date | null
}

/**
 * Takes a seat in a coach's session at `startsAt`, whatever the coach's hours and rules. Returns its id, or null when the
 * hour is taken at `now`, the group is full or the player already sits in it. The caller holds `lockCoach`.
 */
export async function claimSeat(tx: Tx, claim: Claim, now: Date): Promise<string | null> {
  const during = rangeOf(claim.startsAt, endOf(claim.startsAt, claim.minutes))
  const fresh = await openSlot(tx, claim)
  if (fresh) return fresh
  if (await sweepSlots(tx, claim.coachId, during, now)) return openSlot(tx, claim)

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
async function openSlot(tx: Tx, claim: Claim): Promise<string | null> {
  return only(await newSlot(tx).execute(openingValues(claim))).id
}

const newSlot = prepared((db) =>
  db
    .with(...openingSeat(db))
    .select({ id: openedSeat })
    .from(sql`(values (1)) as one`)
    .prepare('new_slot'),
)

/**
 * A new session and its first seat as the beginning of a prepared statement: what follows `db.with(...openingSeat(db))`
 * names the seat as `openedSeat`, which is null when something is in the session's way, and is executed with
 * `openingValues`. The caller holds `lockCoach`.
 */
export function openingSeat(db: Db): [WithSubquery, WithSubquery] {
  const { coachId, during, capacity } = given(slots, 'coachId', 'during', 'capacity')
  const { playerId, heldUntil } = given(seats, 'playerId', 'heldUntil')
  const slot = sql`
    insert into ${slots} (id, coach_id, during, capacity)
      values (${sql.placeholder('newSlotId')}, ${coachId}, ${during}, ${capacity})
      on conflict do nothing returning id, capacity`
  const seat = sql`
    insert into ${seats} (id, slot_id, capacity, seat_no, player_id, held_until)
      select ${sql.placeholder('newSeatId')}::uuid, id, capacity, 1, ${playerId}::uuid, ${heldUntil}::timestamptz from slot
      returning id`
  return [db.$with('slot', {}).as(slot), db.$with('seat', {}).as(seat)]
}

export const openedSeat = sql<string | null>`(select id from seat)`

export function openingValues({ startsAt, minutes, ...claim }: Claim) {
  return { ...claim, during: rangeOf(startsAt, endOf(startsAt, minutes)), newSlotId: newId(), newSeatId: newId() }
}

/** Deletes seats in this time whose hold has run out at `now`, and then sessions without seats. Returns whether a session went. */
async function sweepSlots(tx: Tx, coachId: string, during: string, now: Date): Promise<boolean> {
  const overlapping = and(eq(slots.coachId, coachId), sql`${slots.during} && ${during}::tstzrange`)
  const over = await tx.execute(sql`delete from seats using slots
    where ${seats.slotId} = ${slots.id} and ${overlapping} and ${seats.heldUntil} <= ${now.toISOString()}`)
  if (over.rowCount === 0) return false
  const empty = await tx
    .delete(slots)
    .where(
      and(
        overlapping,
        eq(slots.isShut, false),
        sql`not exists (select from seats where ${seats.slotId} = ${slots.id})`,
      ),
    )
  return empty.rowCount !== 0
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
        eq(slots.isShut, false),
        sql`${slots.during} = ${during}::tstzrange`,
        sql`(select count(*) from seats where ${seats.slotId} = ${slots.id}) < ${slots.capacity}`,
      ),
    )
  return slot?.id ?? null
}
