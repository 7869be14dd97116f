import { sql } from 'drizzle-orm'
import { holdMinutes, soldNow } from '#src/bookings/catalogue.ts'
import { activeCoachIds } from '#src/coaches/server/coaches.ts'
import {
  claimSeat,
  coachLock,
  freeCoaches,
  hasSeat,
  isOpen,
  nearestStarts,
  type Start,
  sessionCounts,
  startRefused,
} from '#src/schedule/server/schedule.ts'
import { newId } from '#src/server/columns.ts'
import { commitBehind, type Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { type AppError, Conflict } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { given, prepareOnce, prepareSql } from '#src/server/prepare-once.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import {
  networkMark,
  type OrderRow,
  ordersOf,
  type Refusal,
  readStanding,
  refused,
  refuseMoreHolds,
  refuseNetwork,
  refuseTooEarly,
  type Standing,
} from './hold-limits.ts'
import { orders } from './table.ts'
import type { Wish } from './wish.ts'

/** An order, and whether the player had it before. */
type Held = { order: OrderRow; isReused: boolean }

/** Of the player's open orders the one for the very same thing, if it is still theirs to pay. */
export function findSame({ open }: Standing, { service, coach, game, start }: Wish, now: Date): OrderRow | null {
  const same = open.find(
    ({ order }) =>
      order.serviceId === service.id &&
      order.startsAt?.getTime() === start?.startsAt.getTime() &&
      order.game === game &&
      order.wantedCoachId === (coach?.id ?? null) &&
      order.heldUntil! > now,
  )
  return same?.order ?? null
}

/**
 * Holds the hour with the wanted coach, or with the free coach of the game who has the fewest sessions that day. The same
 * player wanting the same again gets the same order. `network` is the player's (`networkOf`). Throws `Conflict` when the
 * hour is gone or theirs already, or they hold too many, and `TooMany` when they or their network have to wait.
 */
export async function holdHour(deps: Deps, player: Account, wish: Wish, start: Start, network: string): Promise<Held> {
  const { minutes, capacity } = wish.service
  const coachIds = await coachesFor(deps, wish)
  let refusal: Refusal | null = null
  for (const coachId of await candidatesFor(deps, { coachIds, minutes, capacity }, start)) {
    const tried = await deps.db.transaction((tx) => holdWith(deps, tx, player, wish, { start, coachId, network }))
    if (tried && 'order' in tried) return tried
    refusal = tried ?? refusal
    // Of another coach the network may hold less; the player's own limits are the same with everybody.
    if (refusal && refusal.reason !== 'network') break
  }
  throw await refuseHour(deps, player, wish, start, refusal)
}

/** Why an hour cannot be had, with the nearest free ones; without a `refusal` because it is gone, or the player's own. */
export async function refuseHour(
  deps: Deps,
  player: Account,
  wish: Wish,
  start: Start,
  refusal: Refusal | null,
): Promise<AppError> {
  const { minutes, capacity } = wish.service
  const coachIds = await coachesFor(deps, wish)
  const at = { now: deps.now(), zone: deps.env.businessTimeZone }
  if (refusal) return refused(refusal, await nearestStarts(deps.db, { coachIds, minutes, capacity }, start, at))
  if (await hasSeat(deps.db, player.id, coachIds, start))
    return new Conflict('You have booked this session already. You find it in My Sessions.', { reason: 'own' })
  return startRefused(deps.db, { coachIds, minutes, capacity }, start, at)
}

