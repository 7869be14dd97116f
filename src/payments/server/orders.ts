import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { holdMinutes, maxLiveHolds } from '#src/bookings/catalogue.ts'
import { activeCoachIds, findActiveCoach } from '#src/coaches/server/coaches.ts'
import type { Intent } from '#src/outside/stripe.ts'
import {
  claimSeat,
  coachLock,
  freeCoaches,
  freeSeat,
  isOpen,
  lockCoach,
  type Start,
  sessionCounts,
  startRefused,
} from '#src/schedule/server/schedule.ts'
import { newId } from '#src/server/columns.ts'
import { commitBehind, type Db, type Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound, Unavailable } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { given, prepareOnce, prepareSql } from '#src/server/prepare-once.ts'
import { toDecimal } from '#src/shared/money.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { orders } from './table.ts'
import { type IntentRequest, readWish, type Wish } from './wish.ts'

export type OrderRow = typeof orders.$inferSelect

/**
 * Prepares a payment: holds the wanted hour for 15 minutes and asks the provider for an intent. The same player asking
 * for the same again gets the same order and intent. Throws `Conflict` (price, hour or number of holds), `Invalid`,
 * `NotFound` (coach) and `Unavailable` (payments are not set up, or the provider does not answer).
 */
export async function createPaymentIntent(
  deps: Deps,
  player: Account,
  request: IntentRequest,
): Promise<{ order: OrderRow; intent: Intent; coachName: string | null }> {
  if (!deps.payments) throw new Unavailable('Payments are not set up.')
  const wish = await readWish(deps, request)
  if (request.amount !== wish.service.price)
    throw new Conflict('The price has changed. Please choose your session again.', {
      reason: 'price',
      price: toDecimal(wish.service.price),
    })

  const { order, isReused } = wish.start
    ? await holdHour(deps, player, wish, wish.start)
    : { order: await insertOrder(deps.db, player, wish, null), isReused: false }
  try {
    const intent = await deps.payments.createIntent({
      key: order.id,
      amount: order.amount,
      description: `${wish.service.name} with ${wish.coachName ?? 'any available coach'}`,
      orderId: order.id,
      metadata: { service: wish.service.id, game: wish.game },
    })
    if (!order.intentId) await orderWithIntent(deps.db).execute({ id: order.id, intentId: intent.id })
    const assigned =
      order.coachId && order.coachId !== wish.coach?.id ? await findActiveCoach(deps.db, order.coachId) : wish.coach
    return {
      order: { ...order, intentId: intent.id },
      intent,
      coachName: order.coachId ? (assigned?.name ?? null) : null,
    }
  } catch (error) {
    deps.log.error({ err: error, order: order.id }, 'no payment intent')
    // One asked for before may have its card form open: its hold runs out by itself.
    if (!isReused) await closeOrder(deps, order, 'released')
    throw new Unavailable('The payment provider does not answer.')
  }
}

const orderWithIntent = prepareOnce((db) =>
  db
    .update(orders)
    .set(given(orders, 'intentId'))
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order_with_intent'),
)

/** Stores whom the booking is for. Throws `NotFound` for somebody else's order, `Conflict` once it is settled. */
export async function setOrderContact(
  deps: Deps,
  player: Account,
  orderId: string,
  contact: { name: string; email: string; phone: string | null },
): Promise<void> {
  const order = await ownOrder(deps, player, orderId)
  const changed = await deps.db
    .update(orders)
    .set({ contactName: contact.name, contactEmail: contact.email, contactPhone: contact.phone })
    .where(and(eq(orders.id, order.id), eq(orders.status, 'open')))
    .returning({ id: orders.id })
  if (changed.length === 0)
    throw new Conflict('This order is closed. Please choose your session again.', { reason: 'closed' })
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
  await closeOrder(deps, order, 'released')
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

/** Closes an open order and frees its seat, if it still has one. */
async function closeOrder(deps: Deps, { id, coachId }: OrderRow, status: 'released'): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (coachId) await lockCoach(tx, coachId)
    const [closed] = await tx
      .update(orders)
      .set({ status })
      .where(and(eq(orders.id, id), eq(orders.status, 'open')))
      .returning({ seatId: orders.seatId })
    if (closed?.seatId) await freeSeat(tx, closed.seatId)
  })
}

async function ownOrder(deps: Deps, player: Account, orderId: string): Promise<OrderRow> {
  const [order] = await deps.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.playerId, player.id)))
  if (!order) throw new NotFound('This order does not exist.')
  return order
}

/** An order, and whether the player had it before. */
type Held = { order: OrderRow; isReused: boolean }

type OpenOrder = { order: OrderRow; isLive: boolean }

const openOrdersOf = prepareOnce((db) =>
  db
    .select({ order: orders, isLive: sql<boolean>`${orders.heldUntil} > clock_timestamp()` })
    .from(orders)
    .where(and(eq(orders.playerId, sql.placeholder('playerId')), eq(orders.status, 'open'), isNotNull(orders.seatId)))
    .prepare('open_orders'),
)

