import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { maxLiveHolds } from '#src/features/bookings/rules.ts'
import { blockedText } from '#src/features/coaches/blocks.ts'
import { blocks } from '#src/features/coaches/server/table.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { type Hours, hoursToSell } from '#src/features/schedule/server/schedule.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { type AppError, Conflict, showWait, TooMany, Unauthorized } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { bookableDays } from '#src/shared/times.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'

export type OrderRow = typeof orders.$inferSelect

/** What decides about an order that was not paid. */
const unpaidColumns = {
  id: orders.id,
  status: orders.status,
  serviceId: orders.serviceId,
  startsAt: orders.startsAt,
  game: orders.game,
  wantedCoachId: orders.wantedCoachId,
  coachId: orders.coachId,
  seatId: orders.seatId,
  heldUntil: orders.heldUntil,
  intentId: orders.intentId,
  createdAt: orders.createdAt,
}
export type UnpaidOrder = Pick<OrderRow, keyof typeof unpaidColumns>

/** A player's history, which decides how much they may hold. */
export type HoldHistory = {
  open: { order: UnpaidOrder; isLive: boolean }[]
  isVerified: boolean
  /** They have paid for something, or have had their account for some weeks: they count by themselves, not by network. */
  isTrusted: boolean
  /** When their holds expired, or were given back late for the second time, within a day and since their last payment, the latest last. */
  ranOutAt: Date[]
  /** The coaches whom they blocked, or who blocked them. */
  blocked: string[]
  /**
   * What players who are not trusted hold of the coach asked about, this start left out: minutes of their network and of
   * all, and the seconds until one of their network's ends or can go to somebody else.
   */
  network: { minutes: number; together: number; seconds: number | null }
}

/** Of whom a history is asked what their network holds: `mark` as stored, null for nobody. */
type NetworkAtCoach = { mark: string | null; coachId: string; startsAt: Date }

/** The minutes that a player's own network, or all together, would hold too many. */
export type Excess = { minutes: number; of: 'own' | 'all' }

/** Why a hold is refused, and for how many seconds if known. */
export type Refusal = {
  reason: 'holds' | 'wait' | 'network' | 'blocked'
  text: string
  seconds?: number
  excess?: Excess
}

/** Minutes to wait after one, two, three, four and more holds that expired within a day. */
const pauses = [0, 1, 5, 15]
const longestPause = 60
const dayMs = 24 * 60 * 60_000
/** A hold this old can go to another player, at a network's limit. */
const giveOnAfterMinutes = 5
/** Holds from before this instant can go to another player. */
export const givenOnUntil = (now: Date) => new Date(now.getTime() - giveOnAfterMinutes * 60_000)
/** A verified account this old is trusted without a payment: each costs a mailbox and three weeks. */
const trustedAfterDays = 21
const isOld = (createdAt: Date, now: Date) => createdAt.getTime() <= now.getTime() - trustedAfterDays * dayMs

