import { eq } from 'drizzle-orm'
import { recordDispute } from '#src/bookings/server/bookings.ts'
import type { Deps } from '#src/server/deps.ts'
import { showDollars } from '#src/shared/money.ts'
import { raiseProblem } from './problems.ts'
import { alertDispute } from './staff-alerts.ts'
import { orders } from './table.ts'

const said = {
  open: 'The player asked their bank to take back',
  won: 'The bank has decided for us: we keep',
  lost: 'The bank has decided against us: it took back',
}

/** A dispute over a payment of ours was opened or decided: the booking carries it, and the owner hears of it once. */
export async function noteDisputeOf(deps: Deps, intentId: string, dispute: 'open' | 'won' | 'lost'): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.intentId, intentId))
    if (!order) return
    if (order.bookingId && !(await recordDispute(tx, order.bookingId, dispute))) return
    await raiseProblem(deps, tx, {
      subject: `dispute:${intentId}:${dispute}`,
      kind: 'dispute',
      orderId: order.id,
      text: `${said[dispute]} ${showDollars(order.amount)} (${order.contactName}, ${intentId}).`,
    })
    // The provider's reason and last moment for an answer go in here.
    const told = { id: intentId, state: dispute, amount: order.amount, reason: null, dueBy: null }
    await alertDispute(deps, tx, order, told)
  })
}
