import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { refundLeft, refundNow } from '#src/features/bookings/rules.ts'
import { type BookingRow, cancellationsLeft } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { Side } from '#src/features/sessions/outcomes.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { reports } from '../table.ts'

/** A player's account and a coach's profile. */
export type Pair = { playerId: string; coachId: string }

/** The two of a session; null while it has no coach, or when its player has no account. */
export function pairOf({ playerId, coachId }: Pick<BookingRow, 'playerId' | 'coachId'>): Pair | null {
  return playerId && coachId ? { playerId, coachId } : null
}

/** The bookings of the two. */
export const isOfPair = ({ playerId, coachId }: Pair) =>
  and(eq(bookings.playerId, playerId), eq(bookings.coachId, coachId))

/** The reports about sessions of the two; join `bookings`. */
export const isReportOf = ({ playerId, coachId }: Pair) =>
  and(eq(bookings.playerId, playerId), eq(reports.coachId, coachId))

/** A session that a block would cancel, and the cents that it gives back. */
export type Ahead = {
  booking: BookingRow
  refund: number
  /** Our team decides what goes back instead. */
  isLeftToTeam: boolean
  /** All would go back, but the bank decides first: it is not cancelled. */
  isWithBank: boolean
}

/**
 * The sessions of the two that have not begun, with what a block by this side gives back of each (SAFE-2): all that is left
 * when the coach blocks; when the player does what the terms sold give, or all that is left of what was booked before our
 * team agreed with a report of theirs about this coach. The money beyond what one can cancel in a day is left to our team (TERM-1).
 */
export async function sessionsAhead(deps: Deps, db: Db | Tx, pair: Pair, by: Side): Promise<Ahead[]> {
  const at = deps.now()
  const rows = await db
    .select()
    .from(bookings)
    .where(
      and(isOfPair(pair), eq(bookings.status, 'confirmed'), or(isNull(bookings.startsAt), gt(bookings.startsAt, at))),
    )
    .orderBy(bookings.id)
  const withAllBack = (booking: BookingRow): Ahead => ({
    ...{ booking, refund: refundLeft(booking), isLeftToTeam: false },
    isWithBank: booking.dispute === 'open',
  })
  if (by === 'coach') return rows.map(withAllBack)
  const believedAt = await newestUpheld(db, pair)
  let left = await cancellationsLeft(deps, db, pair.playerId)
  return rows.map((booking) => {
    if (believedAt && booking.createdAt < believedAt) return withAllBack(booking)
    const refund = refundNow(booking, at)
    const isLeftToTeam = refund > 0 && left-- <= 0
    return { booking, refund: isLeftToTeam ? 0 : refund, isLeftToTeam, isWithBank: false }
  })
}

/** Locks the bookings of the two: no dispute or refund comes between what is read and what is done (TERM-5). */
export async function lockBookings(tx: Tx, pair: Pair): Promise<void> {
  await tx.select({ id: bookings.id }).from(bookings).where(isOfPair(pair)).orderBy(bookings.id).for('update')
}

/** When our team last agreed with a report of this player about this coach; null: never. */
async function newestUpheld(db: Db | Tx, pair: Pair): Promise<Date | null> {
  const [report] = await db
    .select({ settledAt: reports.settledAt })
    .from(reports)
    .innerJoin(bookings, eq(bookings.id, reports.bookingId))
    .where(and(isReportOf(pair), eq(reports.by, 'player'), eq(reports.upheld, true)))
    .orderBy(desc(reports.settledAt))
    .limit(1)
  return report?.settledAt ?? null
}
