import { asc, eq, or } from 'drizzle-orm'
import type { StaffMember } from '#src/accounts/contract.ts'
import type { Db } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { grantRole } from './accounts.ts'
import { accountColumns, users } from './table.ts'

/** Everybody who is owner or admin, by name. */
export async function listRoles(db: Db): Promise<StaffMember[]> {
  return db
    .select(accountColumns)
    .from(users)
    .where(or(eq(users.isOwner, true), eq(users.isAdmin, true)))
    .orderBy(asc(users.name), asc(users.id))
}

/**
 * Makes the account with this e-mail an admin, or no admin any more; the log says who did. Throws `NotFound` for an
 * unknown e-mail, `Conflict` for one nobody has verified: whoever signed up with it may be anybody.
 */
export async function changeAdmin(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  owner: Account,
  { email, granted }: { email: string; granted: boolean },
): Promise<StaffMember> {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.email, email))
  if (!account) throw new NotFound('There is no account with this e-mail. Ask them to sign up first.')
  if (granted && !account.emailVerified)
    throw new Conflict('This e-mail is not verified yet. Ask them to verify it on their account page first.')
  if (granted) await grantRole(db, email, 'admin')
  else await db.update(users).set({ isAdmin: false }).where(eq(users.id, account.id))
  log.info({ owner: owner.id, account: account.id, granted }, granted ? 'admin role granted' : 'admin role taken')
  return { ...account, isAdmin: granted }
}
