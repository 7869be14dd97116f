import { and, eq, getTableColumns, or } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { blocks, coaches } from './table.ts'

/** The person's profile as a coach, and whom they blocked: never who blocked them. */
export async function personalData(db: Db, { id }: Account) {
  const { id: _id, userId, countedAt, ...shown } = getTableColumns(coaches)
  const own = or(
    and(eq(blocks.by, 'player'), eq(blocks.playerId, id)),
    and(eq(blocks.by, 'coach'), eq(coaches.userId, id)),
  )
  const { playerId, coachId, by, createdAt } = blocks
  return {
    coachProfile: await db.select(shown).from(coaches).where(eq(coaches.userId, id)),
    blocks: await db
      .select({ playerId, coachId, by, createdAt })
      .from(blocks)
      .innerJoin(coaches, eq(coaches.id, blocks.coachId))
      .where(own)
      .orderBy(createdAt),
  }
}

/** Forgets whom a player blocked, and who blocked them. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<void> {
  await tx.delete(blocks).where(eq(blocks.playerId, id))
}

/** Throws `Conflict` for coaches: players have booked them, so the owner has to see to that first. */
export async function refuseCoach(tx: Tx, { id }: Account): Promise<void> {
  const [coach] = await tx.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, id))
  if (coach)
    throw new Conflict(
      'You coach with us. Please ask the owner to deactivate your profile and unlink your account first.',
    )
}
