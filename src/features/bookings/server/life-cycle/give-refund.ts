import { eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { bankDecides, isWithBank, refundLeft } from '#src/features/bookings/rules.ts'
import { Conflict, Invalid } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { showDollars, toCents, toDecimal } from '#src/shared/money.ts'
import { refundedNotice } from '../notices/refunded.ts'
import { tell } from '../notices/tell.ts'
import { bookingHistory } from '../table.ts'
import { act } from './life-cycle.ts'
import { withMeeters } from './meeting.ts'

/**
 * Staff give a part or the rest of what a player paid back, whatever became of the session; the player reads the reason
 * (TERM-8). `amount` is cents. `idempotencyKey` becomes the id of the line of history, so that the same request again gives
 * nothing more. `left`: the cents that the caller saw could be given. Returns the cents it gave, now or the first time.
 * Throws `NotFound`, `Conflict` when nothing can be given or another sum than `left`, and `Invalid` when less is left.
 */
export async function giveRefund(
  deps: Deps,
  staff: Account,
  bookingId: string,
  asked: { amount: number; reason: string; idempotencyKey: string; left?: number },
): Promise<number> {
  const { reason, idempotencyKey } = asked
  let { amount } = asked
  await act(deps, staff, bookingId, 'refund', async (tx, booking) => {
    // Two refunds with one key at once: the second one sees the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${idempotencyKey}, 2))`)
    const [done] = await tx.select().from(bookingHistory).where(eq(bookingHistory.id, idempotencyKey))
    if (done && (done.bookingId !== bookingId || done.act !== 'refund'))
      throw new Invalid({ idempotencyKey: 'This key was used for something else.' })
    if (done) {
      amount = toCents(done.detail.amount ?? 0)
      return null
    }
    if (isWithBank(booking)) throw new Conflict(bankDecides, { reason: 'refused' })
    const left = refundLeft(booking)
    if (asked.left !== undefined && asked.left !== left)
      throw new Conflict(`${showDollars(left)} is left to refund by now. Please look again.`, { reason: 'changed' })
    if (left === 0) throw new Conflict('Nothing is left to refund.', { reason: 'refused' })
    if (amount === 0) throw new Invalid({ amount: 'Please say how much to refund.' })
    if (amount > left) throw new Invalid({ amount: `At most ${showDollars(left)} is left to refund.` })
    const set = { refundDue: booking.refundDue + amount }
    await deps.jobs.emit(tx, refundDue, { bookingId, cause: 'goodwill', causeId: idempotencyKey, amount })
    const met = await withMeeters(tx, { ...booking, ...set })
    await tell(deps, tx, met, { key: `booking-refunded:${idempotencyKey}` }, (about) =>
      about.as === 'player' ? refundedNotice(about, { amount, reason }) : null,
    )
    return { set, reason, detail: { amount: toDecimal(amount) }, historyId: idempotencyKey }
  })
  return amount
}