/** The coaches who could give what is wished for. */
export async function coachesFor({ db }: Deps, { coach, game }: Wish): Promise<string[]> {
  return coach ? [coach.id] : activeCoachIds(db, game)
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

/** What other requests of the same player wait for, and `lockPerson` of who wants to leave. */
const playerLock = sql`pg_advisory_xact_lock(hashtextextended(${sql.placeholder('playerId')}, 2))`

const playerLocked = prepareSql('player_locked', sql`select ${playerLock}`)

/** The player's lock comes first, then the coach's, everywhere. */
const holdLocked = prepareSql('hold_locked', sql`select ${playerLock}, ${coachLock}`)

/** One try with one coach; null when the hour is not theirs to sell. */
async function holdWith(
  deps: Deps,
  tx: Tx,
  player: Account,
  wish: Wish,
  { start, coachId, network }: { start: Start; coachId: string; network: string },
): Promise<Held | Refusal | null> {
  const { minutes, capacity } = wish.service
  const { startsAt } = start
  // One after the other, but without a way back in between: what is read under the locks is what others left there.
  const [, found, isWorking] = await Promise.all([
    holdLocked(tx).execute({ playerId: player.id, coachId }),
    ordersOf(tx).execute({ id: player.id, email: player.email }),
    isOpen(tx, coachId, start, minutes, deps.env.businessTimeZone),
  ])
  const now = deps.now()
  const standing = readStanding(found, now)
  // The same request may have come twice at once: the second one finds what the first has just written.
  const same = findSame(standing, wish, now)
  if (same) return { order: same, isReused: true }
  const refusal = refuseTooEarly(deps, standing, now) ?? refuseMoreHolds(standing)
  if (refusal) return refusal
  if (!isWorking) return null
  const mark = networkMark(deps, standing, network)
  const tooMany = mark && (await refuseNetwork(deps, tx, mark, { coachId, startsAt, minutes }))
  if (tooMany) return tooMany

  const heldUntil = holdEnd(now)
  const seatId = await claimSeat(tx, { coachId, startsAt, minutes, capacity, playerId: player.id, heldUntil })
  if (!seatId) return null
  const order = insertOrder(tx, player, wish, { coachId, seatId, heldUntil, network: mark })
  commitBehind(tx)
  return { order: await order, isReused: false }
}

/** An order whose time is decided later: it holds no hour, but counts and ends like those that do. Throws as `holdHour`. */
export function orderWithoutHour(deps: Deps, player: Account, wish: Wish): Promise<Held> {
  return deps.db.transaction(async (tx) => {
    const [, found] = await Promise.all([
      playerLocked(tx).execute({ playerId: player.id }),
      ordersOf(tx).execute({ id: player.id, email: player.email }),
    ])
    const now = deps.now()
    const standing = readStanding(found, now)
    const same = findSame(standing, wish, now)
    if (same) return { order: same, isReused: true }
    const refusal = refuseTooEarly(deps, standing, now) ?? refuseMoreHolds(standing)
    if (refusal) throw refused(refusal)
    const none = { coachId: null, seatId: null, network: null }
    return { order: await insertOrder(tx, player, wish, { ...none, heldUntil: holdEnd(now) }), isReused: false }
  })
}

const holdEnd = (now: Date) => new Date(now.getTime() + holdMinutes * 60_000)

const newOrder = prepareOnce((db) =>
  db
    .insert(orders)
    .values(
      given(
        orders,
        'id',
        'playerId',
        'serviceId',
        'serviceName',
        'minutes',
        'capacity',
        'includes',
        'terms',
        'amount',
        'wantedCoachId',
        'game',
        'sessionDate',
        'sessionTime',
        'startsAt',
        'contactName',
        'contactEmail',
        'coachId',
        'seatId',
        'heldUntil',
        'network',
      ),
    )
    .returning()
    .prepare('new_order'),
)

async function insertOrder(
  tx: Tx,
  player: Account,
  { service, coach, game, start }: Wish,
  hold: Pick<OrderRow, 'coachId' | 'seatId' | 'heldUntil' | 'network'>,
): Promise<OrderRow> {
  const [order] = await newOrder(tx).execute({
    id: newId(),
    playerId: player.id,
    ...soldNow(service),
    amount: service.price,
    wantedCoachId: coach?.id ?? null,
    game,
    sessionDate: start?.date ?? null,
    sessionTime: start?.time ?? null,
    startsAt: start?.startsAt ?? null,
    contactName: player.name,
    contactEmail: player.email,
    ...hold,
  })
  return order!
}
