import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Act } from '#src/features/bookings/life-cycle.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { bookingHistory, bookings } from '../table.ts'

/** How often within 24 hours a player moves one session, or cancels sessions that give money back: each mails others. */
const mostADay = 5

/** Throws `Conflict` when this player moved this session too often. The caller holds the booking's row. */
export async function checkMoves(deps: Deps, tx: Tx, bookingId: string): Promise<void> {
  if ((await countToday(deps, tx, 'move', eq(bookings.id, bookingId))) >= mostADay)
    throw new Conflict(
      `You have moved this session ${mostADay} times in 24 hours. Please write to our team to move it again.`,
      { reason: 'refused' },
    )
}

/** Throws `Conflict` when this player cancelled too many sessions with money back. Holds the player's count until the end. */
export async function checkCancellations(deps: Deps, tx: Tx, playerId: string): Promise<void> {
  await holdCancellations(tx, playerId)
  if ((await cancellationsLeft(deps, tx, playerId)) === 0)
    throw new Conflict(
      `You have cancelled ${mostADay} sessions in 24 hours. Please write to our team to cancel this one.`,
      { reason: 'refused' },
    )
}

/** Nobody else cancels for this player until the end of the transaction. */
export async function holdCancellations(tx: Tx, playerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cancellations ${playerId}`}, 2))`)
}

/** How many sessions this player can still cancel with money back in these 24 hours, by blocks too (TERM-1). */
export async function cancellationsLeft(deps: Deps, db: Db | Tx, playerId: string): Promise<number> {
  const withMoney = and(eq(bookings.playerId, playerId), sql`${bookingHistory.detail}->>'refund' <> '0.00'`)
  return mostADay - (await countToday(deps, db, 'cancel', withMoney))
}

async function countToday({ now }: Deps, tx: Db | Tx, act: Act, which: SQL | undefined): Promise<number> {
  const since = new Date(now().getTime() - 24 * 3_600_000)
  const done = await tx
    .select({ id: bookingHistory.id })
    .from(bookingHistory)
    .innerJoin(bookings, eq(bookings.id, bookingHistory.bookingId))
    .where(
      and(
        which,
        eq(bookingHistory.act, act),
        eq(bookingHistory.actorRole, 'player'),
        gt(bookingHistory.createdAt, since),
      ),
    )
    .limit(mostADay)
  return done.length
}
