import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { isForOthers } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { pendingAtOnce, type ReviewedRating } from '#src/features/ratings/contract.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { decidedNow, stateBefore } from '#src/platform/database/last-decision.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { pageSize, readPage } from '#src/platform/http/paging.ts'
import { wireExpertise } from '#src/shared/games.ts'
import { type RatingRow, refreshAverage } from './ratings.ts'
import { type RatingDecision, ratings } from './table.ts'

/** A rating with the session it is about. */
type Reviewed = RatingRow & ReviewedRating['session']
type ReviewedPage = Promise<{ rows: Reviewed[]; total: number }>

/** Ratings nobody has decided on, newest first, one page from `cursor` on, and how many there are. */
export async function listPendingRatings(db: Db, cursor?: string): ReviewedPage {
  return listReviewed(db, and(eq(ratings.isApproved, false), isNull(ratings.rejectReason)), cursor, pendingAtOnce)
}

/** Ratings that are public, in the same way. */
export async function listPublicRatings(db: Db, cursor?: string): ReviewedPage {
  return listReviewed(db, eq(ratings.isApproved, true), cursor, pageSize)
}

async function listReviewed(db: Db, wanted: SQL | undefined, cursor: string | undefined, atOnce: number): ReviewedPage {
  return readPage(db, selectReviewed(db).$dynamic(), { table: ratings, wanted, cursor, atOnce })
}

function selectReviewed(db: Db | Tx) {
  const { customerName, playerId, number } = bookings
  return db
    .select({ ...getTableColumns(ratings), customerName, playerId, number })
    .from(ratings)
    .innerJoin(bookings, eq(bookings.id, ratings.bookingId))
}

type Deciding = Pick<Deps, 'db' | 'now'>

/** Makes a rating public, also one turned down before: the coach's average follows. Throws `NotFound`, and `Conflict` of an own session. */
export async function approveRating(deps: Deciding, owner: Account, ratingId: string): Promise<Reviewed> {
  return decide(deps, owner, ratingId, { isApproved: true, rejectReason: null })
}

/** Turns a rating down, also one approved before: the coach's average follows. Throws as approving does. */
export async function rejectRating(
  deps: Deciding,
  owner: Account,
  ratingId: string,
  rejectReason: string,
): Promise<Reviewed> {
  return decide(deps, owner, ratingId, { isApproved: false, rejectReason })
}

/** What changes nothing is no decision: of many presses the first is. */
async function decide(
  { db, now }: Deciding,
  owner: Account,
  ratingId: string,
  wanted: RatingDecision,
): Promise<Reviewed> {
  return db.transaction(async (tx) => {
    const { isApproved, rejectReason } = await lockRating(tx, owner, ratingId)
    if (isApproved !== wanted.isApproved || rejectReason !== wanted.rejectReason)
      await change(tx, ratingId, { ...wanted, lastDecision: decidedNow({ isApproved, rejectReason }, now()) })
    return readReviewed(tx, ratingId)
  })
}

/**
 * Puts back what stood before the latest decision; a repeat changes nothing. Throws `NotFound`, and `Conflict` when another
 * decision came after it or its time is over.
 */
export async function undoRatingDecision(
  { db, now }: Deciding,
  owner: Account,
  ratingId: string,
  decisionId: string,
): Promise<Reviewed> {
  return db.transaction(async (tx) => {
    const { lastDecision } = await lockRating(tx, owner, ratingId)
    const before = stateBefore(lastDecision, decisionId, now())
    if (before && lastDecision)
      await change(tx, ratingId, { ...before, lastDecision: { ...lastDecision, before: null } })
    return readReviewed(tx, ratingId)
  })
}

/** A rating that this owner may decide on, with its coach's lock: one decision at a time, since each average must see those before it. */
async function lockRating(tx: Tx, owner: Account, ratingId: string): Promise<RatingRow> {
  const [found] = await tx
    .select({ coachId: ratings.coachId, isOthers: isForOthers(owner.id, 'owner') })
    .from(ratings)
    .innerJoin(bookings, eq(bookings.id, ratings.bookingId))
    .where(eq(ratings.id, ratingId))
  if (!found) throw new NotFound('This rating does not exist.')
  if (found.isOthers)
    throw new Conflict('This is about your own session: another owner decides.', { reason: 'refused' })
  await lockCoach(tx, found.coachId)
  return only(await tx.select().from(ratings).where(eq(ratings.id, ratingId)).for('update'))
}

async function change(tx: Tx, ratingId: string, set: RatingDecision & Pick<RatingRow, 'lastDecision'>): Promise<void> {
  const { coachId } = only(await tx.update(ratings).set(set).where(eq(ratings.id, ratingId)).returning())
  await refreshAverage(tx, coachId)
}

async function readReviewed(tx: Tx, ratingId: string): Promise<Reviewed> {
  return only(await selectReviewed(tx).where(eq(ratings.id, ratingId)))
}

/** A rating as its reviewer sees it, with its session. */
export function presentReviewed(row: Reviewed): ReviewedRating {
  const { userId, coachId, serviceName, createdAt, lastDecision, customerName, playerId, number, ...shown } = row
  return {
    ...shown,
    game: wireExpertise(shown.game),
    session: { customerName, playerId, number },
    decisionId: lastDecision?.id ?? null,
    createdAt: createdAt.toISOString(),
  }
}
