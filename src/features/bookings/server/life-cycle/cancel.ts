import { and, eq, gt, isNotNull, ne } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type RefundDue, refundDue } from '#src/features/bookings/events.ts'
import { bankDecides, canWithdraw, refundLeft, refundNow } from '#src/features/bookings/rules.ts'
import { closeClaimOf } from '#src/features/bookings/server/claims/claim-of-cancelled.ts'
import { freeSeat } from '#src/features/schedule/server/schedule.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { toDecimal } from '#src/shared/money.ts'
import { type Cancelling, cancelledNotice } from '../notices/cancelled.ts'
import { tell } from '../notices/tell.ts'
import { alertCancelled } from '../staff-alerts.ts'
import { bookings } from '../table.ts'
import { checkCancellations } from './daily-limit.ts'
import { act, hasPlayerEnough } from './life-cycle.ts'
import { withMeeters } from './meeting.ts'
import { isWholeTeams } from './own-session.ts'

type BookingRow = typeof bookings.$inferSelect

/**
 * Cancels a booking, frees its seat and orders the refund. `refund` is what the person was told that goes back now, in
 * cents, beyond what was due before: when it is another amount by now, `Conflict` with that and nothing happens. The terms
 * sold decide it when the player cancels, or asked staff to (`askedByPlayer`); when staff cancel for the business, all that
 * is left goes back. `withdraws`: the player calls it so, which they can for some days only (TERM-9), as often as they like.
 */
export async function cancelBooking(
  deps: Deps,
  account: Account,
  id: string,
  asked: { refund: number; reason: string | null; askedByPlayer?: boolean; withdraws?: boolean },
): Promise<BookingRow> {
  const isHeldBack = await hasPlayerEnough(deps, account, id)
  return act(deps, account, id, 'cancel', async (tx, booking, party) => {
    // Where the coach is the whole team nobody knows whether the player asked, who gets all back: not while the bank decides.
    const isAlone = party === 'staff' && (await isWholeTeams(tx, booking))
    if (isAlone && booking.dispute === 'open') throw new Conflict(bankDecides, { reason: 'refused' })
    const isPlayersWish = party === 'player' || (asked.askedByPlayer === true && !isAlone)
    const refund = isPlayersWish ? refundNow(booking, deps.now()) : refundLeft(booking)
    if (asked.refund !== refund)
      throw new Conflict('The refund has changed since you looked. Please check it again.', {
        reason: 'refund-changed',
        refund: toDecimal(refund),
      })
    const isWithdrawal = party === 'player' && asked.withdraws === true
    if (isWithdrawal && !canWithdraw(booking, deps.now()))
      throw new Conflict('You cannot withdraw from this session any more.', { reason: 'refused' })
    // A right has no limit.
    if (party === 'player' && refund > 0 && !isWithdrawal) await checkCancellations(deps, tx, account.id)
    const how = {
      by: party,
      isPlayersWish,
      isWithdrawal,
      reason: asked.reason,
      refund,
      accountId: account.id,
      isHeldBack,
    }
    const set = await cancelLocked(deps, tx, booking, how)
    const detail = {
      refund: toDecimal(refund),
      ...(party === 'staff' && { asked: isPlayersWish ? 'player' : 'team' }),
      ...(isWithdrawal && { withdrawn: 'yes' }),
    }
    return { set, reason: asked.reason, detail }
  })
}

/**
 * Ends a locked booking, orders its refund in cents, and tells both and the team. `accountId`: who does it; `isHeldBack` as `tell` says. Gives the columns
 * that say so.
 */
export async function cancelLocked(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  {
    accountId,
    isHeldBack,
    ...how
  }: Pick<Cancelling, 'by' | 'isPlayersWish' | 'isWithdrawal' | 'reason' | 'refund'> & {
    accountId: string
    isHeldBack?: boolean
  },
): Promise<Partial<BookingRow>> {
  const { id } = booking
  const cause = how.isWithdrawal ? ('withdrawn' as const) : ('cancelled' as const)
  const set = await endBooking(deps, tx, booking, { cause, causeId: id, amount: how.refund })
  // A call-off takes the seat away and leaves the hour.
  const wasCalledOff = booking.startsAt !== null && booking.seatId === null
  const cancelling = { ...how, others: await countOthers(tx, booking), wasCalledOff }
  const met = await withMeeters(tx, { ...booking, ...set })
  await tell(deps, tx, met, { key: `booking-cancelled:${id}`, isHeldBack }, (about) =>
    cancelledNotice(about, { ...cancelling, was: booking, now: deps.now() }),
  )
  await alertCancelled(deps, tx, met, { ...cancelling, accountId })
  return set
}

/** Frees the seat of a locked booking that is cancelled and orders its refund. Gives the columns that say so. */
export async function endBooking(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  refund: Omit<RefundDue, 'bookingId'>,
): Promise<Partial<BookingRow> & Pick<BookingRow, 'refundDue'>> {
  if (booking.seatId) await freeSeat(tx, booking.seatId)
  const set = {
    status: 'cancelled' as const,
    seatId: null,
    nextReminderAt: null,
    refundDue: booking.refundDue + refund.amount,
    sequence: booking.sequence + 1,
  }
  if (refund.amount > 0) await deps.jobs.emit(tx, refundDue, { bookingId: booking.id, ...refund })
  await closeClaimOf(tx, { ...booking, ...set }, deps.now())
  return set
}

/** How many other players have a seat in the same session. */
async function countOthers(tx: Tx, { id, coachId, startsAt, capacity }: BookingRow): Promise<number> {
  if (capacity === 1 || !coachId || !startsAt) return 0
  const sameHour = and(eq(bookings.coachId, coachId), eq(bookings.startsAt, startsAt), ne(bookings.id, id))
  return tx.$count(bookings, and(sameHour, isNotNull(bookings.seatId), gt(bookings.capacity, 1)))
}
