import { and, eq, isNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { combineDisputes, type DisputeState } from '#src/features/bookings/rules.ts'
import { recordDispute } from '#src/features/bookings/server/bookings.ts'
import type { Dispute } from '#src/providers/stripe.ts'
import { disputes, orders, paymentProblems } from '../table.ts'
import { whatTheBankDid } from './dispute-words.ts'
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
    const wasInquiry = known?.state === 'inquiry'
    // What the bank was told when it only asked is no answer to the dispute.
    const facts = { state, amount, reason, dueBy, ...(wasInquiry && state === 'open' && unanswered) }
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
        // Without the last day for an answer, which may be moved and stands in the dispute itself.
        text: whatTheBankDid(dispute, order.contactName) + (state === 'inquiry' ? '' : wentBackBefore(order, amount)),
      })
    await alertDispute(deps, tx, order, { ...dispute, wasInquiry })
  })
}

const unanswered = { answeredAt: null, answeredBy: null, answerHash: null, evidence: null }

/** An event can be read late: what came of a dispute since stays. An inquiry may become a dispute, and no other way round. */
const stages: Record<DisputeState, number> = { inquiry: 0, open: 1, won: 2, lost: 2 }