/**
 * Of the player's open orders the one for the very same thing, if its hour is still held. Throws `Conflict` when there is
 * none and the player holds as many hours as one may.
 */
function findSame(open: OpenOrder[], now: Date, { service, coach, game, start }: Wish): OrderRow | null {
  const same = open.find(
    ({ order }) =>
      order.serviceId === service.id &&
      order.startsAt?.getTime() === start?.startsAt.getTime() &&
      order.game === game &&
      order.wantedCoachId === (coach?.id ?? null) &&
      order.heldUntil! > now,
  )
  if (!same && open.filter(({ isLive }) => isLive).length >= maxLiveHolds)
    throw new Conflict(`You are holding ${maxLiveHolds} hours already. Pay for one of them or let it go first.`, {
      reason: 'holds',
    })
  return same?.order ?? null
}

/** Holds the hour with the wanted coach, or with the free coach of the game who has the fewest sessions that day. */
async function holdHour(deps: Deps, player: Account, wish: Wish, start: Start): Promise<Held> {
  const { businessTimeZone: zone } = deps.env
  const coachIds = wish.coach ? [wish.coach.id] : await activeCoachIds(deps.db, wish.game)
  const { minutes, capacity } = wish.service
  for (const coachId of await candidatesFor(deps, { coachIds, minutes, capacity }, start)) {
    const held = await deps.db.transaction((tx) => holdWith(deps, tx, player, wish, start, coachId))
    if (held) return held
  }
  throw await startRefused(deps.db, { coachIds, minutes, capacity }, start, { now: deps.now(), zone })
}

/**
 * Whom to ask for an hour: of several coaches those who are free, the least busy of that day first. One is asked in any
 * case, since a player may hold this very hour already.
 */
async function candidatesFor(
  { db, env }: Deps,
  wish: { coachIds: string[]; minutes: number; capacity: number },
  start: Start,
): Promise<string[]> {
  if (wish.coachIds.length < 2) return wish.coachIds
  const zone = env.businessTimeZone
  const free = await freeCoaches(db, wish, start, zone)
  const day = [instantOf(start.date, '00:00', zone), instantOf(addDays(start.date, 1), '00:00', zone)] as const
  const counts = await sessionCounts(db, free, ...day)
  free.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
  return free.length > 0 ? free : wish.coachIds.slice(0, 1)
}

/** The player's lock comes first, then the coach's, everywhere. */
const holdLocked = prepareSql(
  'hold_locked',
  sql`select pg_advisory_xact_lock(hashtextextended(${sql.placeholder('playerId')}, 2)), ${coachLock}`,
)

/** One try with one coach; null when the hour is not theirs to sell. */
async function holdWith(
  deps: Deps,
  tx: Tx,
  player: Account,
  wish: Wish,
  start: Start,
  coachId: string,
): Promise<Held | null> {
  const { minutes, capacity } = wish.service
  // One after the other, but without a way back in between: what is read under the locks is what others left there.
  const [, open, isWorking] = await Promise.all([
    holdLocked(tx).execute({ playerId: player.id, coachId }),
    openOrdersOf(tx).execute({ playerId: player.id }),
    isOpen(tx, coachId, start, minutes, deps.env.businessTimeZone),
  ])
  // The same request may have come twice at once: the second one finds what the first has just written.
  const same = findSame(open, deps.now(), wish)
  if (same) return { order: same, isReused: true }
  if (!isWorking) return null

  const heldUntil = new Date(deps.now().getTime() + holdMinutes * 60_000)
  const { startsAt } = start
  const seatId = await claimSeat(tx, { coachId, startsAt, minutes, capacity, playerId: player.id, heldUntil })
  if (!seatId) return null
  const order = insertOrder(tx, player, wish, { coachId, seatId, heldUntil })
  commitBehind(tx)
  return { order: await order, isReused: false }
}

const newOrder = prepareOnce((db) =>
  db
    .insert(orders)
    .values(
      given(
        orders,
        'id',
        'playerId',
        'serviceId',
        'wantedCoachId',
        'game',
        'amount',
        'minutes',
        'sessionDate',
        'sessionTime',
        'startsAt',
        'contactName',
        'contactEmail',
        'coachId',
        'seatId',
        'heldUntil',
      ),
    )
    .returning()
    .prepare('new_order'),
)

async function insertOrder(
  tx: Tx | Db,
  player: Account,
  { service, coach, game, start }: Wish,
  hold: { coachId: string; seatId: string; heldUntil: Date } | null,
): Promise<OrderRow> {
  const [order] = await newOrder(tx).execute({
    id: newId(),
    playerId: player.id,
    serviceId: service.id,
    wantedCoachId: coach?.id ?? null,
    game,
    amount: service.price,
    minutes: service.minutes,
    sessionDate: start?.date ?? null,
    sessionTime: start?.time ?? null,
    startsAt: start?.startsAt ?? null,
    contactName: player.name,
    contactEmail: player.email,
    coachId: hold?.coachId ?? null,
    seatId: hold?.seatId ?? null,
    heldUntil: hold?.heldUntil ?? null,
  })
  return order!
}
