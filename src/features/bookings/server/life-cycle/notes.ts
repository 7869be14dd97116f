import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { refusalOf } from '#src/features/bookings/life-cycle.ts'
import { notesRefund } from '#src/features/bookings/rules.ts'
import { refuseBlocked } from '#src/features/coaches/server/coaches.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { notesMissingNotice } from '../notices/notes-missing.ts'
import { tell } from '../notices/tell.ts'
import { bookings } from '../table.ts'
import { writeHistory } from './change-booking.ts'
import { act } from './life-cycle.ts'
import { withMeeters } from './meeting.ts'

/**
 * The coach of a session writes it up, in the caller's transaction, which locked the booking: these are the notes that some offers owe
 * (SELL-7). The first time counts; late ones keep no money from the player. Gives whether it is the first time. `coachId` is the coach's account.
 * Throws `Conflict` when it has not started, does not take place, was written up too long ago, or when nothing is owed and one of the two blocked the other.
 */
export async function recordWriteUp(
  { now }: Deps,
  tx: Tx,
  coachId: string,
  booking: typeof bookings.$inferSelect,
): Promise<boolean> {
  // A session that was called off has lost its seat, while its player still chooses.
  const refusal = booking.seatId ? refusalOf('write-up', booking, 'coach', now()) : 'This session does not take place.'
  if (refusal) throw new Conflict(refusal, { reason: 'refused' })
  // After a block one can only give what is still owed, once.
  if (!booking.owed || booking.notesSentAt || booking.notesMissedAt) await refuseBlocked(tx, booking)
  if (booking.notesSentAt) return false
  await tx.update(bookings).set({ notesSentAt: now() }).where(eq(bookings.id, booking.id))
  await writeHistory(tx, { bookingId: booking.id, act: 'write-up', actorId: coachId, actorRole: 'coach' })
  return true
}

/**
 * The player says that the written notes did not come: the difference that was paid for them goes back, once, and never
 * more than is left of the price. Gives the cents.
 */
export async function claimMissingNotes(deps: Deps, player: Account, bookingId: string): Promise<number> {
  let amount = 0
  await act(deps, player, bookingId, 'notes-missing', async (tx, booking) => {
    amount = notesRefund(booking)
    const set = { notesMissedAt: deps.now(), refundDue: booking.refundDue + amount }
    await deps.jobs.emit(tx, refundDue, { bookingId, cause: 'notes-missing', causeId: bookingId, amount })
    const met = await withMeeters(tx, { ...booking, ...set })
    await tell(deps, tx, met, { key: `notes-missing:${bookingId}` }, (about) => notesMissingNotice(about, amount))
    return { set, detail: { refund: toDecimal(amount) } }
  })
  return amount
}
