import { eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type BookingRow, book, findBooking, type NewBooking } from '#src/features/bookings/server/bookings.ts'
import { anyCoachLabel } from '#src/features/bookings/services.ts'
import { activeCoachesOf, type CoachRow, findCoach, isBlocked } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import {
  claimHour,
  findStart,
  freeCoaches,
  isTaken,
  keepSeat,
  lockCoach,
  type Start,
} from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { given, prepared } from '#src/platform/database/prepared.ts'
import { Conflict, NotFound, Unavailable } from '#src/platform/http/errors.ts'
import type { Intent } from '#src/providers/stripe.ts'
import { isId } from '#src/shared/fields.ts'
import { parseTime } from '#src/shared/times.ts'
import { mailCopy } from './job-kinds.ts'
import { keepHeldSeat } from './keep-held-seat.ts'
import { refundLate } from './late-refund.ts'
import type { OrderRow } from './orders.ts'
import { orders } from './table.ts'

export { disputeOf, hasAnswer, whyNoAnswer, writeAnswer } from './money-desk/answers.ts'
export { takenByBanks } from './money-desk/taken-by-banks.ts'
export {
  forgetOld,
  forgetPerson,
  personalData,
  refuseDisputed,
  refuseOpenOrders,
  releaseOrders,
} from './personal-data.ts'
export { missingOfSeller, sellsUntil } from './seller.ts'

/** The state of a payment: booked, still processing at the provider, or refunded because it came too late. */
export type Settlement =
  | { state: 'booked'; booking: BookingRow }
  | { state: 'processing' }
  | { state: 'refunded'; order: OrderRow }

/** How long a payment without a time waits for its player to choose one. */
const timelessWaitMs = 5 * 60_000

/** The caller, and the time they choose for an intent made without one (PAY-3). */
export type Asking = { playerId?: string; selectedDate?: string | null; selectedTime?: string | null }

/**
 * The only way from money to a booking. The success page, the webhook and every repair call it, in any order and any
 * number of times: the provider says what was paid, and one transaction turns the order into exactly one booking.
 * Throws `NotFound` (no such intent, or somebody else's), `Conflict` (not paid, given back at the provider, or a wrong
 * amount) and `Unavailable` (the provider does not answer).
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
  if (intent.amountRefunded >= intent.amountReceived)
    throw new Conflict('This payment was given back. Please contact support.', { reason: 'given-back' })
  checkPaid(deps, intent, order)
  // The success page may still choose the time; reconciliation retries orders without one.
  const isYoung = deps.now().getTime() - intent.created.getTime() < timelessWaitMs
  if (!asking.playerId && !order.startsAt && isYoung) return { state: 'processing' }
  return bookPaidOrder(deps, found, intent, asking)
}

/** An order, and the coach who holds its seat. */
type HeldOrder = { order: OrderRow; holder: CoachRow | null }

async function findOrder({ db }: Deps, by: { id: string } | { intentId: string }): Promise<HeldOrder | null> {
  const [found] = await ('id' in by ? heldOrders(db).where(eq(orders.id, by.id)) : orderOfIntent(db).execute(by))
  return found ?? null
}

const heldOrders = (db: Db) =>
  db.select({ order: orders, holder: coaches }).from(orders).leftJoin(coaches, eq(coaches.id, orders.coachId))

/** Every player who pays waits for it, several times over. */
const orderOfIntent = prepared((db) =>
  heldOrders(db)
    .where(eq(orders.intentId, sql.placeholder('intentId')))
    .prepare('order_of_intent'),
)

async function settledBefore(db: Db | Tx, order: OrderRow): Promise<Settlement | null> {
  if (order.status === 'refunded') return { state: 'refunded', order }
  const booking = order.bookingId && (await findBooking(db, order.bookingId))
  return booking ? { state: 'booked', booking } : null
}

