import { eq, sql } from 'drizzle-orm'
import { hasProvenEmail } from '#src/accounts/server/accounts.ts'
import { anyCoachLabel } from '#src/bookings/catalogue.ts'
import {
  book,
  findBooking,
  knownGame,
  type MetBooking,
  type NewBooking,
  withMeeters,
} from '#src/bookings/server/bookings.ts'
import { activeCoachesOf, type CoachRow, findCoach } from '#src/coaches/server/coaches.ts'
import { coaches } from '#src/coaches/server/table.ts'
import { queueMail } from '#src/notifications/server/notifications.ts'
import type { Intent } from '#src/outside/stripe.ts'
import {
  claimSeat,
  findStart,
  freeCoaches,
  isOpen,
  keepSeat,
  lockCoach,
  type Start,
} from '#src/schedule/server/schedule.ts'
import { newId } from '#src/server/columns.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound, Unavailable } from '#src/server/errors.ts'
import { given, prepareOnce } from '#src/server/prepare-once.ts'
import { isId } from '#src/shared/fields.ts'
import { parseTime } from '#src/shared/times.ts'
import { lateRefundMail } from './mails.ts'
import type { OrderRow } from './orders.ts'
import { writeRefund } from './refunds.ts'
import { orders } from './table.ts'

export { forgetOld, forgetPerson, personalData, refuseOpenOrders, releaseOrders } from './personal-data.ts'

/** Where a payment stands: booked (the booking), still processing at the provider, or refunded because it came too late. */
export type Settlement =
  | { state: 'booked'; booking: MetBooking }
  | { state: 'processing' }
  | { state: 'refunded'; order: OrderRow }

/** How long a payment without a time waits for its player to name one. */
const timelessWaitMs = 5 * 60_000

/** Who asks, and the time they name for an intent that was made without one (reading R11 of the design). */
export type Asking = { playerId?: string; selectedDate?: string | null; selectedTime?: string | null }

/**
 * The one way from money to a booking. The success page, the webhook and every repair call it, in any order and any
 * number of times: the provider says what was paid, and one transaction turns the order into exactly one booking.
 * Throws `NotFound` (no such intent, or somebody else's), `Conflict` (not paid, or not what we asked for) and
 * `Unavailable` (the provider does not answer).
 */
export async function settlePayment(deps: Deps, intentId: string, asking: Asking = {}): Promise<Settlement> {
  const known = await findOrder(deps, { intentId })
  if (known && asking.playerId && known.order.playerId !== asking.playerId)
    throw new NotFound('This payment does not exist.')
  const settled = known && (await settledBefore(deps.db, known.order))
  if (settled) return settled

  const intent = await fetchIntent(deps, intentId)
  const found = known ?? (isId(intent?.orderId) ? await findOrder(deps, { id: intent.orderId }) : null)
  if (!intent || !found || (asking.playerId && found.order.playerId !== asking.playerId))
    throw new NotFound('This payment does not exist.')
  const { order } = found
  if (intent.status === 'processing') return { state: 'processing' }
  if (intent.status !== 'succeeded') throw new Conflict('This payment has not been completed.', { reason: 'unpaid' })
  checkPaid(deps, intent, order)
  // The success page may still name the time; reconciliation comes back for an order without one.
  const isYoung = deps.now().getTime() - intent.created.getTime() < timelessWaitMs
  if (!asking.playerId && !order.startsAt && isYoung) return { state: 'processing' }
  return bookPaidOrder(deps, found, intent.id, asking)
}

const orderBy = (column: 'id' | 'intentId') =>
  prepareOnce((db) =>
    db
      .select({ order: orders, holder: coaches })
      .from(orders)
      .leftJoin(coaches, eq(coaches.id, orders.coachId))
      .where(eq(orders[column], sql.placeholder(column)))
      .prepare(`order_by_${column}`),
  )
const orderById = orderBy('id')
const orderByIntent = orderBy('intentId')

