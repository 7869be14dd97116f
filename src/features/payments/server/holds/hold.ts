import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { holdMinutes } from '#src/features/bookings/rules.ts'
import type { Service } from '#src/features/bookings/services.ts'
import { type Sold, soldNow } from '#src/features/bookings/sold.ts'
import { activeCoachIds, coachesNotFor } from '#src/features/coaches/server/coaches.ts'
import type { BookingRequest } from '#src/features/payments/server/booking-request.ts'
import { orders } from '#src/features/payments/server/table.ts'
import {
  claimSeat,
  coachLock,
  freeCoaches,
  hasSeat,
  nearestStarts,
  openedSeat,
  openingSeat,
  openingValues,
  readStart,
  type Start,
  sessionCounts,
  startRefused,
} from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { given, prepared } from '#src/platform/database/prepared.ts'
import { type AppError, Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { wireExpertise } from '#src/shared/games.ts'
import {
  findHoldHistory,
  type HoldHistory,
  networkMark,
  type OrderRow,
  type Refusal,
  refuseBlockedCoach,
  refused,
  refuseMoreHolds,
  refuseNetwork,
  refuseTooEarly,
  type UnpaidOrder,
} from './hold-limits.ts'
import { coachesHeldByNetworks, takeOver } from './take-over.ts'

/** An order, and whether the player had it before. */
type Held = { order: OrderRow; isReused: boolean }

/** Of the player's open orders the one for the very same thing, if it is still theirs to pay. */
export function findSame(
  { open }: HoldHistory,
  { service, coach, games, start }: BookingRequest,
  now: Date,
): UnpaidOrder | null {
  const same = open.find(
    ({ order }) =>
      order.serviceId === service.id &&
      order.startsAt?.getTime() === start?.startsAt.getTime() &&
      wireExpertise(order.game) === wireExpertise(games) &&
      order.wantedCoachId === (coach?.id ?? null) &&
      order.heldUntil !== null &&
      order.heldUntil > now,
  )
  return same?.order ?? null
}

/** Whether an order was sold as its service is sold now: price, contents and terms can change in its quarter of an hour. */
export function isSoldAsNow({ env }: Pick<Deps, 'env'>, order: OrderRow, service: Service): boolean {
  const sold = soldNow(service, env.withdrawal)
  const facts = Object.keys(sold) as (keyof Sold)[]
  return order.amount === service.price && facts.every((fact) => isDeepStrictEqual(order[fact], sold[fact]))
}

/**
 * Holds the hour with the wanted coach, or with the game's free coach with the fewest sessions that day. The same
 * player wanting the same again gets the same order. `network` is the player's (`lineOf`). Throws `Conflict` when the
 * hour is gone or theirs already, or they hold too many, and `TooMany` when they or their network have to wait.
 */
export async function holdHour(
  deps: Deps,
  player: Account,
  bookingRequest: BookingRequest,
  start: Start,
  network: string,
): Promise<Held> {
  const { minutes, capacity } = bookingRequest.service
  const coachIds = await coachesFor(deps, bookingRequest, player.id)
  const mark = networkMark(deps, network)
  const holdOf = (coachId: string) =>
    deps.db.transaction((tx) => holdWith(deps, tx, player, bookingRequest, { start, coachId, mark }))
  const refusals = new Map<string, Refusal | null>()
  for (const coachId of await candidatesFor(deps, { coachIds, minutes, capacity }, start)) {
    const tried = await holdOf(coachId)
    if (tried && 'order' in tried) return tried
    refusals.set(coachId, tried)
    // Of another coach the network may hold less; the player's own limits are the same with everybody.
    if (tried && tried.reason !== 'network') throw await refuseHour(deps, player, bookingRequest, start, tried)
  }
  // Those who were free first, then those whose hour somebody holds.
  const held = mark ? await coachesHeldByNetworks(deps.db, coachIds, deps.now()) : []
  const inTurn = new Set([...refusals.keys(), ...coachIds])
  for (const coachId of [...inTurn].filter((id) => held.includes(id))) {
    const excess = refusals.get(coachId)?.excess ?? null
    const refused = { playerId: player.id, mark, coachId, start, minutes, capacity, excess }
    const tried = (await takeOver(deps, refused)) && (await holdOf(coachId))
    if (tried && 'order' in tried) return tried
  }
  const refusal = [...refusals.values()].findLast((refusal) => refusal) ?? null
  throw await refuseHour(deps, player, bookingRequest, start, refusal)
}

/** Why an hour cannot be had, with the nearest free ones; without a `refusal` because it is gone, or the player's own. */
export async function refuseHour(
  deps: Deps,
  player: Account,
  bookingRequest: BookingRequest,
  start: Start,
  refusal: Refusal | null,
): Promise<AppError> {
  const { minutes, capacity } = bookingRequest.service
  const coachIds = await coachesFor(deps, bookingRequest, player.id)
  const at = { now: deps.now(), zone: deps.env.businessTimeZone }
  // No hour of this coach would do.
  if (refusal?.reason === 'blocked') return refused(refusal)
  if (refusal) return refused(refusal, await nearestStarts(deps.db, { coachIds, minutes, capacity }, start, at))
  if (await hasSeat(deps.db, player.id, coachIds, start))
    return new Conflict('You have booked this session already. You find it in My Sessions.', { reason: 'own' })
  return startRefused(deps.db, { coachIds, minutes, capacity }, start, at)
}

/** The coaches who can take the requested booking: the one that was asked for, or all but those who are not for the player. */
export async function coachesFor({ db }: Deps, { coach, games }: BookingRequest, playerId: string): Promise<string[]> {
  if (coach) return [coach.id]
  const others = await coachesNotFor(db, playerId)
  return (await activeCoachIds(db, games)).filter((id) => !others.includes(id))
}

/**
 * The coaches to try for an hour: of several, those who are free, the least busy of that day first. At least one is
 * returned, since a player may hold this very hour already.
 */
async function candidatesFor(
  { db, env, now }: Deps,
  query: { coachIds: string[]; minutes: number; capacity: number },
  start: Start,
): Promise<string[]> {
  if (query.coachIds.length < 2) return query.coachIds
  const zone = env.businessTimeZone
  const at = { now: now(), zone }
  const free = await freeCoaches(db, query, start, at)
  const counts = await sessionCounts(db, free, start.date, at)
  free.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
  return free.length > 0 ? free : query.coachIds.slice(0, 1)
}

/**
 * Serializes a player's requests until the transaction ends, and blocks deletion of their account (`lockPerson`), and with
 * `coachId` all claims of that coach's hours (`lockCoach`), in this order: a select list is computed from left to right.
 */
async function lockPlayer(tx: Tx, playerId: string, coachId?: string): Promise<void> {
  const player = sql`pg_advisory_xact_lock(hashtextextended(${playerId}, 2))`
  // Sent at once, before what the caller sends together with it.
  await tx.execute(coachId ? sql`select ${player}, ${coachLock(coachId)}` : sql`select ${player}`).execute()
}

/** One try with one coach; null when the hour is not theirs to sell. */
async function holdWith(
  deps: Deps,
  tx: Tx,
  player: Account,
  bookingRequest: BookingRequest,
  { start, coachId, mark }: { start: Start; coachId: string; mark: string | null },
): Promise<Held | Refusal | null> {
  const { minutes, capacity } = bookingRequest.service
  const { startsAt } = start
  // From before we wait for the locks: a hold that ends meanwhile counts as held.
  const now = deps.now()
  // Sent together and answered in this order: each read sees all that was written before we had the locks.
  const [, history, { isFree, hours }] = await Promise.all([
    lockPlayer(tx, player.id, coachId),
    findHoldHistory(tx, player, now, { mark, coachId, startsAt }),
    readStart(tx, { coachId, minutes, capacity }, start, { now, zone: deps.env.businessTimeZone }),
  ])
  // The same request may have come twice at once: the second one finds what the first has just written.
  const same = findSame(history, bookingRequest, now)
  if (same) return { order: await readOrder(tx, same), isReused: true }
  const blocked = refuseBlockedCoach(history, coachId)
  if (blocked) return bookingRequest.coach ? blocked : null
  const refusal = refuseTooEarly(deps, history, now) ?? refuseMoreHolds(history)
  if (refusal) return refusal
  if (!isFree) return null
  const crowded = refuseNetwork(deps, history, { hours, minutes, coachName: bookingRequest.coach?.name }, now)
  if (crowded) return crowded

  const createdAt = deps.now()
  const heldUntil = holdEnd(createdAt)
  const claim = { coachId, startsAt, minutes, capacity, playerId: player.id, heldUntil }
  const hold = { coachId, heldUntil, network: history.isTrusted ? null : mark, createdAt }
  const facts = factsOf(deps, player, bookingRequest, hold)
  const order = only(await orderWithSeat(tx).execute({ ...facts, ...openingValues(claim) }))
  if (order.seatId) return { order, isReused: false }
  // Something is in its way: a hold that ran out, or the others of the same session.
  const seatId = await claimSeat(tx, claim, now)
  if (seatId) await tx.update(orders).set({ seatId }).where(eq(orders.id, order.id))
  else await tx.delete(orders).where(eq(orders.id, order.id))
  return seatId ? { order: { ...order, seatId }, isReused: false } : null
}

/** An order whose time is decided later: it holds no hour, but counts and ends like those that do. Throws as `holdHour`. */
export function orderWithoutHour(deps: Deps, player: Account, bookingRequest: BookingRequest): Promise<Held> {
  return deps.db.transaction(async (tx) => {
    await lockPlayer(tx, player.id)
    const now = deps.now()
    const history = await findHoldHistory(tx, player, now)
    const same = findSame(history, bookingRequest, now)
    if (same) return { order: await readOrder(tx, same), isReused: true }
    const { coach } = bookingRequest
    const refusal =
      (coach && refuseBlockedCoach(history, coach.id)) ?? refuseTooEarly(deps, history, now) ?? refuseMoreHolds(history)
    if (refusal) throw refused(refusal)
    const hold = { coachId: null, heldUntil: holdEnd(now), network: null, createdAt: now }
    const written = await tx
      .insert(orders)
      .values(factsOf(deps, player, bookingRequest, hold))
      .returning()
    return { order: only(written), isReused: false }
  })
}

const readOrder = async (tx: Tx, { id }: UnpaidOrder) => only(await tx.select().from(orders).where(eq(orders.id, id)))

const holdEnd = (now: Date) => new Date(now.getTime() + holdMinutes * 60_000)

type NewOrder = typeof orders.$inferInsert

/** A new order, all but its seat. */
function factsOf(
  { env }: Pick<Deps, 'env'>,
  player: Account,
  { service, coach, games, start }: BookingRequest,
  hold: Pick<NewOrder, 'coachId' | 'heldUntil' | 'network' | 'createdAt'>,
) {
  return {
    id: newId(),
    playerId: player.id,
    ...soldNow(service, env.withdrawal),
    tax: env.tax,
    amount: service.price,
    wantedCoachId: coach?.id ?? null,
    wantedCoachName: coach?.name ?? null,
    game: games,
    sessionDate: start?.date ?? null,
    sessionTime: start?.time ?? null,
    startsAt: start?.startsAt ?? null,
    contactName: player.name,
    contactEmail: player.email,
    ...hold,
  } satisfies NewOrder
}

const orderWithSeat = prepared((db) =>
  db
    .with(...openingSeat(db))
    .insert(orders)
    .values({
      seatId: openedSeat,
      ...given(
        orders,
        'id',
        'playerId',
        'serviceId',
        'serviceName',
        'minutes',
        'capacity',
        'includes',
        'owed',
        'terms',
        'termsVersion',
        'amount',
        'wantedCoachId',
        'wantedCoachName',
        'game',
        'sessionDate',
        'sessionTime',
        'startsAt',
        'contactName',
        'contactEmail',
        'coachId',
        'heldUntil',
        'network',
        'tax',
        'createdAt',
      ),
    })
    .returning()
    .prepare('order_with_seat'),
)
