import { eq, inArray } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepOther } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { type actorRoles, type historyActs, isHeld } from '#src/features/bookings/life-cycle.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { bookingHistory, bookings } from '../table.ts'
import { recountHeld } from './held.ts'

type BookingRow = typeof bookings.$inferSelect

/** A change of a booking, with what its line of history says. */
export type Change = {
  set: Partial<BookingRow>
  act: (typeof historyActs)[number]
  /** Who does it; `system`: time itself, or the payment provider. */
  actor: { id: string | null; role: (typeof actorRoles)[number] }
  reason?: string | null
  detail?: Record<string, string | number | null>
  /** The id of the line of history, where the caller has one. */
  historyId?: string
}

/**
 * Locks a booking for a change: its player against deletion, its coach (and a new coach, in the order of their ids), then its row.
 * `seen` is how the caller knew it; throws `Conflict` when it has another coach by now.
 */
export async function lockBooking(
  tx: Tx,
  seen: Pick<BookingRow, 'id' | 'coachId'>,
  newCoachId?: string | null,
): Promise<BookingRow> {
  const player = tx.select({ id: bookings.playerId }).from(bookings).where(eq(bookings.id, seen.id))
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, player)).for('key share')
  for (const coachId of [...new Set([seen.coachId, newCoachId])].filter((coach) => coach != null).sort())
    await lockCoach(tx, coachId)
  const booking = only(await tx.select().from(bookings).where(eq(bookings.id, seen.id)).for('update'))
  if (booking.coachId !== seen.coachId)
    throw new Conflict('This booking has just changed. Please look again.', { reason: 'changed' })
  return booking
}

/** Changes a locked booking, writes its line of history, and keeps its coaches' counts of held sessions true. */
export async function changeBooking(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  { set, act, actor, reason, detail, historyId }: Change,
): Promise<BookingRow> {
  const changed =
    Object.keys(set).length > 0
      ? only(await tx.update(bookings).set(set).where(eq(bookings.id, booking.id)).returning())
      : booking
  if (isHeld(booking, deps.now()) || isHeld(changed, deps.now()))
    for (const coachId of new Set([booking.coachId, changed.coachId]))
      if (coachId) await recountHeld(tx, coachId, deps.now())
  const who = { actorId: actor.id, actorRole: actor.role, createdAt: deps.now() }
  await writeHistory(tx, { id: historyId, bookingId: booking.id, act, ...who, reason, detail })
  return changed
}

/** Notes who did what, in the transaction that does it. Throws `Conflict` for a reason about a player who is gone (PRIV-2). */
export async function writeHistory(tx: Tx, entry: typeof bookingHistory.$inferInsert): Promise<void> {
  if (entry.reason) {
    const { playerId } = bookings
    const [booking] = await tx.select({ playerId }).from(bookings).where(eq(bookings.id, entry.bookingId))
    if (booking?.playerId) await keepOther(tx, booking.playerId)
  }
  await tx.insert(bookingHistory).values(entry)
}