/** An order, and the coach who holds its seat. */
type HeldOrder = { order: OrderRow; holder: CoachRow | null }

async function findOrder({ db }: Deps, by: { id: string } | { intentId: string }): Promise<HeldOrder | null> {
  const [found] = await ('id' in by ? orderById(db) : orderByIntent(db)).execute(by)
  return found ?? null
}

async function settledBefore(db: Db | Tx, order: OrderRow): Promise<Settlement | null> {
  if (order.status === 'refunded') return { state: 'refunded', order }
  const booking = order.bookingId && (await findBooking(db, order.bookingId))
  return booking ? { state: 'booked', booking: await withMeeters(db, booking) } : null
}

async function fetchIntent({ payments, log }: Deps, intentId: string): Promise<Intent | null> {
  if (!payments) throw new Unavailable('Payments are not set up.')
  // What cannot be an id is no reason to ask, and none to call the provider silent.
  if (!/^pi_\w{1,80}$/.test(intentId)) return null
  try {
    return await payments.findIntent(intentId)
  } catch (error) {
    log.error({ err: error }, 'the payment provider does not answer')
    throw new Unavailable('The payment provider does not answer.')
  }
}

/** What was paid must be what we asked for, to the cent: anything else is raised and never booked. */
function checkPaid({ log }: Deps, intent: Intent, order: OrderRow): void {
  const isOurs = intent.orderId === order.id && (order.intentId === null || order.intentId === intent.id)
  if (isOurs && intent.amount === order.amount && intent.amountReceived === order.amount && intent.currency === 'usd')
    return
  log.error({ intent: intent.id, order: order.id }, 'a payment differs from its order')
  throw new Conflict('This payment does not match its order. Please contact support.', { reason: 'mismatch' })
}

/**
 * Tries each coach who could give the session in a transaction of its own, so that no two coaches' locks are ever
 * held together. An hour that is gone means a full refund; an order without a time becomes a booking to be scheduled.
 */
async function bookPaidOrder(
  deps: Deps,
  { order, holder }: HeldOrder,
  intentId: string,
  asking: Asking,
): Promise<Settlement> {
  const start = order.startsAt
    ? { date: order.sessionDate!, time: order.sessionTime!, startsAt: order.startsAt }
    : namedStart(deps, asking)
  // A payment that settles after its session has begun finds nothing left to book.
  if (start && start.startsAt > deps.now())
    for await (const coach of possibleCoaches(deps, order, holder, start)) {
      const settlement = await withOrder(deps, order, coach.id, async (tx, current, keptSeatId) => {
        const seatId = keptSeatId ?? (await takeSeat(deps, tx, current, coach.id, start))
        return seatId ? bookOrder(deps, tx, current, intentId, { coach, start, seatId }) : null
      })
      if (settlement) return settlement
    }
  const wanted = order.wantedCoachId && (await findCoach(deps.db, order.wantedCoachId))
  const settlement = await withOrder(deps, order, null, (tx, current) =>
    order.startsAt
      ? refundLate(deps, tx, current, intentId)
      : bookOrder(deps, tx, current, intentId, {
          coach: wanted || { id: null, name: anyCoachLabel },
          start: null,
          seatId: null,
        }),
  )
  return settlement!
}

