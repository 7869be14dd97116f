import type { Deps } from '#src/deps.ts'
import type { ContactRow } from '#src/features/contacts/server/contacts.ts'
import { contacts } from '#src/features/contacts/server/table.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { aUser } from './a-user.ts'

export type ContactOverrides = { writer?: Account } & Partial<Omit<typeof contacts.$inferInsert, 'userId'>>

/** Creates an inquiry, and the account that wrote it if none is given, for tests and demo data. It sends no mail. */
export async function aContact(deps: Pick<Deps, 'db' | 'now'>, overrides: ContactOverrides = {}): Promise<ContactRow> {
  const { writer, ...columns } = overrides
  const { id: userId, name, email } = writer ?? (await aUser(deps))
  const [contact] = await deps.db
    .insert(contacts)
    .values({ userId, name, email, game: ['rocket-league'], message: 'I am stuck and want to climb.', ...columns })
    .returning()
  return contact!
}
