import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { users } from '#src/accounts/server/table.ts'
import { holdMinutes, maxLiveHolds, soldNow } from '#src/bookings/catalogue.ts'
import { activeCoachIds } from '#src/coaches/server/coaches.ts'
import {
  claimSeat,
  coachLock,
  freeCoaches,
  hasSeat,
  isOpen,
  type Start,
  sessionCounts,
  startRefused,
} from '#src/schedule/server/schedule.ts'
import { newId } from '#src/server/columns.ts'
import { commitBehind, type Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, Unauthorized } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { given, prepareOnce, prepareSql } from '#src/server/prepare-once.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { orders } from './table.ts'
import type { Wish } from './wish.ts'

export type OrderRow = typeof orders.$inferSelect

/** An order, and whether the player had it before. */
type Held = { order: OrderRow; isReused: boolean }

type OpenOrder = { order: OrderRow; isLive: boolean }

/** With one empty row for a player who has none, and no row for somebody who left while we waited for their lock. */
const openOrdersOf = prepareOnce((db) =>
  db
    .select({ order: orders, isLive: sql<boolean>`${orders.heldUntil} > clock_timestamp()` })
    .from(users)
    .leftJoin(orders, and(eq(orders.playerId, users.id), eq(orders.status, 'open'), isNotNull(orders.seatId)))
    .where(and(eq(users.id, sql.placeholder('id')), eq(users.email, sql.placeholder('email'))))
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

/**
 * Holds the hour with the wanted coach, or with the free coach of the game who has the fewest sessions that day. The same
 * player wanting the same again gets the same order. Throws `Conflict` when the hour is gone or theirs already, or they
 * hold too many.
 */
export async function holdHour(deps: Deps, player: Account, wish: Wish, start: Start): Promise<Held> {
  const { businessTimeZone: zone } = deps.env
  const coachIds = wish.coach ? [wish.coach.id] : await activeCoachIds(deps.db, wish.game)
  const { minutes, capacity } = wish.service
  for (const coachId of await candidatesFor(deps, { coachIds, minutes, capacity }, start)) {
    const held = await deps.db.transaction((tx) => holdWith(deps, tx, player, wish, start, coachId))
    if (held) return held
  }
  if (await hasSeat(deps.db, player.id, coachIds, start))
    throw new Conflict('You have booked this session already. You find it in My Sessions.', { reason: 'own' })
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
  const [, found, isWorking] = await Promise.all([
    holdLocked(tx).execute({ playerId: player.id, coachId }),
    openOrdersOf(tx).execute({ id: player.id, email: player.email }),
    isOpen(tx, coachId, start, minutes, deps.env.businessTimeZone),
  ])
  if (found.length === 0) throw new Unauthorized()
  const open = found.flatMap(({ order, isLive }) => (order ? [{ order, isLive }] : []))
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
      ),
    )
    .returning()
    .prepare('new_order'),
)

/** Writes an open order; without `hold` it has no hour yet. */
export async function insertOrder(
  tx: Tx,
  player: Account,
  { service, coach, game, start }: Wish,
  hold: { coachId: string; seatId: string; heldUntil: Date } | null,
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
    coachId: hold?.coachId ?? null,
    seatId: hold?.seatId ?? null,
    heldUntil: hold?.heldUntil ?? null,
  })
  return order!
}
