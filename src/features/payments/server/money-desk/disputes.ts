import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { combineDisputes, type DisputeState } from '#src/features/bookings/rules.ts'
import { recordDispute } from '#src/features/bookings/server/bookings.ts'
import type { Dispute } from '#src/providers/stripe.ts'
import { showDollars } from '#src/shared/money.ts'
import type { OrderRow } from '../orders.ts'
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
    // Read before what came since, and noted after it.
    if (known && stages[known.state] > stages[state]) return
    // What the bank was told when it only asked is no answer to the dispute.
    const isNews = known?.state === 'inquiry' && state === 'open'
    const facts = { state, amount, reason, dueBy, ...(isNews && unanswered) }
    await tx
      .insert(disputes)
      .values({ id, orderId: order.id, ...facts, createdAt: dispute.createdAt })
      .onConflictDoUpdate({ target: disputes.id, set: facts })
    if (known?.state === state) return
    const all = await tx.select({ state: disputes.state }).from(disputes).where(eq(disputes.orderId, order.id))
    const together = combineDisputes(all.map((each) => each.state))
    if (order.bookingId && together) await recordDispute(tx, order.bookingId, together)
    // Nothing is left to answer, or not to what was asked before.
    if (known)
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
        text: whatHappened({ ...dispute, state }, order),
      })
    await alertDispute(deps, tx, order, { ...dispute, wasInquiry: known?.state === 'inquiry' })
  })
}

const unanswered = { answeredAt: null, answeredBy: null, answerHash: null, evidence: null }

/** An event can be read late: what came of a dispute since stays. An inquiry may become a dispute, and no other way round. */
const stages: Record<DisputeState, number> = { inquiry: 0, open: 1, won: 2, lost: 2 }

/** Without the last day for an answer, which may be moved and stands in the dispute itself. */
function whatHappened({ state, amount, reason }: Dispute & { state: Exclude<DisputeState, 'won'> }, order: OrderRow) {
  const [money, player] = [showDollars(amount), order.contactName]
  if (state === 'inquiry')
    return `The bank asks about ${money} from ${player}. No money is gone. Refund it, or answer. Reason: ${disputeReasonWords(reason)}.`
  const what =
    state === 'open'
      ? `${player} asked the bank for ${money}: ${disputeReasonWords(reason)}.`
      : `The bank has decided for ${player}: ${money} is gone.`
  return what + wentBackBefore(order, amount)
}
