import { and, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { freeSeat, lockCoach } from '#src/features/schedule/server/schedule.ts'
import { Unavailable } from '#src/platform/http/errors.ts'
import type { Intent } from '#src/providers/stripe.ts'
import type { OrderRow, UnpaidOrder } from './hold-limits.ts'

/** Why a hold ends: its player let it go, we ended it (its time was over, say), or another player gets an hour (HOLD-4). */
type Ending = 'given back' | 'over' | 'given on'

/**
 * Expires a hold: cancels the intent at the provider, then frees the seat. Returns the order when it could not be
 * released: money has moved, or it is booked already.
 */
export async function expireOrder(deps: Deps, orderId: string): Promise<OrderRow | null> {
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, orderId))
  return order && !(await giveUpOrder(deps, order, 'over')) ? order : null
}

/**
 * Cancels an order's intent at the provider, then frees its seat. False when the payment can no longer be stopped; of one
 * that is given on also when it cannot go (`canGo`). Throws `Unavailable` when the provider does not answer.
 */
export async function giveUpOrder(deps: Deps, order: UnpaidOrder, ending: Ending): Promise<boolean> {
  if (order.status !== 'open') return order.status === 'released'
  if (ending === 'given on' && !(await canGo(deps, order))) return false
  const { payments } = deps
  const { intentId } = order
  if (!payments || !intentId) {
    await closeOrder(deps, order, ending)
    return true
  }
  // A cancelled intent no longer says whether a bank was asked.
  const mattersBefore = ending === 'given back' && isPastHalf(order, deps.now())
  const before = mattersBefore ? await askProvider(deps, () => payments.findIntent(intentId)) : null
  const intent = await askProvider(deps, () => payments.cancelIntent(intentId))
  if (intent && intent.status !== 'canceled') return false
  await closeOrder(deps, order, ending, before)
  return true
}

/** Whether a hold can go to another player: no bank is asked, and no money moves. Throws `Unavailable`. */
export async function canGo(deps: Deps, { intentId }: UnpaidOrder): Promise<boolean> {
  const { payments } = deps
  const intent = payments && intentId ? await askProvider(deps, () => payments.findIntent(intentId)) : null
  return !intent || intent.status === 'requires_payment_method'
}

/** A hold released in its last minute counts as expired: browsers' clocks are a little ahead. */
const lastMinuteMs = 60_000

/** Whether less is left of a hold than is over. */
function isPastHalf({ createdAt, heldUntil }: UnpaidOrder, now: Date): boolean {
  return heldUntil !== null && heldUntil.getTime() - now.getTime() < now.getTime() - createdAt.getTime()
}

/**
 * Releases an open order and frees its seat, if it still has one. What its player gives back after half of its time counts
 * as late, in the last minute as run out, unless `intent` says that a bank was asked (HOLD-5).
 */
export async function closeOrder(
  deps: Deps,
  order: UnpaidOrder,
  ending: Ending,
  intent: Intent | null = null,
): Promise<void> {
  const { id, coachId, heldUntil } = order
  const now = deps.now()
  const isForgiven = ending === 'given on' || (ending === 'given back' && intent?.bankAsked)
  const ranOut = !isForgiven && heldUntil !== null && heldUntil.getTime() < now.getTime() + lastMinuteMs
  const isGivenBackLate = ending === 'given back' && !isForgiven && !ranOut && isPastHalf(order, now)
  await deps.db.transaction(async (tx) => {
    if (coachId) await lockCoach(tx, coachId)
    const [closed] = await tx
      .update(orders)
      .set({
        status: 'released',
        network: null,
        ranOut,
        isGivenBackLate,
        isGivenOn: ending === 'given on',
        ...((isGivenBackLate || ending === 'given on') && { heldUntil: now }),
      })
      .where(and(eq(orders.id, id), eq(orders.status, 'open')))
      .returning({ seatId: orders.seatId })
    if (closed?.seatId) await freeSeat(tx, closed.seatId)
  })
}

/** Asks the provider. Throws `Unavailable` when it does not answer. */
export async function askProvider<Answer>({ log }: Deps, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    log.error({ err: error }, 'the payment provider does not answer')
    throw new Unavailable('The payment provider does not answer.')
  }
}