async function fetchIntent({ payments, log }: Deps, intentId: string): Promise<Intent | null> {
  if (!payments) throw new Unavailable('Payments are not set up.')
  // A malformed id is not worth a call to the provider, whose error would look like an outage.
  if (!/^pi_\w{1,80}$/.test(intentId)) return null
  try {
    return await payments.findIntent(intentId)
  } catch (error) {
    log.error({ err: error }, 'the payment provider does not answer')
    throw new Unavailable('The payment provider does not answer.')
  }
}

/** The amount paid must equal the order's, to the cent; any other is raised as a problem and never booked. */
function checkPaid({ log }: Deps, intent: Intent, order: OrderRow): void {
  const isOurs = intent.orderId === order.id && (order.intentId === null || order.intentId === intent.id)
  if (isOurs && intent.amount === order.amount && intent.amountReceived === order.amount && intent.currency === 'usd')
    return
  log.error({ intent: intent.id, order: order.id }, 'a payment differs from its order')
  throw new Conflict('This payment does not match its order. Please contact support.', { reason: 'mismatch' })
}

/**
 * Tries each possible coach in a transaction of its own, so that no two coaches' locks are ever held together. If the
 * hour is gone, everything is refunded; an order without a time becomes a booking to be scheduled.
 */
async function bookPaidOrder(
  deps: Deps,
  { order, holder }: HeldOrder,
  intent: Intent,
  asking: Asking,
): Promise<Settlement> {
  const { startsAt, sessionDate, sessionTime } = order
  const start =
    startsAt && sessionDate && sessionTime
      ? { date: sessionDate, time: sessionTime, startsAt }
      : namedStart(deps, asking)
  // If the session has begun before the payment settles, there is nothing left to book.
  if (start && start.startsAt > deps.now())
    for await (const coach of possibleCoaches(deps, order, holder, start)) {
      const settlement = await withOrder(deps, order, coach.id, async (tx, current, keptSeatId) => {
        const seatId = keptSeatId ?? (await takeSeat(deps, tx, current, coach.id, start))
        return seatId ? bookOrder(deps, tx, current, intent, { coach, start, seatId }) : null
      })
      if (settlement) return settlement
    }
  const wanted = await wantedCoach(deps, order)
  return withOrder(deps, order, null, async (tx, current) =>
    order.startsAt
      ? { state: 'refunded' as const, order: await refundLate(deps, tx, current, intent) }
      : bookOrder(deps, tx, current, intent, {
          coach: wanted || { id: null, name: anyCoachLabel },
          start: null,
          seatId: null,
        }),
  )
}

/**
 * Runs `act` on the locked order unless it has been settled; a coach's lock always comes before the order's. The
 * order's seat with this coach is kept, even if its hold ran out but nobody took it: `act` receives its id.
 */
async function withOrder<Result>(
  deps: Deps,
  { id, seatId, coachId: holderId }: OrderRow,
  coachId: string | null,
  act: (tx: Tx, current: OrderRow, keptSeatId: string | null) => Promise<Result>,
): Promise<Settlement | Result> {
  return deps.db.transaction(async (tx) => {
    const isTheirs = coachId && coachId === holderId && seatId
    // Sent together; the order is read once the coach's lock is ours, the seat kept once the order is.
    const [, found, isHeld] = await Promise.all([
      coachId && lockCoach(tx, coachId),
      lockedOrder(tx).execute({ id }),
      isTheirs && keepHeldSeat(tx, id, deps.now()),
    ])
    const current = only(found)
    const settled = await settledBefore(tx, current)
    if (settled) return settled
    const isKept = isHeld || (isTheirs && (await canKeep(deps, tx, current, coachId)) && (await keepSeat(tx, seatId)))
    return act(tx, current, isKept ? seatId : null)
  })
}

