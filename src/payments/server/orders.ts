import { and, eq, sql } from 'drizzle-orm'
import { longerHoldMinutes } from '#src/bookings/catalogue.ts'
import { findActiveCoach } from '#src/coaches/server/coaches.ts'
import type { Intent } from '#src/outside/stripe.ts'
import { freeCoaches, freeSeat, holdSeat, lockCoach, type Start } from '#src/schedule/server/schedule.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, Invalid, NotFound, Unavailable } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { mayMailUnasked } from '#src/server/limits.ts'
import { given, prepareOnce } from '#src/server/prepare-once.ts'
import { toDecimal } from '#src/shared/money.ts'
import { coachesFor, findSame, holdHour, orderWithoutHour, refuseHour } from './hold.ts'
import { type OrderRow, ordersOf, readStanding, refuseTooEarly } from './hold-limits.ts'
import { orders } from './table.ts'
import { type IntentRequest, readWish, type Wish } from './wish.ts'

export type { OrderRow } from './hold-limits.ts'

/**
 * Prepares a payment: holds the wanted hour for 15 minutes and asks the provider for an intent. The same player asking
 * for the same again gets the same order and intent. `network` is where they ask from (`networkOf`). Throws `Conflict`
 * (price, hour or number of holds), `TooMany` (they or their network have to wait), `Invalid`, `NotFound` (coach) and
 * `Unavailable` (payments are not set up, or the provider does not answer).
 */
export async function createPaymentIntent(
  deps: Deps,
  player: Account,
  request: IntentRequest,
  network: string,
): Promise<{ order: OrderRow; intent: Intent; coachName: string | null }> {
  if (!deps.payments) throw new Unavailable('Payments are not set up.')
  const wish = await readWish(deps, request)
  if (request.amount !== wish.service.price)
    throw new Conflict('The price has changed. Please choose your session again.', {
      reason: 'price',
      price: toDecimal(wish.service.price),
    })

  await replaceOlder(deps, player, wish)
  const { order, isReused } = wish.start
    ? await holdHour(deps, player, wish, wish.start, network)
    : await orderWithoutHour(deps, player, wish)
  const asked = deps.payments.createIntent({
    key: order.id,
    amount: order.amount,
    description: `${wish.service.name} with ${wish.coachName ?? 'any available coach'}`,
    orderId: order.id,
    metadata: { service: wish.service.id, game: wish.game },
  })
  const intent = await asked.catch(async (error: unknown) => {
    deps.log.error({ err: error, order: order.id }, 'no payment intent')
    // One asked for before may have its card form open: its hold runs out by itself.
    if (!isReused) await closeOrder(deps, order)
    throw new Unavailable('The payment provider does not answer.')
  })
  if (!order.intentId) await orderWithIntent(deps.db).execute({ id: order.id, intentId: intent.id })
  const assigned =
    order.coachId && order.coachId !== wish.coach?.id ? await findActiveCoach(deps.db, order.coachId) : wish.coach
  return {
    order: { ...order, intentId: intent.id },
    intent,
    coachName: order.coachId ? (assigned?.name ?? null) : null,
  }
}

/**
 * Until their e-mail is verified or they have paid for something, players hold one hour at a time: an older one goes back
 * when the wanted one can be had.
 */
async function replaceOlder(deps: Deps, player: Account, wish: Wish): Promise<void> {
  if (player.emailVerified) return
  const now = deps.now()
  const standing = readStanding(await ordersOf(deps.db).execute({ id: player.id, email: player.email }), now)
  const older = standing.open.filter(({ isLive }) => isLive).map(({ order }) => order)
  if (standing.isTrusted || older.length === 0 || findSame(standing, wish, now)) return
  // Who is about to be refused keeps what they hold.
  if (refuseTooEarly(deps, standing, now)) return
  if (wish.start && !(await canTake(deps, wish, wish.start, older[0]!)))
    throw await refuseHour(deps, player, wish, wish.start, null)
  for (const order of older)
    if (!(await giveUpOrder(deps, order)))
      throw new Conflict('A payment of yours is still under way. Please try again in some minutes.', {
        reason: 'holds',
      })
}

/** Whether a start is free, for somebody who leaves an older hold for it. */
async function canTake(deps: Deps, wish: Wish, start: Start, { seatId }: OrderRow): Promise<boolean> {
  const { minutes, capacity } = wish.service
  const wanted = { coachIds: await coachesFor(deps, wish), minutes, capacity, movingSeatId: seatId }
  return (await freeCoaches(deps.db, wanted, start, deps.env.businessTimeZone)).length > 0
}

const orderWithIntent = prepareOnce((db) =>
  db
    .update(orders)
    .set(given(orders, 'intentId'))
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order_with_intent'),
)

