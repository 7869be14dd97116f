import { and, eq, inArray, ne, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { users } from '#src/features/accounts/server/table.ts'
import { blocks, coaches } from '#src/features/coaches/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { bookingHistory, bookings } from '../table.ts'

/** What a member of staff reads whose own session it is, and who wants to act on it as the team (BOOK-4). */
export const ownSession = 'This is your own session: another member of staff decides.'

/** An account's id, or the column with it. */
type Who = string | SQLWrapper

const isStaff = or(users.isOwner, users.isAdmin)

/** Who of the team may decide: about a claim and a rating the owner alone. */
const deciders = { staff: isStaff, owner: eq(users.isOwner, true) }
type By = keyof typeof deciders

/** Whether a block stands between an account and the player or coach of the row of `bookings` (SAFE-2). */
export function isKeptApart(who: Who): SQL<boolean> {
  return sql<boolean>`exists (select from ${blocks} b join ${coaches} c on c.id = b.coach_id
    where b.player_id = ${bookings.playerId} and c.user_id = ${who}
    or b.player_id = ${who} and b.coach_id = ${bookings.coachId})`
}

/**
 * Whether the row of `bookings` with this coach is an account's: its player's, this coach's, that of who sits in the same group,
 * and of whom a block keeps apart from one of the two (`orKeptApart`).
 */
export function isTheirsWith(coachId: Who, who: Who): SQL<boolean> {
  return orKeptApart(who, (id) => hasPartWith(coachId, id))
}

function hasPartWith(coachId: Who, who: Who): SQL<boolean> {
  return sql<boolean>`(${bookings.playerId} is not distinct from ${who}
    or exists (select from ${coaches} c where c.user_id = ${who} and c.id = ${coachId})
    or ${bookings.capacity} > 1 and exists (select from ${bookings} seat where seat.player_id = ${who}
      and seat.coach_id = ${bookings.coachId} and seat.starts_at = ${bookings.startsAt}))`
}

/** Whether an account coached the session of the row of `bookings` before it went to another coach. */
export function coachedBefore(who: Who): SQL<boolean> {
  // Not `exists`: the database would read the history of all bookings.
  return sql<boolean>`${who} in (select c.user_id from ${bookingHistory} h
    join ${coaches} c on c.id = (h.detail->>'fromId')::uuid
    where h.booking_id = ${bookings.id} and c.user_id is not null)`
}

/**
 * Whether the row of `bookings` is an account's own session, about which it decides nothing as staff, also once it gave it away.
 * `by`: who may decide.
 */
export function isOwnSessionOf(who: Who, by: By = 'staff'): SQL<boolean> {
  const hasPart = (id: Who) => sql<boolean>`(${hasPartWith(bookings.coachId, id)} or ${coachedBefore(id)})`
  return orKeptApart(who, hasPart, by)
}

/** Of whom a block keeps apart it is only while somebody of these has no part in it: a block must not leave it to nobody. */
function orKeptApart(who: Who, hasPart: (id: Who) => SQL<boolean>, by: By = 'staff'): SQL<boolean> {
  const isFree = and(deciders[by], not(hasPart(users.id)), not(isKeptApart(users.id)))
  return sql<boolean>`(${hasPart(who)} or ${isKeptApart(who)} and exists (select from ${users} where ${isFree}))`
}

/** Whether somebody of these can decide about the row of `bookings`: it is not their own session. */
function hasOthers(which = isStaff, isOwn: (who: Who) => SQL<boolean> = isOwnSessionOf): SQL<boolean> {
  const others = and(which, not(isOwn(users.id)))
  return sql<boolean>`exists (select from ${users} where ${others})`
}

/** Whether the row of `bookings` is an own session that somebody else of the team, or another owner, can decide about. */
export function isForOthers(accountId: string, by: By = 'staff'): SQL<boolean> {
  return sql<boolean>`(${isOwnSessionOf(accountId)} and ${hasOthers(deciders[by])})`
}

/** Those of these bookings that are this account's own sessions, by their ids. */
export async function ownSessionsIn(db: Db | Tx, accountId: string, bookingIds: string[]): Promise<Set<string>> {
  const own = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.id, bookingIds), isOwnSessionOf(accountId)))
  return new Set(own.map(({ id }) => id))
}

/** Whether a booking is an account's own session. `by`: who may decide about what it wants to do. */
export async function isOwnSession(db: Db | Tx, accountId: string, bookingId: string, by?: By): Promise<boolean> {
  return (await db.$count(bookings, and(eq(bookings.id, bookingId), isOwnSessionOf(accountId, by)))) > 0
}

/** Whether somebody else than this member of staff can decide about a session. */
export async function hasColleague(db: Db | Tx, accountId: string, bookingId: string): Promise<boolean> {
  return (
    (await db.$count(bookings, and(eq(bookings.id, bookingId), hasOthers(and(isStaff, ne(users.id, accountId)))))) > 0
  )
}

/** Whether it is the own session of all there are of the team: nobody else can decide about it. `isOwn`: in another sense. */
export async function isWholeTeams(db: Db | Tx, { id }: { id: string }, isOwn = isOwnSessionOf): Promise<boolean> {
  const isNobodyElses = and(not(hasOthers(isStaff, isOwn)), sql`exists (select from ${users} where ${isStaff})`)
  return (await db.$count(bookings, and(eq(bookings.id, id), isNobodyElses))) > 0
}