const lockedOrder = prepared((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .for('update')
    .prepare('locked_order'),
)

/** Whether a seat can be booked: after its time what was booked since may leave no room for it, by the coach's rules. */
async function canKeep({ env, now }: Deps, tx: Tx, order: OrderRow, coachId: string): Promise<boolean> {
  const { heldUntil, minutes, capacity, seatId, sessionDate: date, sessionTime: time, startsAt } = order
  if (!heldUntil || heldUntil > now() || !startsAt || !date || !time) return true
  const query = { coachIds: [coachId], minutes, capacity, movingSeatId: seatId }
  return !(await isTaken(tx, query, { date, time, startsAt }, { now: now(), zone: env.businessTimeZone }))
}

/** The coach whom a player named; null when they named none, or one of the two blocked the other. */
async function wantedCoach({ db }: Deps, { wantedCoachId: coachId, playerId }: OrderRow): Promise<CoachRow | null> {
  if (!coachId || (playerId && (await isBlocked(db, { playerId, coachId })))) return null
  return findCoach(db, coachId)
}

/** The possible coaches: the one who holds the seat, then, if any coach will do, the other free ones of the game. */
async function* possibleCoaches(
  { db, env, now }: Deps,
  { wantedCoachId, game, minutes, capacity, playerId }: OrderRow,
  holder: CoachRow | null,
  start: Start,
): AsyncGenerator<CoachRow> {
  if (holder) yield holder
  if (wantedCoachId) {
    const wanted = wantedCoachId === holder?.id ? null : await findCoach(db, wantedCoachId)
    if (wanted) yield wanted
    return
  }
  const isOther = (coach: CoachRow) => coach.id !== holder?.id && (coach.userId === null || coach.userId !== playerId)
  const others = (await activeCoachesOf(db, game)).filter(isOther)
  const query = { coachIds: others.map((coach) => coach.id), minutes, capacity }
  const free = new Set(await freeCoaches(db, query, start, { now: now(), zone: env.businessTimeZone }))
  yield* others.filter((coach) => free.has(coach.id))
}

/** Claims a new seat; null when the hour is gone (taken, closed by the coach, or one of the two blocked the other). The caller holds `lockCoach`. */
async function takeSeat(
  { env, now }: Deps,
  tx: Tx,
  { minutes, capacity, playerId }: OrderRow,
  coachId: string,
  start: Start,
): Promise<string | null> {
  if (playerId && (await isBlocked(tx, { playerId, coachId }))) return null
  const claim = { coachId, minutes, capacity, playerId, heldUntil: null }
  return claimHour(tx, start, claim, { now: now(), zone: env.businessTimeZone })
}

async function bookOrder(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  intent: Intent,
  { coach, start, seatId }: Pick<NewBooking, 'coach' | 'start' | 'seatId'>,
): Promise<Settlement> {
  const id = newId()
  const booking = book(deps, tx, {
    id,
    playerId: order.playerId,
    customer: { name: order.contactName, email: order.contactEmail, phone: order.contactPhone },
    sold: order,
    price: order.amount,
    paymentId: intent.id,
    coach,
    start,
    seatId,
  })
  const closing = () =>
    bookedOrder(tx).execute({
      id: order.id,
      bookingId: id,
      coachId: coach.id,
      seatId,
      intentId: intent.id,
      settledAt: deps.now(),
      paidWith: intent.paidWith,
      fee: intent.fee,
    })
  const [written] = await Promise.all([
    booking,
    closing(),
    order.copyTo && deps.jobs.add(tx, mailCopy, { orderId: order.id }),
  ])
  return { state: 'booked', booking: written }
}

const bookedOrder = prepared((db) =>
  db
    .update(orders)
    .set({
      status: 'booked',
      network: null,
      ...given(orders, 'bookingId', 'coachId', 'seatId', 'intentId', 'settledAt', 'paidWith', 'fee'),
    })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('booked_order'),
)

/** The start named in a confirmation's body, if it is bookable. */
function namedStart({ env, now }: Deps, { selectedDate, selectedTime }: Asking): Start | null {
  const time = selectedTime && parseTime(selectedTime)
  return selectedDate && time ? findStart(selectedDate, time, now(), env.businessTimeZone) : null
}
