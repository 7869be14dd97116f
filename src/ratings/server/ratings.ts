import { and, avg, count, eq } from 'drizzle-orm'
import { users } from '#src/accounts/server/table.ts'
import { findActiveCoachBySlug, recordAverageRating } from '#src/coaches/server/coaches.ts'
import type { Rating } from '#src/ratings/contract.ts'
import type { Db, Tx } from '#src/server/db.ts'
import { NotFound } from '#src/server/errors.ts'
import { cursorOf, newestFirst } from '#src/server/pages.ts'
import { ratings } from './table.ts'

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
  const [rows, [counted]] = await Promise.all([
    db
      .select({ row: ratings, name: users.name })
      .from(ratings)
      .leftJoin(users, eq(users.id, ratings.userId))
      .where(and(approved, after))
      .orderBy(...order)
      // One more than shown tells whether there is a next page.
      .limit(shownAtOnce + 1),
    db.select({ total: count() }).from(ratings).where(approved),
  ])
  const shown = rows.slice(0, shownAtOnce)
  return {
    ratings: shown.map(({ row, name }) => presentRating(row, name)),
    total: counted!.total,
    next: rows.length > shownAtOnce ? cursorOf(shown.at(-1)!.row) : null,
  }
}

/** Brings the coach's average up to date with the approved ratings, in the transaction that changed one of them. */
export async function refreshAverage(tx: Tx, coachId: string): Promise<void> {
  const [approved] = await tx
    .select({ average: avg(ratings.rating) })
    .from(ratings)
    .where(and(eq(ratings.coachId, coachId), eq(ratings.isApproved, true)))
  await recordAverageRating(tx, coachId, Number(approved!.average ?? 0))
}

function presentRating({ id, rating, review, game, createdAt }: RatingRow, name: string | null): Rating {
  return { id, rating, review, reviewer: shownName(name), game, createdAt: createdAt.toISOString() }
}

/** A review is public, its author's whole name is not. */
function shownName(name: string | null): string {
  return name?.trim().split(/\s+/)[0] || 'A former player'
}
