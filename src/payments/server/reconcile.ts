import { and, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Intent } from '#src/outside/stripe.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound, Unavailable } from '#src/server/errors.ts'
import { isId } from '#src/shared/fields.ts'
import { showDollars } from '#src/shared/money.ts'
import { sweepDisputes } from './disputes.ts'
import { expireOrder, type OrderRow } from './orders.ts'
import { settlePayment } from './payments.ts'
import { raiseFinding } from './problems.ts'
import { sendWrittenRefund } from './refunds.ts'
import { orders, paymentProblems, refunds } from './table.ts'

/** How young a payment or a refund may be to be still on its usual way. */
const usualWayMs = 30_000

/** How often settling a payment may fail in a way nobody expected until the owner hears of it. */
const triesUntilRaised = 3

/** How long a refund may take until the owner hears of it. */
const patienceMs = 72 * 3_600_000

/**
 * Ends the holds that ran out (nobody waits for it: whoever wants such an hour takes it), compares our orders with the
 * provider's payments of the last `lookBackHours` and repairs what a lost webhook, a lost job or a crash left: books what
 * was paid, sends refunds that got stuck, notes disputes. What it cannot repair it raises for the owner. Every step is one that repeats harmlessly, so it can run at any time, also twice
 * at once. It asks the provider one call after the other, one for every 100 payments and one for each to be repaired, but for holds
 * four at a time: below Stripe's limit of 25 calls a second (100 with live keys).
 */
export async function reconcile(deps: Deps, { lookBackHours }: { lookBackHours: number }): Promise<void> {
  if (!deps.payments) return
  const now = deps.now().getTime()
  const ranOut = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'open'), isNotNull(orders.heldUntil), lt(orders.heldUntil, deps.now())))
    .limit(500)
  while (ranOut.length > 0)
    await Promise.all(ranOut.splice(0, 4).map(({ id }) => keepGoing(deps, () => expireOrSettle(deps, id))))

  const stuck = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lt(refunds.createdAt, new Date(now - usualWayMs))))
    .limit(500)
  for (const refund of stuck) {
    if (now - refund.createdAt.getTime() > patienceMs) await raiseLate(deps, refund)
    await keepGoing(deps, () => sendWrittenRefund(deps, refund.id))
  }

  await keepGoing(deps, () => sweepDisputes(deps))

  for await (const intent of deps.payments.listIntents({ createdAfter: new Date(now - lookBackHours * 3_600_000) })) {
    if (intent.status === 'succeeded' && now - intent.created.getTime() >= usualWayMs) await reconcilePaid(deps, intent)
  }
}

async function raiseLate(deps: Deps, { id, orderId, amount }: typeof refunds.$inferSelect): Promise<void> {
  const text = `${showDollars(amount)} that we owe has been on its way back for three days. Look it up at the payment provider.`
  await raiseFinding(deps, { subject: `refund-late:${id}`, kind: 'refund-failed', orderId, text })
}

/** Ends a hold whose time is over: gives the hour back, or settles the payment that was made in time. */
export async function expireOrSettle(deps: Deps, orderId: string): Promise<void> {
  const paid = await expireOrder(deps, orderId)
  if (paid?.status === 'open' && paid.intentId) {
    await settleOrRaise(deps, paid, paid.intentId).catch((error: unknown) => {
      // Still unpaid or not ours to book: a payment that arrives later settles by itself.
      if (!(error instanceof Conflict || error instanceof NotFound)) throw error
    })
  }
}

/** A payment of ours must be booked or refunded, and what went back must be what we meant. */
async function reconcilePaid(deps: Deps, intent: Intent): Promise<void> {
  const order = intent.orderId ? await findOrder(deps, intent.orderId) : null
  if (!order) {
    const text = `The provider received ${showDollars(intent.amountReceived)} that belongs to no order of ours (${intent.id}).`
    return raiseFinding(deps, { subject: `payment:${intent.id}`, kind: 'unknown-payment', text })
  }
  if (order.status === 'open' || order.status === 'released') {
    try {
      await settleOrRaise(deps, order, intent.id)
    } catch (error) {
      if (error instanceof Conflict || error instanceof NotFound) await raiseMismatch(deps, order, intent)
      else deps.log.warn({ err: error, intent: intent.id }, 'reconciliation could not settle a payment yet')
    }
    return
  }
  if (intent.id !== order.intentId) return raiseMismatch(deps, order, intent)
  const underWay = await deps.db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, order.id),
        // One written just now may be missing in the provider's list, which was read a little earlier.
        or(eq(refunds.status, 'pending'), gt(refunds.createdAt, new Date(deps.now().getTime() - usualWayMs))),
      ),
    )
    .limit(1)
  if (underWay.length === 0 && order.refunded !== intent.amountRefunded) {
    const text = `We meant to give ${showDollars(order.refunded)} back, the provider gave back ${showDollars(intent.amountRefunded)} (${intent.id}).`
    await raiseFinding(deps, {
      subject: `refunds:${intent.id}:${order.refunded}:${intent.amountRefunded}`,
      kind: 'mismatch',
      orderId: order.id,
      text,
    })
  }
}

/**
 * Settles a payment, as `settlePayment` does and with the same named errors. Any other error is ours: it is tried again at
 * every run, and after a few the owner hears of it, once, until a later try succeeds.
 */
async function settleOrRaise(deps: Deps, order: OrderRow, intentId: string): Promise<void> {
  const subject = `unsettled:${order.id}`
  try {
    await settlePayment(deps, intentId)
    if (order.failedTries >= triesUntilRaised)
      await deps.db
        .update(paymentProblems)
        .set({ resolvedAt: deps.now() })
        .where(and(eq(paymentProblems.subject, subject), isNull(paymentProblems.resolvedAt)))
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound || error instanceof Unavailable) throw error
    if (order.failedTries >= triesUntilRaised) return
    const failedTries = order.failedTries + 1
    deps.log.error({ err: error, intent: intentId, order: order.id, failedTries }, 'a payment could not be settled')
    await deps.db.update(orders).set({ failedTries }).where(eq(orders.id, order.id))
    if (failedTries < triesUntilRaised) return
    const text = `${order.contactName} paid ${showDollars(order.amount)} for ${order.serviceName} (${intentId}), and we could not book it: something is wrong with our software. Tell your engineer, the log names this payment; or give the money back at the payment provider. We go on trying.`
    await raiseFinding(deps, { subject, kind: 'unsettled', orderId: order.id, text })
  }
}

async function raiseMismatch(deps: Deps, order: OrderRow, intent: Intent): Promise<void> {
  const text = `The provider received ${showDollars(intent.amountReceived)} (${intent.id}), which does not match its order of ${showDollars(order.amount)}. It was not booked.`
  await raiseFinding(deps, { subject: `payment:${intent.id}`, kind: 'mismatch', orderId: order.id, text })
}

async function findOrder({ db }: Deps, id: string): Promise<OrderRow | null> {
  if (!isId(id)) return null
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order ?? null
}

/** One order the provider does not answer for must not stop the others. */
async function keepGoing(deps: Deps, step: () => Promise<unknown>): Promise<void> {
  await step().catch((error: unknown) =>
    deps.log.warn({ err: error }, 'reconciliation left something for its next run'),
  )
}
