import type { Deps } from '#src/deps.ts'
import type { ContactRow } from '#src/features/contacts/server/contacts.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import { openInquiry } from '#src/features/messages/server/messages.ts'
import { newId } from '#src/platform/database/columns.ts'
import { only } from '#src/platform/database/only.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { Expertise } from '#src/shared/games.ts'
import { aUser } from './a-user.ts'

export type ContactOverrides = { writer?: Account } & Partial<Omit<typeof contacts.$inferInsert, 'userId'>>

/** Creates an inquiry with its conversation, and the account that wrote it if none is given, for tests and demo data. It sends no mail. */
export async function aContact(deps: Pick<Deps, 'db' | 'now'>, overrides: ContactOverrides = {}): Promise<ContactRow> {
  const { writer, ...columns } = overrides
  const { id: userId, name, email } = writer ?? (await aUser(deps))
  const message = 'I am stuck and want to climb.'
  const game: Expertise = ['rocket-league']
  const values = { id: newId(), userId, name, email, game, message, createdAt: deps.now(), ...columns }
  await openInquiry(deps.db, values)
  return { ...only(await deps.db.insert(contacts).values(values).returning()), coachName: null }
}
