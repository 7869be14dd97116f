import { and, asc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { Conflict, NotFound, Unavailable } from '#src/platform/http/errors.ts'
import { isId } from '#src/shared/fields.ts'
import { showDollars } from '#src/shared/money.ts'
import { closeOrder, expireOrder } from '../holds/give-back.ts'
import type { OrderRow } from '../orders.ts'
import { settlePayment } from '../payments.ts'
import { readEvents } from '../provider-events.ts'
import { numberReceipts } from '../receipts.ts'
import { orders, paymentProblems, refunds } from '../table.ts'
import { raiseFinding } from './problems.ts'
import { sendWrittenRefund } from './refunds.ts'

/** Orders and refunds younger than this are still being worked on by requests and jobs. */
const inProgressMs = 30_000

/** How often settling a payment may fail in a way nobody expected until the owner hears of it. */
const triesUntilRaised = 3

/** How long a refund may take until the owner hears of it. */
const lateRefundMs = 72 * 3_600_000

/**
 * Repairs what a lost webhook, a lost job or a crash left: ends the holds that ran out, settles the open orders that are
 * paid, sends refunds that got stuck, takes the provider's events that never reached us, and numbers the receipts of what
 * was booked. Every step is one that repeats harmlessly, so it can run at any time, also twice at once; one that fails
 * leaves the others alone. It asks the provider about what is open here, four orders at a time, and for its new events:
 * below Stripe's limit of 25 calls a second (100 with live keys).
 */
export async function reconcile(deps: Deps): Promise<void> {
  if (!deps.payments) return
  const now = deps.now()
  const young = new Date(now.getTime() - inProgressMs)
  const open = await deps.db
    .select({ id: orders.id, intentId: orders.intentId, heldUntil: orders.heldUntil })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'open'),
        or(lt(orders.heldUntil, now), and(isNotNull(orders.intentId), lt(orders.createdAt, young))),
      ),
    )
    .orderBy(asc(orders.heldUntil))
    .limit(500)
  while (open.length > 0)
    await Promise.all(
      open.splice(0, 4).map(({ id, intentId, heldUntil }) =>
        logFailure(deps, async () => {
          if (heldUntil && heldUntil < now) await expireOrSettle(deps, id)
          else if (intentId) await settleOrRaise(deps, intentId)
        }),
      ),
    )

  const stuck = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lt(refunds.createdAt, young)))
    .limit(500)
  for (const refund of stuck) {
    if (now.getTime() - refund.createdAt.getTime() > lateRefundMs) await raiseLate(deps, refund)
    await logFailure(deps, () => sendWrittenRefund(deps, refund.id))
  }

  await logFailure(deps, () => readEvents(deps))
  await logFailure(deps, () => numberReceipts(deps))
}

async function raiseLate(deps: Deps, { id, orderId, amount }: typeof refunds.$inferSelect): Promise<void> {
  const text = `${showDollars(amount)} that we owe has been on its way back for three days. Look it up at the payment provider.`
  await raiseFinding(deps, { subject: `refund-late:${id}`, kind: 'refund-failed', orderId, text })
}

/** Ends a hold whose time is over: gives the hour back, or settles the payment that was made in time. */
export async function expireOrSettle(deps: Deps, orderId: string): Promise<void> {
  const paid = await expireOrder(deps, orderId)
  if (paid?.status === 'open' && paid.intentId) await settleOrRaise(deps, paid.intentId)
}

/**
 * Settles a payment as `settlePayment` does, if it is paid, and raises for the owner what cannot be settled: money
 * without an order, another amount. An error nobody expected is thrown on, to be tried again; after a few the owner hears
 * of it, until a later try succeeds or the money was given back.
 */
export async function settleOrRaise(deps: Deps, intentId: string): Promise<void> {
  try {
    await settlePayment(deps, intentId)
  } catch (error) {
    if (error instanceof Unavailable) throw error
    if (error instanceof Conflict && error.details.reason === 'unpaid') return
    if (error instanceof NotFound || error instanceof Conflict) return raiseUnsettled(deps, intentId)
    await countFailure(deps, intentId, error)
    throw error
  }
  const order = await findOrder(deps, intentId)
  if (!order || order.failedTries < triesUntilRaised) return
  await deps.db
    .update(paymentProblems)
    .set({ resolvedAt: deps.now() })
    .where(and(eq(paymentProblems.subject, `unsettled:${order.id}`), isNull(paymentProblems.resolvedAt)))
}

/** A payment that is paid must have an order, and be what the order says. */
async function raiseUnsettled(deps: Deps, intentId: string): Promise<void> {
  const intent = await deps.payments?.findIntent(intentId)
  if (intent?.status !== 'succeeded') return
  const order = await findOrder(deps, intentId, intent.orderId)
  // Somebody gave all of it back at the provider: there is nothing left to book.
  if (intent.amountRefunded >= intent.amountReceived) return order ? closeOrder(deps, order, 'over') : undefined
  const received = `The provider received ${showDollars(intent.amountReceived)}`
  const subject = `payment:${intentId}`
  if (!order) {
    const text = `${received} that belongs to no order of ours (${intentId}).`
    return raiseFinding(deps, { subject, kind: 'unknown-payment', text })
  }
  const text = `${received} (${intentId}), which does not match its order of ${showDollars(order.amount)}. It was not booked.`
  await raiseFinding(deps, { subject, kind: 'mismatch', orderId: order.id, text })
}

async function countFailure(deps: Deps, intentId: string, error: unknown): Promise<void> {
  const order = await findOrder(deps, intentId)
  if (!order) return
  if (order.failedTries < triesUntilRaised) {
    const failedTries = order.failedTries + 1
    deps.log.error({ err: error, intent: intentId, order: order.id, failedTries }, 'a payment could not be settled')
    await deps.db.update(orders).set({ failedTries }).where(eq(orders.id, order.id))
    if (failedTries < triesUntilRaised) return
  }
  const text = `${order.contactName} paid ${showDollars(order.amount)} for ${order.serviceName} (${intentId}), and we could not book it: something is wrong with our software. Tell your engineer, the log names this payment; or give the money back at the payment provider. We go on trying.`
  await raiseFinding(deps, { subject: `unsettled:${order.id}`, kind: 'unsettled', orderId: order.id, text })
}

/** The order that names this payment, or that the payment names. */
async function findOrder({ db }: Deps, intentId: string, orderId?: string | null): Promise<OrderRow | null> {
  const isNamed = isId(orderId) ? eq(orders.id, orderId) : undefined
  const [order] = await db
    .select()
    .from(orders)
    .where(or(eq(orders.intentId, intentId), isNamed))
    .limit(1)
  return order ?? null
}

/** Runs a step; an error is logged and leaves the other steps alone: one order the provider does not answer for must not stop the others. */
async function logFailure(deps: Deps, step: () => Promise<unknown>): Promise<void> {
  await step().catch((error: unknown) =>
    deps.log.warn({ err: error }, 'reconciliation left something for its next run'),
  )
}
