import { and, eq, or } from 'drizzle-orm'
import { type BlockingSide, blockedText } from '#src/features/coaches/blocks.ts'
import { ownHoursReason, ownHoursText } from '#src/features/coaches/own-hours.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { blocks, coaches } from './table.ts'

/** A player and a coach: the id of an account and that of a profile. */
export type Pair = { playerId: string; coachId: string }

const isPair = ({ playerId, coachId }: Pair) => and(eq(blocks.playerId, playerId), eq(blocks.coachId, coachId))

/** Who of the two blocked the other; empty: nobody. */
export async function whoBlocked(db: Db | Tx, pair: Pair): Promise<BlockingSide[]> {
  const rows = await db.select({ by: blocks.by }).from(blocks).where(isPair(pair))
  return rows.map(({ by }) => by)
}

export async function isBlocked(db: Db | Tx, pair: Pair): Promise<boolean> {
  return (await whoBlocked(db, pair)).length > 0
}

/** Whether a block stands between two accounts, one as a player and one as a coach. */
export async function areApart(db: Db | Tx, one: string, other: string): Promise<boolean> {
  const isOf = (playerId: string, coachUserId: string) =>
    and(eq(blocks.playerId, playerId), eq(coaches.userId, coachUserId))
  const [found] = await db
    .select({ by: blocks.by })
    .from(blocks)
    .innerJoin(coaches, eq(coaches.id, blocks.coachId))
    .where(or(isOf(one, other), isOf(other, one)))
    .limit(1)
  return found !== undefined
}

/** Throws `Conflict` when one of the two blocked the other. Customers without an account block nobody. */
export async function refuseBlocked(
  db: Db | Tx,
  { playerId, coachId }: { playerId: string | null; coachId: string | null },
): Promise<void> {
  if (playerId && coachId && (await isBlocked(db, { playerId, coachId })))
    throw new Conflict(blockedText, { reason: 'blocked' })
}

/** The ids of the coaches whom a player blocked, or who blocked them. */
export async function blockedCoaches(db: Db | Tx, playerId: string): Promise<string[]> {
  const rows = await db.selectDistinct({ coachId: blocks.coachId }).from(blocks).where(eq(blocks.playerId, playerId))
  return rows.map(({ coachId }) => coachId)
}

/** The ids of the coaches whose hours a player is not offered: their own, and those whom a block keeps apart from them. */
export async function coachesNotFor(db: Db | Tx, playerId: string): Promise<string[]> {
  const own = db.select({ coachId: coaches.id }).from(coaches).where(eq(coaches.userId, playerId))
  const blocked = db.select({ coachId: blocks.coachId }).from(blocks).where(eq(blocks.playerId, playerId))
  return (await own.union(blocked)).map(({ coachId }) => coachId)
}

/** Throws `Conflict` when the coach is the player: nobody trades with themselves. */
export function refuseOwnHours(coach: { userId: string | null }, playerId: string | null | undefined): void {
  if (playerId && coach.userId === playerId) throw new Conflict(ownHoursText, { reason: ownHoursReason })
}

/** The ids of the players whom a coach blocked, or who blocked them. */
export async function blockedPlayers(db: Db | Tx, coachId: string): Promise<string[]> {
  const rows = await db.selectDistinct({ playerId: blocks.playerId }).from(blocks).where(eq(blocks.coachId, coachId))
  return rows.map(({ playerId }) => playerId)
}

/** Writes a block down; false when this side had blocked the other before. The caller holds the coach's lock. */
export async function writeBlock(tx: Tx, { by, ...pair }: Pair & { by: BlockingSide }, now: Date): Promise<boolean> {
  const written = await tx
    .insert(blocks)
    .values({ ...pair, by, createdAt: now })
    .onConflictDoNothing()
    .returning({ by: blocks.by })
  return written.length > 0
}

/** Takes a side's own block back; the other's stays. */
export async function takeBlockBack(db: Db, { by, ...pair }: Pair & { by: BlockingSide }): Promise<void> {
  await db.delete(blocks).where(and(isPair(pair), eq(blocks.by, by)))
}
