import type { Deps } from '#src/deps.ts'
import { openLoginSession } from '#src/features/accounts/server/accounts.ts'
import { hashPassword } from '#src/features/accounts/server/sign-in/passwords.ts'
import { listAsAdmin } from '#src/features/accounts/server/staff/admins.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Account } from '#src/platform/http/guards.ts'

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
  return { ...account, token: await openLoginSession(deps.db, id, deps.now()) }
}