/** A player's history at `now`. Throws `Unauthorized` if the account was deleted while we waited for the lock. */
export async function findHoldHistory(
  db: Db | Tx,
  { id, email }: Pick<Account, 'id' | 'email'>,
  now: Date,
  network: NetworkAtCoach | null = null,
): Promise<HoldHistory> {
  // One empty row for a player who has no such order.
  const rows = await (network?.mark ? historyWithNetwork : history)(db).execute({
    id,
    email,
    now: now.toISOString(),
    dayAgo: new Date(now.getTime() - dayMs).toISOString(),
    mark: network?.mark,
    coachId: network?.coachId,
    startsAt: network?.startsAt.toISOString(),
  })
  const [first] = rows
  if (!first) throw new Unauthorized()
  const found = rows.flatMap(({ order }) => (order ? [{ order, isLive: (order.heldUntil ?? now) > now }] : []))
  const since = Math.max(now.getTime() - dayMs, first.paidAt?.getTime() ?? 0)
  const ended = rows
    .flatMap(({ order, isLate }) => (order?.heldUntil ? [{ at: order.heldUntil, isLate }] : []))
    .filter(({ at }) => since < at.getTime() && at <= now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const firstLate = ended.find(({ isLate }) => isLate)
  return {
    open: found.filter(({ order }) => order.status === 'open'),
    isVerified: first.verifiedAt !== null,
    isTrusted: first.paidAt !== null || (first.verifiedAt !== null && isOld(first.createdAt, now)),
    ranOutAt: ended.filter((end) => end !== firstLate).map(({ at }) => at),
    blocked: first.blocked,
    network: first.network,
  }
}

/** Selects a player's history; `network`: what their network holds. */
const historyOf = (name: string, network: SQL<HoldHistory['network']>) =>
  prepared((db) =>
    db
      .select({
        order: unpaidColumns,
        isLate: orders.isGivenBackLate,
        verifiedAt: users.emailVerifiedAt,
        createdAt: users.createdAt,
        paidAt: sql<Date | null>`(select max(paid.settled_at) from ${orders} paid
          where paid.player_id = ${users.id} and paid.status in ('booked', 'refunded'))`.mapWith(orders.settledAt),
        blocked: sql<string[]>`array(select b.coach_id from ${blocks} b where b.player_id = ${users.id})`,
        network,
      })
      .from(users)
      .leftJoin(
        orders,
        and(
          eq(orders.playerId, users.id),
          or(
            eq(orders.status, 'open'),
            and(
              eq(orders.status, 'released'),
              or(orders.ranOut, orders.isGivenBackLate),
              gt(orders.heldUntil, sql.placeholder('dayAgo')),
            ),
          ),
        ),
      )
      .where(and(eq(users.id, sql.placeholder('id')), eq(users.email, sql.placeholder('email'))))
      .prepare(name),
  )

const history = historyOf('history', sql`json_build_object('minutes', 0, 'together', 0, 'seconds', null)`)

const young = sql.raw(`interval '${giveOnAfterMinutes} minutes'`)

/** With what networks hold unpaid of a coach; a group's seats at one start count once. */
const historyWithNetwork = historyOf(
  'history_with_network',
  sql`(
    select json_build_object(
        'minutes', coalesce(sum(minutes) filter (where is_theirs), 0),
        'together', coalesce(sum(minutes), 0),
        'seconds', ceil(extract(epoch from min(ends) filter (where is_theirs) - ${sql.placeholder('now')}::timestamptz)))
      from (select minutes, bool_or(network = ${sql.placeholder('mark')}) as is_theirs,
            min(case when created_at + ${young} > ${sql.placeholder('now')} then created_at + ${young} else held_until end) as ends
          from ${orders} of_networks
          where coach_id = ${sql.placeholder('coachId')} and network is not null
            and held_until > ${sql.placeholder('now')} and starts_at <> ${sql.placeholder('startsAt')}
          group by starts_at, minutes) held)`,
)

/** Neither holds an hour of the other (SAFE-2). */
export function refuseBlockedCoach({ blocked }: HoldHistory, coachId: string): Refusal | null {
  return blocked.includes(coachId) ? { reason: 'blocked', text: blockedText } : null
}

/** How many unpaid orders a player may have at once: one until the e-mail is verified or they are trusted, then three. */
export const mostHolds = ({ isVerified, isTrusted }: HoldHistory) => (isVerified || isTrusted ? maxLiveHolds : 1)

/** Refuses more than `mostHolds`. */
export function refuseMoreHolds(history: HoldHistory): Refusal | null {
  const most = mostHolds(history)
  if (history.open.filter(({ isLive }) => isLive).length < most) return null
  const text =
    most > 1
      ? `You are holding ${most} hours already. Pay for one of them or let it go first.`
      : 'Until your e-mail is verified we hold one hour for you at a time. Pay for it or let it go first.'
  return { reason: 'holds', text }
}

/** Players whose holds expire wait longer each time. */
export function refuseTooEarly({ env }: Deps, { ranOutAt }: HoldHistory, now: Date): Refusal | null {
  const last = ranOutAt.at(-1)
  if (!last || !env.rateLimits) return null
  const pause = (pauses[ranOutAt.length - 1] ?? longestPause) * 60_000
  const seconds = Math.ceil((last.getTime() + pause - now.getTime()) / 1000)
  if (seconds <= 0) return null
  const text = `${ranOutAt.length} of your last orders were not paid. Please try again in ${showWait(seconds)}.`
  return { reason: 'wait', text, seconds }
}

/** How a network is stored with the hold of a player who is not trusted; null where limits are off. */
export function networkMark({ env, payments }: Deps, network: string): string | null {
  return payments && env.rateLimits ? payments.keyedHash(`hold ${network}`) : null
}

/**
 * Players of one network who are not trusted hold at most a thirtieth of the hours a coach can sell, but at least two, and
 * those of all networks at most half; a network's first hour is always allowed. A group's seats at one start count as one
 * hour. The caller holds `lockCoach`.
 */
export function refuseNetwork(
  { env }: Deps,
  { network, isTrusted }: HoldHistory,
  { hours, minutes, coachName }: { hours: Hours; minutes: number; coachName: string | undefined },
  now: Date,
): Refusal | null {
  if (isTrusted || network.minutes === 0) return null
  const zone = env.businessTimeZone
  const today = wallClock(now, zone).date
  const open = 60 * hoursToSell(hours, { from: addDays(today, 1), to: addDays(today, bookableDays), zone })
  const share = Math.max(120, open / 30)
  const [own, all] = [network.minutes + minutes - share, network.together + minutes - open / 2]
  if (own <= 0 && all <= 0) return null
  const excess: Excess = { minutes: Math.max(own, all), of: own > 0 ? 'own' : 'all' }
  const seconds = Math.max(1, network.seconds ?? 1)
  const coach = coachName ?? 'a coach'
  const [what, which] = network.minutes > 60 ? ['several unpaid hours', 'One'] : ['an unpaid hour', 'It']
  const text =
    own <= 0
      ? `Newcomers hold half of the hours of ${coach} unpaid. Other hours are open now.`
      : `Your network (school, dorm, mobile?) holds ${what} of ${coach}. ${which} gets free in ${Math.ceil(seconds / 60)} min; others are open now.`
  return { reason: 'network', text, seconds, excess }
}

/** Turns a refusal into an error, with the nearest free hours if an hour was wanted. */
export function refused({ reason, text, seconds }: Refusal, nearest: object[] = []): AppError {
  const details = { reason, nearest }
  return seconds === undefined ? new Conflict(text, details) : new TooMany(text, seconds, details)
}
