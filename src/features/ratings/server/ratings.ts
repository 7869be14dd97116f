import { and, avg, count, desc, eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { publicName } from '#src/features/accounts/public-name.ts'
import { keepPerson, readProfile } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import { findVisible, writeHistory } from '#src/features/bookings/server/bookings.ts'
import { findActiveCoachBySlug, findCoach, recordAverageRating } from '#src/features/coaches/server/coaches.ts'
import type { MyRating, Rating, ratingBody } from '#src/features/ratings/contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { cursorOf, newestFirst } from '#src/platform/http/paging.ts'
import { type Expertise, games, wireExpertise } from '#src/shared/games.ts'
import { ratings } from './table.ts'

export { forgetPerson, personalData } from './personal-data.ts'

export type RatingRow = typeof ratings.$inferSelect

/** A profile shows ratings a few at a time. */
const shownAtOnce = 6

/**
 * The approved ratings of an active coach, newest first, from `cursor` on; `total` counts all of them, `next` is the
 * cursor of the following page, null on the last. Throws `NotFound` for an unknown coach, `Invalid` for a broken cursor.
 */
export async function listApprovedRatings(
  db: Db,
  slug: string,
  cursor?: string,
): Promise<{ ratings: Rating[]; total: number; next: string | null }> {
  const coach = await findActiveCoachBySlug(db, slug)
  if (!coach) throw new NotFound('There is no such coach.')
  const { after, order } = newestFirst(ratings, cursor)
  const approved = and(eq(ratings.coachId, coach.id), eq(ratings.isApproved, true))
  const [rows, total] = await Promise.all([
    db
      .select({ row: ratings, name: users.name })
      .from(ratings)
      .leftJoin(users, eq(users.id, ratings.userId))
      .where(and(approved, after))
      .orderBy(...order)
      // One more than shown tells whether there is a next page.
      .limit(shownAtOnce + 1),
    db.$count(ratings, approved),
  ])
  const shown = rows.slice(0, shownAtOnce)
  const last = shown.at(-1)
  return {
    ratings: shown.map(({ row, name }) => presentRating(row, name)),
    total,
    next: last && rows.length > shownAtOnce ? cursorOf(last.row) : null,
  }
}

/**
 * Keeps a player's rating of a session that took place for review. The coach is the booking's and the game is the
 * coach's, whatever the body says. Throws `NotFound` for somebody else's booking, `Conflict` for a session that did not
 * take place, is rated already, or is the player's own.
 */
export async function rateSession(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  player: Account,
  { bookingId, rating, review }: z.output<typeof ratingBody>,
): Promise<RatingRow> {
  const { booking, parties } = await findVisible(db, player, bookingId)
  if (!parties.includes('player')) throw new NotFound('This booking does not exist.')
  const coach = booking.coachId && (await findCoach(db, booking.coachId))
  if (!isHeld(booking, now()) || !coach) throw new Conflict('You can rate a session once it is over')
  if (coach.userId === player.id) throw new Conflict('You cannot rate your own sessions.')
  const { ranks } = await readProfile(db, player)
  const values = {
    ...{ bookingId, userId: player.id, coachId: coach.id, rating, review },
    ...{ game: coach.gameExpertise, serviceName: booking.serviceName, rank: rankIn(ranks, coach.gameExpertise) },
  }
  const [row] = await db.transaction(async (tx) => {
    await keepPerson(tx, player)
    const rated = await tx
      .insert(ratings)
      .values({ ...values, coachName: booking.coachName })
      .onConflictDoNothing({ target: ratings.bookingId })
      .returning()
    const who = { actorId: player.id, actorRole: 'player' } as const
    if (rated.length > 0) await writeHistory(tx, { bookingId, act: 'rated', ...who, detail: { stars: rating } })
    return rated
  })
  if (!row) throw new Conflict('You rated this session already')
  return row
}

/** The rank that a player's profile names for these games, with the game's name where there are several; null for none. */
function rankIn(ranks: Profile['ranks'], expertise: Expertise): string | null {
  const said = expertise.flatMap((game) => (ranks[game] ? [{ game, rank: ranks[game] }] : []))
  const words = said.map(({ game, rank }) => (expertise.length > 1 ? `${games[game].label}: ${rank}` : rank))
  return words.join(', ') || null
}

/** A player's own ratings, newest first. */
export async function listMyRatings(db: Db, player: Account): Promise<MyRating[]> {
  const rows = await db.select().from(ratings).where(eq(ratings.userId, player.id)).orderBy(desc(ratings.createdAt))
  return rows.map(presentMine)
}

/** A rating as its player sees it. */
export function presentMine({ bookingId, rating, review, isApproved, rejectReason }: RatingRow): MyRating {
  return { bookingId, rating, review, isApproved, rejectReason }
}

/** Brings the coach's average and the number of ratings behind it up to date with the approved ratings, in the transaction that changed one of them. */
export async function refreshAverage(tx: Tx, coachId: string): Promise<void> {
  const [approved] = await tx
    .select({ average: avg(ratings.rating), count: count() })
    .from(ratings)
    .where(and(eq(ratings.coachId, coachId), eq(ratings.isApproved, true)))
  await recordAverageRating(tx, coachId, {
    average: Number(approved?.average ?? 0),
    count: approved?.count ?? 0,
  })
}

function presentRating(row: RatingRow, name: string | null): Rating {
  const { id, rating, review, game, serviceName, rank, createdAt } = row
  return {
    ...{ id, rating, review, serviceName, rank, reviewer: publicName(name) },
    game: wireExpertise(game),
    createdAt: createdAt.toISOString(),
  }
}
