import { eq } from 'drizzle-orm'
import type { Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { staffNotes } from './table.ts'

/** What the team noted about them goes; what they noted about others, as a member of the team, stays with the team. */
export async function forgetPerson(tx: Tx, { id }: Account): Promise<void> {
  await tx.delete(staffNotes).where(eq(staffNotes.personId, id))
}
