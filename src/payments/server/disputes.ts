import { and, eq, inArray, isNull } from 'drizzle-orm'
import { recordDispute } from '#src/bookings/server/bookings.ts'
import type { Dispute } from '#src/outside/stripe.ts'
import type { Deps } from '#src/server/deps.ts'
import { showDollars } from '#src/shared/money.ts'
import { raiseProblem } from './problems.ts'
import { alertDispute } from './staff-alerts.ts'
import { disputes, orders, paymentProblems } from './table.ts'

/** Longer than the card networks let anybody dispute a payment and argue about it. */
const lookBackDays = 180

/**
 * What the provider says about a dispute over a payment of ours, told by a webhook or found by the sweep: it is written
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
        text: whatHappened({ ...dispute, state }, order.contactName),
      })
    await alertDispute(deps, tx, order, dispute)
  })
}

/** Finds the disputes that no webhook told of, and what changed about those we know. */
export async function sweepDisputes(deps: Deps): Promise<void> {
  const createdAfter = new Date(deps.now().getTime() - lookBackDays * 24 * 3_600_000)
  const found: Dispute[] = []
  for await (const dispute of deps.payments?.listDisputes({ createdAfter }) ?? []) found.push(dispute)
  const known = await deps.db
    .select()
    .from(disputes)
    .where(
      inArray(
        disputes.id,
        found.map(({ id }) => id),
      ),
    )
  const isNews = ({ id, state, dueBy }: Dispute) => {
    const before = known.find((each) => each.id === id)
    return before?.state !== state || +(before.dueBy ?? 0) !== +(dueBy ?? 0)
  }
  for (const dispute of found.filter(isNews)) await noteDisputeOf(deps, dispute)
}

/** Without the last day for an answer, which may be moved and stands in the dispute itself. */
function whatHappened({ state, amount, reason }: Dispute & { state: 'open' | 'lost' }, player: string): string {
  const money = showDollars(amount)
  return state === 'open'
    ? `${player} asked the bank for ${money}: '${reason.replaceAll('_', ' ')}'.`
    : `The bank has decided for ${player}: ${money} is gone.`
}
