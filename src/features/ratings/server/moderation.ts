import { and, eq, isNull } from 'drizzle-orm'
import { pendingAtOnce, type ReviewedRating } from '#src/features/ratings/contract.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { readPage } from '#src/platform/http/paging.ts'
import { wireExpertise } from '#src/shared/games.ts'
import { type RatingRow, refreshAverage } from './ratings.ts'
import { ratings } from './table.ts'

/** Ratings nobody has decided on, newest first, one page from `cursor` on, and how many there are. */
export async function listPendingRatings(db: Db, cursor?: string): Promise<{ rows: RatingRow[]; total: number }> {
  const wanted = and(eq(ratings.isApproved, false), isNull(ratings.rejectReason))
  return readPage(db, db.select().from(ratings).$dynamic(), { table: ratings, wanted, cursor, atOnce: pendingAtOnce })
}

/** Makes a rating public, also one turned down before: the coach's average follows. Throws `NotFound`. */
export async function approveRating(db: Db, ratingId: string): Promise<RatingRow> {
  return decide(db, ratingId, { isApproved: true, rejectReason: null })
}

/** Turns a rating down, also one approved before: the coach's average follows. Throws `NotFound`. */
export async function rejectRating(db: Db, ratingId: string, rejectReason: string): Promise<RatingRow> {
  return decide(db, ratingId, { isApproved: false, rejectReason })
}

type Decision = Pick<RatingRow, 'isApproved' | 'rejectReason'>

async function decide(db: Db, ratingId: string, decision: Decision): Promise<RatingRow> {
  return db.transaction(async (tx) => {
    const [rating] = await tx.select({ coachId: ratings.coachId }).from(ratings).where(eq(ratings.id, ratingId))
    if (!rating) throw new NotFound('This rating does not exist.')
    // One at a time: each average must see the decisions before it.
    await lockCoach(tx, rating.coachId)
    const row = only(await tx.update(ratings).set(decision).where(eq(ratings.id, ratingId)).returning())
    await refreshAverage(tx, rating.coachId)
    return row
  })
}

/** A rating as its reviewer sees it, without the player's id. */
export function presentReviewed({ userId, coachId, createdAt, ...shown }: RatingRow): ReviewedRating {
  return { ...shown, game: wireExpertise(shown.game), createdAt: createdAt.toISOString() }
}
