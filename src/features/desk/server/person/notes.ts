import { desc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepOther, keepPerson } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import type { StaffNote } from '#src/features/desk/person-contract.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { NotAllowed } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { staffNotes } from '../table.ts'
import { findVisiblePerson } from './visible.ts'

/** So many notes are read at once. */
const atMost = 100

/** The newest notes about a person, the newest first. */
export async function listNotes(db: Db | Tx, personId: string): Promise<StaffNote[]> {
  const rows = await db
    .select({ id: staffNotes.id, writerName: users.name, note: staffNotes.note, createdAt: staffNotes.createdAt })
    .from(staffNotes)
    .innerJoin(users, eq(users.id, staffNotes.writerId))
    .where(eq(staffNotes.personId, personId))
    .orderBy(desc(staffNotes.createdAt), desc(staffNotes.id))
    .limit(atMost)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/**
 * Keeps a note of the team about a person, once for each `idempotencyKey`. Returns all notes about them. Throws `NotFound`,
 * `NotAllowed` about oneself, `Conflict` when the person has just deleted their account.
 */
export async function noteAboutPerson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  staff: Account,
  personId: string,
  note: { note: string; idempotencyKey: string },
): Promise<StaffNote[]> {
  await findVisiblePerson(db, staff, personId)
  if (personId === staff.id) throw new NotAllowed('Notes about you are for somebody else of the team to keep.')
  return db.transaction(async (tx) => {
    await keepOther(tx, personId)
    await keepPerson(tx, staff)
    await tx
      .insert(staffNotes)
      .values({ ...note, personId, writerId: staff.id, createdAt: now() })
      .onConflictDoNothing({ target: [staffNotes.personId, staffNotes.idempotencyKey] })
    return listNotes(tx, personId)
  })
}
