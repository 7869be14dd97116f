import type { ContactRow } from '#src/contacts/server/contacts.ts'
import { contacts } from '#src/contacts/server/table.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Account } from '#src/server/guards.ts'
import { aUser } from './a-user.ts'

export type ContactWish = { writer?: Account } & Partial<Omit<typeof contacts.$inferInsert, 'userId'>>

/** Creates an inquiry, and the account that wrote it if none is given, for tests and demo data. It sends no mail. */
export async function aContact(deps: Pick<Deps, 'db' | 'now'>, wish: ContactWish = {}): Promise<ContactRow> {
  const { writer, ...columns } = wish
  const { id: userId, name, email } = writer ?? (await aUser(deps))
  const [contact] = await deps.db
    .insert(contacts)
    .values({ userId, name, email, game: 'rocket-league', message: 'I am stuck and want to climb.', ...columns })
    .returning()
  return contact!
}
