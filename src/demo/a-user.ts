import { openSession } from '#src/accounts/server/accounts.ts'
import { listAsAdmin } from '#src/accounts/server/admins.ts'
import { hashPassword } from '#src/accounts/server/passwords.ts'
import { users } from '#src/accounts/server/table.ts'
import { newId } from '#src/server/columns.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Account } from '#src/server/guards.ts'

/** The password of everybody made here. */
export const demoPassword = 'levelup-demo'

let passwordHash: Promise<string> | undefined

/**
 * Creates an account, signed in, for tests and demo data: an ordinary player unless told otherwise, with an e-mail of
 * its own when none is given; an admin may use the admin login too. Throws when the e-mail is taken.
 */
export async function aUser(
  deps: Pick<Deps, 'db' | 'now'>,
  overrides: Partial<Omit<Account, 'id'>> = {},
): Promise<Account & { token: string }> {
  // Hashing is slow on purpose: once is enough for everybody.
  passwordHash ??= hashPassword(demoPassword)
  const id = newId()
  const account: Account = {
    id,
    name: 'Demo Player',
    email: `player-${id}@demo.test`,
    isOwner: false,
    isAdmin: false,
    emailVerified: true,
    ...overrides,
  }
  const { emailVerified, ...columns } = account
  await deps.db.insert(users).values({
    ...columns,
    passwordHash: await passwordHash,
    emailVerifiedAt: emailVerified ? deps.now() : null,
  })
  if (account.isAdmin) await listAsAdmin(deps.db, account)
  return { ...account, token: await openSession(deps.db, id, deps.now()) }
}
