import { and, asc, eq, exists, getTableColumns, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Deps } from '#src/deps.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { freeCoaches, type Start } from '#src/features/schedule/server/schedule.ts'
import type { Db } from '#src/platform/database/db.ts'
import { canGo, giveUpOrder } from './give-back.ts'
import { type Excess, givenOnUntil, type OrderRow } from './hold-limits.ts'

/** What a player was refused: so many minutes of a coach, for what networks hold too many (null: the hour itself is held). */
type Refused = {
  playerId: string
  mark: string | null
  coachId: string
  start: Start
  minutes: number
  capacity: number
  excess: Excess | null
}

/**
 * Ends unpaid holds so that a refused player can have the hour. At their network's limit the oldest one of it; at that of
 * all networks the oldest of the network that holds most of this coach, of their own if none holds two more; else, for who
 * comes from a network without an hour, the wanted hour's own hold, if its network has another. Only holds of others, at
 * least 5 minutes old, with no payment under way; for another network none of a player who lost one within the hour. Their
 * players read that the hour was given on. Begins only where that is enough; who presses Pay meanwhile keeps theirs, though
 * others may be gone by then. Returns whether room was made: whoever asks first has it. Throws `Unavailable` when the
 * provider does not answer.
 */
export async function takeOver(deps: Deps, refused: Refused): Promise<boolean> {
  if (!refused.mark) return false
  const held = await holdsOfNetworks(deps.db, refused.coachId, deps.now())
  const inTurn = refused.excess
    ? oldestHolds(held, refused.mark, refused.excess)
    : await holdOfHour(deps, held, refused)
  let missing = refused.excess?.minutes ?? 1
  const chosen: Hold[] = []
  for (const hold of inTurn.filter((hold) => isToGo(hold, refused, deps.now()))) {
    if (missing <= 0) break
    if (!(await canGo(deps, hold))) continue
    chosen.push(hold)
    missing -= hold.minutes
  }
  if (missing > 0) return false
  for (const hold of chosen) if (!(await giveUpOrder(deps, hold, 'given on'))) return false
  return true
}

/** By what we know ourselves; the provider knows whether a bank is asked. */
function isToGo(hold: Hold, { playerId, mark }: Refused, now: Date): boolean {
  const isSafe = hold.isHeldForBank || (hold.lostOne && hold.network !== mark)
  return hold.playerId !== playerId && hold.createdAt <= givenOnUntil(now) && !isSafe
}

/** `lostOne`: of a player who has lost an hour to another within the last hour. */
type Hold = OrderRow & { startsAt: Date; lostOne: boolean }

const hourMs = 60 * 60_000
const lost = alias(orders, 'lost')

/** Which of these coaches have an hour held by a player who is not trusted: of others nothing can be taken over. */
export async function coachesHeldByNetworks(db: Db, coachIds: string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ coachId: orders.coachId })
    .from(orders)
    .where(and(inArray(orders.coachId, coachIds), isNotNull(orders.network), gt(orders.heldUntil, now)))
  return rows.flatMap(({ coachId }) => coachId ?? [])
}

/** The live holds of players who are not trusted, the oldest first. */
async function holdsOfNetworks(db: Db, coachId: string, now: Date): Promise<Hold[]> {
  const hourAgo = new Date(now.getTime() - hourMs)
  const lostLately = and(eq(lost.playerId, orders.playerId), lost.isGivenOn, gt(lost.heldUntil, hourAgo))
  const rows = await db
    .select({ ...getTableColumns(orders), lostOne: sql<boolean>`${exists(db.select().from(lost).where(lostLately))}` })
    .from(orders)
    .where(and(eq(orders.coachId, coachId), isNotNull(orders.network), gt(orders.heldUntil, now)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
  return rows.flatMap(({ startsAt, ...order }) => (startsAt ? [{ ...order, startsAt }] : []))
}

/** How many hours a network holds; a group's seats at one start are one. */
const hoursOf = (held: Hold[], network: string | null) =>
  new Set(held.filter((hold) => hold.network === network).map(({ startsAt }) => +startsAt)).size

/** Of one network; of a shared hour nobody's seat makes room. */
function oldestHolds(held: Hold[], mark: string, { of }: Excess): Hold[] {
  const networks = of === 'all' ? new Set(held.map(({ network }) => network)) : []
  const most = [...networks].reduce((best, each) => (hoursOf(held, each) > hoursOf(held, best) ? each : best), mark)
  const network = hoursOf(held, most) >= hoursOf(held, mark) + 2 ? most : mark
  const theirs = held.filter((hold) => hold.network === network)
  return theirs.filter((hold) => !theirs.some((other) => other !== hold && +other.startsAt === +hold.startsAt))
}

/** The hold that is in the hour's way, alone. */
async function holdOfHour(
  { db, now, env }: Deps,
  held: Hold[],
  { mark, coachId, start, minutes, capacity }: Refused,
): Promise<Hold[]> {
  const end = +start.startsAt + minutes * 60_000
  const [hold, another] = held.filter(
    ({ startsAt, minutes }) => +startsAt < end && +startsAt + minutes * 60_000 > +start.startsAt,
  )
  if (!hold || another || hoursOf(held, mark) > 0 || hoursOf(held, hold.network) < 2) return []
  const query = { coachIds: [coachId], minutes, capacity, movingSeatId: hold.seatId }
  const free = await freeCoaches(db, query, start, { now: now(), zone: env.businessTimeZone })
  return free.length > 0 ? [hold] : []
}