/**
 * Stores whom the booking is for. Throws `NotFound` for somebody else's order, `Conflict` once it is settled, `Invalid` for
 * an address of somebody else that has had enough mail by our visitors (`mayMailUnasked`).
 */
export async function setOrderContact(
  deps: Deps,
  player: Account,
  orderId: string,
  contact: { name: string; email: string; phone: string | null },
): Promise<void> {
  const order = await ownOrder(deps, player, orderId)
  const isOther = contact.email !== player.email && contact.email !== order.contactEmail
  if (isOther && !(await mayMailUnasked(deps, contact.email)))
    throw new Invalid({
      email: 'This address has had a lot of mail from us just now. Please use your own, or try again in an hour.',
    })
  const changed = await deps.db
    .update(orders)
    .set({ contactName: contact.name, contactEmail: contact.email, contactPhone: contact.phone })
    .where(and(eq(orders.id, order.id), eq(orders.status, 'open')))
    .returning({ id: orders.id })
  if (changed.length === 0)
    throw new Conflict('This order is closed. Please choose your session again.', { reason: 'closed' })
}

/**
 * Keeps the hour of a player who is still paying ten minutes more, once. Gives its new end. Throws `NotFound` for somebody
 * else's order, `Conflict` when it was kept longer before or its hold is over.
 */
export async function holdLonger(deps: Deps, player: Account, orderId: string): Promise<Date> {
  const { coachId } = await ownOrder(deps, player, orderId)
  if (!coachId) throw new Conflict('This order holds no hour.', { reason: 'closed' })
  return deps.db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
    if (order?.isHeldLonger)
      throw new Conflict('You have had ten minutes more already. Please pay now.', { reason: 'longer' })
    const isHeld = order?.status === 'open' && order.seatId && order.heldUntil && order.heldUntil > deps.now()
    const heldUntil = isHeld && new Date(order.heldUntil!.getTime() + longerHoldMinutes * 60_000)
    if (!heldUntil || !(await holdSeat(tx, order.seatId!, heldUntil)))
      throw new Conflict('Your hour is not held any more. Please choose it again.', { reason: 'closed' })
    await tx.update(orders).set({ heldUntil, isHeldLonger: true }).where(eq(orders.id, orderId))
    return heldUntil
  })
}

/** Gives a player's held hour back. False when the payment has moved too far to be stopped. */
export async function releaseOrder(deps: Deps, player: Account, orderId: string): Promise<boolean> {
  return giveUpOrder(deps, await ownOrder(deps, player, orderId))
}

/**
 * What the clock does to a hold: the intent is cancelled at the provider, then the seat is freed. Gives the order when it
 * could not be given up, because money has moved.
 */
export async function expireOrder(deps: Deps, orderId: string): Promise<OrderRow | null> {
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, orderId))
  return order && !(await giveUpOrder(deps, order)) ? order : null
}

async function giveUpOrder(deps: Deps, order: OrderRow): Promise<boolean> {
  if (order.status !== 'open') return order.status === 'released'
  const intent = order.intentId && deps.payments ? await cancelAtProvider(deps, order.intentId) : null
  if (intent && intent.status !== 'canceled') return false
  await closeOrder(deps, order)
  return true
}

async function cancelAtProvider({ payments, log }: Deps, intentId: string): Promise<Intent | null> {
  try {
    return await payments!.cancelIntent(intentId)
  } catch (error) {
    log.error({ err: error }, 'the payment provider does not answer')
    throw new Unavailable('The payment provider does not answer.')
  }
}

/** What is given back in its last minute has run out: browsers' clocks are a little ahead. */
const lastMinuteMs = 60_000

/** Releases an open order and frees its seat, if it still has one. */
async function closeOrder(deps: Deps, { id, coachId }: OrderRow): Promise<void> {
  const soon = new Date(deps.now().getTime() + lastMinuteMs)
  await deps.db.transaction(async (tx) => {
    if (coachId) await lockCoach(tx, coachId)
    const [closed] = await tx
      .update(orders)
      .set({ status: 'released', network: null, ranOut: sql`${orders.heldUntil} < ${soon.toISOString()}` })
      .where(and(eq(orders.id, id), eq(orders.status, 'open')))
      .returning({ seatId: orders.seatId })
    if (closed?.seatId) await freeSeat(tx, closed.seatId)
  })
}

/** A player's own order. Throws `NotFound`. */
export async function ownOrder(deps: Deps, player: Account, orderId: string): Promise<OrderRow> {
  const [order] = await deps.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.playerId, player.id)))
  if (!order) throw new NotFound('This order does not exist.')
  return order
}
