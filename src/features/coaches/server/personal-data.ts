import { eq, getTableColumns } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { coaches } from './table.ts'

/** The person's profile as a coach. */
export async function personalData(db: Db, { id }: Account) {
  const { id: _id, userId, countedAt, ...shown } = getTableColumns(coaches)
  return { coachProfile: await db.select(shown).from(coaches).where(eq(coaches.userId, id)) }
}

/** Throws `Conflict` for coaches: players have booked them, so the owner has to see to that first. */
export async function refuseCoach(tx: Tx, { id }: Account): Promise<void> {
  const [coach] = await tx.select({ id: coaches.id }).from(coaches).where(eq(coaches.userId, id))
  if (coach)
    throw new Conflict(
      'You coach with us. Please ask the owner to deactivate your profile and unlink your account first.',
    )
}
