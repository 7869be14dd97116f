import { and, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { longerHoldMinutes } from '#src/features/bookings/rules.ts'
import type { Service } from '#src/features/bookings/services.ts'
import { findActiveCoach, refuseOwnHours } from '#src/features/coaches/server/coaches.ts'
import { askToTick } from '#src/features/payments/contract.ts'
import { askProvider, closeOrder, giveUpOrder } from '#src/features/payments/server/holds/give-back.ts'
import {
  coachesFor,
  holdHour,
  isSoldAsNow,
  orderWithoutHour,
  refuseHour,
} from '#src/features/payments/server/holds/hold.ts'
import {
  findHoldHistory,
  mostHolds,
  type OrderRow,
  type UnpaidOrder,
} from '#src/features/payments/server/holds/hold-limits.ts'
import { freeCoaches, holdSeat, lockCoach, type Start } from '#src/features/schedule/server/schedule.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Conflict, Invalid, NotFound, Unavailable } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import type { Intent, PaymentProvider } from '#src/providers/stripe.ts'
import { wireExpertise } from '#src/shared/games.ts'
import { toDecimal } from '#src/shared/money.ts'
import { phoneToKeep } from '#src/shared/phone-number.ts'
import { type BookingRequest, type IntentRequest, readBookingRequest } from './booking-request.ts'
import { maySell } from './seller.ts'
import { orders } from './table.ts'

export type { OrderRow } from '#src/features/payments/server/holds/hold-limits.ts'

/**
 * Prepares a payment: holds the wanted hour for 15 minutes and creates an intent at the provider. The same request of
 * the same player returns the same order and intent, unless price, terms or seat have changed since. `network` is the caller's
 * network (`lineOf`). Throws `Conflict` (price, hour or number of holds), `TooMany` (the player or their network has to
 * wait), `Invalid`, `NotFound` (coach) and `Unavailable` (payments are not set up, or the provider does not answer).
 */
export async function createPaymentIntent(
  deps: Deps,
  player: Account,
  request: IntentRequest,
  network: string,
): Promise<{ order: OrderRow; intent: Intent; coachName: string | null }> {
  if (!deps.payments) throw new Unavailable('Payments are not set up.')
  if (!(await maySell(deps))) throw new Unavailable('No payments are taken before everybody can read who sells.')
  const bookingRequest = await readBookingRequest(deps, request)
  if (bookingRequest.coach) refuseOwnHours(bookingRequest.coach, player.id)
  if (request.amount !== bookingRequest.service.price)
    throw new Conflict('The price has changed. Please choose your session again.', {
      reason: 'price',
      price: toDecimal(bookingRequest.service.price),
    })

  const hold = () =>
    bookingRequest.start
      ? holdHour(deps, player, bookingRequest, bookingRequest.start, network)
      : orderWithoutHour(deps, player, bookingRequest)
  let held = await hold().catch(async (error: unknown) => {
    const holdsTooMany = error instanceof Conflict && error.details.reason === 'holds'
    if (!holdsTooMany || !(await releaseOlder(deps, player, bookingRequest))) throw error
    return hold()
  })
  if (held.isReused && !(await goesOn(deps, held.order, bookingRequest.service))) {
    if (!(await giveUpOrder(deps, held.order, 'over'))) throw underWay()
    held = await hold()
  }
  const { order, isReused } = held
  const { payments } = deps
  const intent = await askProvider(deps, () => intentOf(payments, order)).catch(async (error: unknown) => {
    // An earlier order may have its card form open: its hold expires by itself.
    if (!isReused) await closeOrder(deps, order, 'over')
    throw error
  })
  if (order.intentId !== intent.id)
    await deps.db.update(orders).set({ intentId: intent.id }).where(eq(orders.id, order.id))
  const assigned =
    order.coachId && order.coachId !== bookingRequest.coach?.id
      ? await findActiveCoach(deps.db, order.coachId)
      : bookingRequest.coach
  return {
    order: { ...order, intentId: intent.id },
    intent,
    coachName: order.coachId ? (assigned?.name ?? null) : null,
  }
}

/** Whether an order that is asked for again is still what is sold, with its seat and a payment that can be made. */
async function goesOn(deps: Deps, order: OrderRow, service: Service): Promise<boolean> {
  if (!isSoldAsNow(deps, order, service) || (order.startsAt && !order.seatId)) return false
  const { payments } = deps
  const { intentId } = order
  const intent = payments && intentId ? await askProvider(deps, () => payments.findIntent(intentId)) : null
  return intent?.status !== 'canceled'
}

/** The order's intent as it is at the provider; made from what the order says, the same however often it is asked for. */
async function intentOf(payments: PaymentProvider, order: OrderRow): Promise<Intent> {
  const known = order.intentId && (await payments.findIntent(order.intentId))
  return (
    known ||
    payments.createIntent({
      key: order.id,
      amount: order.amount,
      description: `${order.serviceName} with ${order.wantedCoachName ?? 'any available coach'}`,
      orderId: order.id,
      metadata: { service: order.serviceId, game: wireExpertise(order.game) },
    })
  )
}

/** Of who may hold one hour at a time an older hold is released if the new hour can be had. Returns whether one was. */
async function releaseOlder(deps: Deps, player: Account, bookingRequest: BookingRequest): Promise<boolean> {
  const history = await findHoldHistory(deps.db, player, deps.now())
  const older = history.open.filter(({ isLive }) => isLive).map(({ order }) => order)
  const [oldest] = older
  if (mostHolds(history) > 1 || !oldest) return false
  if (bookingRequest.start && !(await canTake(deps, player, bookingRequest, bookingRequest.start, oldest)))
    throw await refuseHour(deps, player, bookingRequest, bookingRequest.start, null)
  for (const order of older) if (!(await giveUpOrder(deps, order, 'given back'))) throw underWay()
  return true
}

const underWay = () =>
  new Conflict('A payment of yours is still under way. Please try again in some minutes.', { reason: 'holds' })

/** Whether a start would be free if the player's older hold were released. */
async function canTake(
  deps: Deps,
  player: Account,
  bookingRequest: BookingRequest,
  start: Start,
  { seatId }: UnpaidOrder,
): Promise<boolean> {
  const { minutes, capacity } = bookingRequest.service
  const wanted = {
    coachIds: await coachesFor(deps, bookingRequest, player.id),
    minutes,
    capacity,
    movingSeatId: seatId,
  }
  const at = { now: deps.now(), zone: deps.env.businessTimeZone }
  return (await freeCoaches(deps.db, wanted, start, at)).length > 0
}

/**
 * Stores the contact of the person the booking is for, before the card is confirmed: a hold with less than five minutes
 * left gets ten, once, since the bank may ask the player. Returns until when the hour is held, null without one. Throws
 * `NotFound` for somebody else's order, `Conflict` once it is settled, `Invalid` for an address of somebody else that got
 * too many mails from visitors (`mayMailUnasked`), or who can withdraw and did not ask to begin before (`startsEarly`).
 * `copyTo` gets one mail once it is booked.
 */
export async function setOrderContact(
  deps: Deps,
  player: Account,
  orderId: string,
  contact: {
    name: string
    email: string
    phone: string | null
    phoneCountry?: string | undefined
    copyTo: string | null
    startsEarly?: boolean | undefined
  },
): Promise<Date | null> {
  const order = await ownOrder(deps, player, orderId)
  if (isWithdrawable(order) && !contact.startsEarly) throw new Invalid({ startsEarly: askToTick })
  // One order, one mail: changing the address to and fro takes no more of those that its reader may get.
  const mayMail = contact.email === player.email || (await mayMailUnasked(deps, contact.email, 'notice', order.id))
  if (!mayMail)
    throw new Invalid({
      email: 'This address has had a lot of mail from us just now. Please use your own, or try again in an hour.',
    })
  // Who gets the confirmation needs no copy of it.
  const copyTo = contact.copyTo === contact.email ? null : contact.copyTo
  const changed = await deps.db
    .update(orders)
    .set({
      contactName: contact.name,
      contactEmail: contact.email,
      contactPhone: phoneToKeep(contact.phone, contact.phoneCountry),
      copyTo,
      earlyStartAt: isWithdrawable(order) ? deps.now() : null,
    })
    .where(and(eq(orders.id, order.id), eq(orders.status, 'open')))
    .returning({ seatId: orders.seatId, heldUntil: orders.heldUntil })
  const [stored] = changed
  if (!stored) throw new Conflict('This order is closed. Please choose your session again.', { reason: 'closed' })
  if (!stored.seatId || !stored.heldUntil) return null
  const isSoonOver = stored.heldUntil.getTime() - deps.now().getTime() < bankMinutes.least * 60_000
  return (isSoonOver && (await holdForBank(deps, order))) || stored.heldUntil
}

/** Whether its player can withdraw (TERM-9). */
export function isWithdrawable({ terms }: Pick<OrderRow, 'terms'>): boolean {
  return terms.withdrawalDays !== undefined
}

/** What a bank has to answer in: a hold with fewer minutes left when the card is about to be confirmed gets these. */
const bankMinutes = { least: 5, given: 10 }

/** The new end of the hold; null when it had that before, or is over. */
async function holdForBank(deps: Deps, { id, coachId }: OrderRow): Promise<Date | null> {
  if (!coachId) return null
  return deps.db.transaction(async (tx) => {
    const order = await lockLiveHold(deps, tx, id, coachId)
    if (!order || order.isHeldForBank) return null
    const heldUntil = new Date(deps.now().getTime() + bankMinutes.given * 60_000)
    if (!(await holdSeat(tx, order.seatId, heldUntil))) return null
    await tx.update(orders).set({ heldUntil, isHeldForBank: true }).where(eq(orders.id, id))
    return heldUntil
  })
}

/** An open order whose hour is still held, locked with its coach until the transaction ends; null when there is none. */
async function lockLiveHold(deps: Deps, tx: Tx, orderId: string, coachId: string) {
  await lockCoach(tx, coachId)
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  const { status, seatId, heldUntil } = order ?? {}
  if (!order || status !== 'open' || !seatId || !heldUntil || heldUntil <= deps.now()) return null
  return { ...order, seatId, heldUntil }
}

/**
 * Extends the hold of a player who is still paying by ten minutes, once. Returns its new end. Throws `NotFound` for
 * somebody else's order, `Conflict` when it was extended before or has expired.
 */
export async function holdLonger(deps: Deps, player: Account, orderId: string): Promise<Date> {
  const { coachId } = await ownOrder(deps, player, orderId)
  if (!coachId) throw new Conflict('This order holds no hour.', { reason: 'closed' })
  return deps.db.transaction(async (tx) => {
    const order = await lockLiveHold(deps, tx, orderId, coachId)
    if (order?.isHeldLonger)
      throw new Conflict('You have had ten minutes more already. Please pay now.', { reason: 'longer' })
    const heldUntil = order && new Date(order.heldUntil.getTime() + longerHoldMinutes * 60_000)
    if (!heldUntil || !(await holdSeat(tx, order.seatId, heldUntil)))
      throw new Conflict('Your hour is not held any more. Please choose it again.', { reason: 'closed' })
    await tx.update(orders).set({ heldUntil, isHeldLonger: true }).where(eq(orders.id, orderId))
    return heldUntil
  })
}

/** Releases a player's hold. Returns false when the payment can no longer be stopped. */
export async function releaseOrder(deps: Deps, player: Account, orderId: string): Promise<boolean> {
  return giveUpOrder(deps, await ownOrder(deps, player, orderId), 'given back')
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
