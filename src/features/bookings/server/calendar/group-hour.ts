import { and, asc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { type MetBooking, withMeeters } from '../life-cycle/meeting.ts'
import { bookings, groupHours } from '../table.ts'

/** A group's hour as its coach's calendar has it: one entry, whose revision (RFC 5545 SEQUENCE) rises with every change. */
export type GroupHour = {
  uid: string
  sequence: number
  /** Who has a seat in it now, in the order in which they booked. */
  players: MetBooking[]
}

/**
 * The hour of a group's booking, one revision later; null for any other booking. `booking` is as the caller leaves it, which
 * may not be stored yet. Who is told of the same hour meanwhile waits until this transaction ends: revisions rise in the
 * order of what they say.
 */
export async function nextGroupHour(tx: Tx, booking: MetBooking): Promise<GroupHour | null> {
  const hour = hourOf(booking)
  if (!hour) return null
  const raised = await tx
    .insert(groupHours)
    .values(hour)
    .onConflictDoUpdate({
      target: [groupHours.coachId, groupHours.startsAt],
      set: { sequence: sql`${groupHours.sequence} + 1` },
    })
    .returning({ sequence: groupHours.sequence })
  return { ...only(raised), uid: groupHourUid(hour), players: await playersIn(tx, booking, hour) }
}

/** The hour of a group's booking as it is; null for any other booking. */
export async function readGroupHour(db: Db | Tx, booking: MetBooking): Promise<GroupHour | null> {
  const hour = hourOf(booking)
  if (!hour) return null
  const [stored] = await db
    .select({ sequence: groupHours.sequence })
    .from(groupHours)
    .where(and(eq(groupHours.coachId, hour.coachId), eq(groupHours.startsAt, hour.startsAt)))
  return {
    uid: groupHourUid(hour),
    sequence: stored?.sequence ?? 0,
    players: await playersIn(db, booking, hour),
  }
}

type Hour = { coachId: string; startsAt: Date }

/** Names the entry in its coach's calendar. */
export function groupHourUid({ coachId, startsAt }: Hour): string {
  return `${coachId}-${startsAt.toISOString()}`
}

function hourOf({ capacity, coachId, startsAt }: MetBooking): Hour | null {
  return capacity > 1 && coachId && startsAt ? { coachId, startsAt } : null
}

async function playersIn(db: Db | Tx, booking: MetBooking, { coachId, startsAt }: Hour): Promise<MetBooking[]> {
  const others = await db
    .select()
    .from(bookings)
    .where(
      and(
        ...[eq(bookings.coachId, coachId), eq(bookings.startsAt, startsAt), ne(bookings.id, booking.id)],
        ...[isNotNull(bookings.seatId), ne(bookings.status, 'cancelled'), gt(bookings.capacity, 1)],
      ),
    )
    .orderBy(asc(bookings.id))
  const met = await Promise.all(others.map((other) => withMeeters(db, other)))
  const isIn = booking.seatId !== null && booking.status !== 'cancelled'
  return isIn ? [...met, booking].toSorted((a, b) => (a.id < b.id ? -1 : 1)) : met
}