const lockedOrder = prepareOnce((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .for('update')
    .prepare('locked_order'),
)

/**
 * Runs `act` on the order, locked, unless it was settled meanwhile; a coach's lock always comes before the order's. The
 * seat that the order holds with this coach, also when its time ran out but nobody took it, is kept: `act` gets its id.
 */
async function withOrder(
  deps: Deps,
  { id, seatId, coachId: holderId }: OrderRow,
  coachId: string | null,
  act: (tx: Tx, current: OrderRow, keptSeatId: string | null) => Promise<Settlement | null>,
): Promise<Settlement | null> {
  return deps.db.transaction(async (tx) => {
    // One after the other, but without a way back in between. Were the order settled meanwhile, its seat is booked
    // already, or gone.
    const [, [current], isKept] = await Promise.all([
      coachId && lockCoach(tx, coachId),
      lockedOrder(tx).execute({ id }),
      coachId && coachId === holderId && seatId ? keepSeat(tx, seatId) : false,
    ])
    return (await settledBefore(tx, current!)) ?? act(tx, current!, isKept ? seatId : null)
  })
}

/** Who may give the session: the coach who holds the seat, then, if any coach would do, the others of the game who are free. */
async function* possibleCoaches(
  { db, env }: Deps,
  { wantedCoachId, game, minutes, capacity }: OrderRow,
  holder: CoachRow | null,
  start: Start,
): AsyncGenerator<CoachRow> {
  if (holder) yield holder
  if (wantedCoachId) {
    const wanted = wantedCoachId === holder?.id ? null : await findCoach(db, wantedCoachId)
    if (wanted) yield wanted
    return
  }
  const others = (await activeCoachesOf(db, knownGame(game))).filter((coach) => coach.id !== holder?.id)
  const wish = { coachIds: others.map((coach) => coach.id), minutes, capacity }
  const free = new Set(await freeCoaches(db, wish, start, env.businessTimeZone))
  yield* others.filter((coach) => free.has(coach.id))
}

/** A fresh seat; null when the hour is gone: taken, or closed by the coach since. The caller holds `lockCoach`. */
async function takeSeat(
  { env }: Deps,
  tx: Tx,
  { minutes, capacity, playerId }: OrderRow,
  coachId: string,
  start: Start,
): Promise<string | null> {
  if (!(await isOpen(tx, coachId, start, minutes, env.businessTimeZone))) return null
  return claimSeat(tx, { coachId, startsAt: start.startsAt, minutes, capacity, playerId, heldUntil: null })
}

const orderBooked = prepareOnce((db) =>
  db
    .update(orders)
    .set({
      status: 'booked',
      network: null,
      ...given(orders, 'bookingId', 'coachId', 'seatId', 'intentId', 'settledAt'),
    })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order_booked'),
)

async function bookOrder(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  intentId: string,
  { coach, start, seatId }: Pick<NewBooking, 'coach' | 'start' | 'seatId'>,
): Promise<Settlement> {
  const id = newId()
  const booked: NewBooking = {
    id,
    playerId: order.playerId,
    customer: { name: order.contactName, email: order.contactEmail, phone: order.contactPhone },
    sold: order,
    price: order.amount,
    paymentId: intentId,
    coach,
    start,
    seatId,
  }
  // The order is asked right behind the booking, so it is part of what the mails' commit ends.
  const [booking] = await Promise.all([
    book(deps, tx, booked, { isLast: true }),
    orderBooked(tx).execute({
      ...{ id: order.id, bookingId: id, coachId: coach.id, seatId, intentId },
      settledAt: deps.now(),
    }),
  ])
  return { state: 'booked', booking }
}

/** The payment came after its hour was gone: all of it goes back, and the player is told. */
async function refundLate(deps: Deps, tx: Tx, order: OrderRow, intentId: string): Promise<Settlement> {
  await writeRefund(deps, tx, order, { kind: 'late-payment', id: order.id }, order.amount)
  const [refunded] = await tx
    .update(orders)
    .set({ status: 'refunded', network: null, intentId, settledAt: deps.now() })
    .where(eq(orders.id, order.id))
    .returning()
  const isEmailProven = await hasProvenEmail(tx, order.playerId, order.contactEmail)
  const mail = lateRefundMail({ ...order, isEmailProven }, deps.env)
  await queueMail(tx, { dedupeKey: `late-refund:${order.id}`, ...mail })
  return { state: 'refunded', order: refunded! }
}

/** The start a confirmation's body names, when it is one of the 14 days' hours. */
function namedStart({ env, now }: Deps, { selectedDate, selectedTime }: Asking): Start | null {
  const time = selectedTime && parseTime(selectedTime)
  return selectedDate && time ? findStart(selectedDate, time, now(), env.businessTimeZone) : null
}
