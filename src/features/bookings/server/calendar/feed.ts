import { and, asc, eq, gt, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { publicName } from '#src/features/accounts/public-name.ts'
import { findStaffStanding, hashToken, newToken } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { sessionPage } from '#src/features/bookings/calendar-entry.ts'
import type { FeedKind } from '#src/features/bookings/feed-kinds.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { isReachable } from '#src/shared/fields.ts'
import { hasPaid } from '../life-cycle/meeting.ts'
import { bookings, calendarFeeds, groupHours } from '../table.ts'
import { calendarOf, type FeedEvent } from './calendar.ts'
import { groupHourUid } from './group-hour.ts'

const day = 24 * 3_600_000
const [daysBack, daysAhead] = [30, 90]
/** More than that no calendar shows. */
const mostSeats = 5_000

/** An account's feed: whose it is, and which sessions it has. */
type Key = { userId: string; as: FeedKind }

const isOf = ({ userId, as }: Key) => and(eq(calendarFeeds.userId, userId), eq(calendarFeeds.as, as))

/** When this feed's address was made; null: there is none. */
export async function feedSince(db: Db, key: Key): Promise<Date | null> {
  const [feed] = await db.select({ since: calendarFeeds.createdAt }).from(calendarFeeds).where(isOf(key))
  return feed?.since ?? null
}

/** Makes an address for a feed, which is stored nowhere; the one before ends. */
export async function makeFeed({ db, env, now }: Deps, key: Key): Promise<{ url: string; since: Date }> {
  const secret = newToken()
  const fresh = { tokenHash: hashToken(secret), createdAt: now() }
  const target = [calendarFeeds.userId, calendarFeeds.as]
  await db
    .insert(calendarFeeds)
    .values({ ...key, ...fresh })
    .onConflictDoUpdate({ target, set: fresh })
  return { url: `${env.baseUrl}/calendar/${secret}.ics`, since: fresh.createdAt }
}

/** Ends a feed's address. */
export async function endFeed(db: Db, key: Key): Promise<void> {
  await db.delete(calendarFeeds).where(isOf(key))
}

/**
 * The calendar file (RFC 5545) of the address that ends in `file`: players by their first word, nothing to reach or charge
 * them by. Throws `NotFound` for an unknown one; one whose account has no such role or profile any more ends.
 */
export async function readFeed(deps: Deps, file: string): Promise<string> {
  const { db, env, now } = deps
  const [feed] = await db
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.tokenHash, hashToken(file.replace(/\.ics$/, ''))))
  if (!feed) throw unknownFeed()
  const coachId = feed.as === 'coach' ? await coachOf(db, feed.userId) : null
  if (feed.as === 'coach' ? !coachId : !(await isOwnerNow(db, feed.userId))) {
    await endFeed(db, feed)
    throw unknownFeed()
  }
  const [from, to] = [new Date(+now() - daysBack * day), new Date(+now() + daysAhead * day)]
  const rows = await db
    .select({
      ...{ booking: bookings, verifiedAt: users.emailVerifiedAt, hourSequence: groupHours.sequence },
      isPayer: hasPaid(bookings.playerId),
    })
    .from(bookings)
    .leftJoin(users, eq(users.id, bookings.playerId))
    .leftJoin(groupHours, and(eq(groupHours.coachId, bookings.coachId), eq(groupHours.startsAt, bookings.startsAt)))
    .where(
      and(
        coachId ? eq(bookings.coachId, coachId) : undefined,
        // A session called off has no seat, while its player chooses.
        and(ne(bookings.status, 'cancelled'), isNotNull(bookings.seatId)),
        and(gt(bookings.startsAt, from), lt(bookings.startsAt, to)),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(mostSeats)
  const hours = Map.groupBy(rows, ({ booking }) => `${booking.coachId} ${booking.startsAt?.toISOString()}`)
  return calendarOf(
    [...hours.values()].flatMap((seats) => eventOf(seats, feed.as, env.baseUrl)),
    env,
  )
}

type Seat = {
  booking: typeof bookings.$inferSelect
  verifiedAt: Date | null
  isPayer: boolean
  hourSequence: number | null
}

/** One hour of a coach: a group's seats are one event, the one that its coach's mails bring. */
function eventOf(seats: Seat[], as: FeedKind, baseUrl: string): FeedEvent[] {
  const [first] = seats
  if (!first?.booking.startsAt || !first.booking.endsAt) return []
  const { id, serviceName, coachId, coachName, capacity, startsAt, endsAt, createdAt } = first.booking
  const isGroup = capacity > 1 && coachId !== null
  const players = seats.map(firstName).join(', ')
  return [
    {
      ...{ startsAt, endsAt, createdAt },
      id: isGroup ? groupHourUid({ coachId, startsAt }) : id,
      sequence: isGroup ? (first.hourSequence ?? 0) : first.booking.sequence,
      title: as === 'coach' ? `${players}: ${serviceName}` : `${coachName} with ${players}: ${serviceName}`,
      lines: [`Booking ${seats.map(({ booking }) => booking.number).join(', ')}`],
      url: as === 'coach' ? sessionPage(baseUrl, id) : `${baseUrl}/owner?booking=${id}`,
    },
  ]
}

/** Nothing that somebody typed who has neither paid nor proved anything, or could be reached by: staff typed the names of customers without an account. */
function firstName({ booking, verifiedAt, isPayer }: Seat): string {
  const isKnown = booking.playerId === null || isPayer || verifiedAt !== null
  return isKnown && !isReachable(booking.customerName) ? publicName(booking.customerName) : `Player ${booking.number}`
}

async function coachOf(db: Db, userId: string): Promise<string | null> {
  const [coach] = await db
    .select({ id: coaches.id })
    .from(coaches)
    .innerJoin(users, and(eq(users.id, coaches.userId), isNotNull(users.emailVerifiedAt)))
    .where(eq(coaches.userId, userId))
  return coach?.id ?? null
}

/** Whether somebody is an owner whose role counts: it waits for the second step where that is demanded. */
async function isOwnerNow(db: Db, userId: string): Promise<boolean> {
  const { isOwner } = only(await db.select({ isOwner: users.isOwner }).from(users).where(eq(users.id, userId)))
  return isOwner && (await findStaffStanding(db, userId, true)) === 'staff'
}

/** Ends the addresses whose account lost the role or the profile, read or not: they must not come back with it. */
export async function endLostFeeds(db: Db): Promise<void> {
  const isOwner = sql`exists (select from ${users} u where u.id = ${calendarFeeds.userId} and u.is_owner)`
  const isCoach = sql`exists (select from ${coaches} c where c.user_id = ${calendarFeeds.userId})`
  await db
    .delete(calendarFeeds)
    .where(sql`not case ${calendarFeeds.as} when 'coach' then ${isCoach} else ${isOwner} end`)
}

/** The addresses of an account that is deleted end with it. */
export async function forgetFeeds(tx: Tx, userId: string): Promise<void> {
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
}

function unknownFeed(): NotFound {
  return new NotFound('This calendar does not exist any more.')
}
