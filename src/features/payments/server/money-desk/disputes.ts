import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { recordDispute } from '#src/features/bookings/server/bookings.ts'
import type { Dispute } from '#src/providers/stripe.ts'
import { showDollars } from '#src/shared/money.ts'
import { disputes, orders, paymentProblems } from '../table.ts'
import { disputeReasonWords } from './dispute-reasons.ts'
import { raiseProblem } from './problems.ts'
import { alertDispute, wentBackBefore } from './staff-alerts.ts'

/**
 * What the provider says about a dispute over a payment of ours: it is written
 * down, the booking carries it, and the owner hears of its opening and of its decision once each.
 */
export async function noteDisputeOf(deps: Deps, dispute: Dispute): Promise<void> {
  const { id, intentId, state, amount, reason, dueBy } = dispute
  if (!intentId) return
  await deps.db.transaction(async (tx) => {
    // Its lock lets one at a time note something about a payment.
    const [order] = await tx.select().from(orders).where(eq(orders.intentId, intentId)).for('update')
    if (!order) return
    const [known] = await tx.select().from(disputes).where(eq(disputes.id, id))
    // Read before its decision and noted after it.
    if (known && known.state !== 'open' && state === 'open') return
    const facts = { state, amount, reason, dueBy }
    await tx
      .insert(disputes)
      .values({ id, orderId: order.id, ...facts, createdAt: dispute.createdAt })
      .onConflictDoUpdate({ target: disputes.id, set: facts })
    if (known?.state === state) return
    if (order.bookingId) await recordDispute(tx, order.bookingId, state)
    // Nothing is left to answer.
    if (state !== 'open')
      await tx
        .update(paymentProblems)
        .set({ resolvedAt: deps.now() })
        .where(and(eq(paymentProblems.disputeId, id), isNull(paymentProblems.resolvedAt)))
    // One that is won needs nobody; the mail is enough.
    if (state !== 'won')
      await raiseProblem(deps, tx, {
        subject: `dispute:${id}:${state}`,
        kind: 'dispute',
        orderId: order.id,
        disputeId: id,
        text: whatHappened({ ...dispute, state }, order.contactName) + wentBackBefore(order, amount),
      })
    await alertDispute(deps, tx, order, dispute)
  })
}

/** Without the last day for an answer, which may be moved and stands in the dispute itself. */
function whatHappened({ state, amount, reason }: Dispute & { state: 'open' | 'lost' }, player: string): string {
  const money = showDollars(amount)
  return state === 'open'
    ? `${player} asked the bank for ${money}: ${disputeReasonWords(reason)}.`
    : `The bank has decided for ${player}: ${money} is gone.`
}
