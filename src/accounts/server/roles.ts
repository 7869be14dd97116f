import { asc, eq, sql } from 'drizzle-orm'
import type { StaffMember } from '#src/accounts/contract.ts'
import { queueMail } from '#src/notifications/server/notifications.ts'
import { newId } from '#src/server/columns.ts'
import type { Db } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { notify } from '#src/server/live.ts'
import { grantRole } from './accounts.ts'
import { sessionsEndedMail } from './mails.ts'
import { hasFactor } from './second-factor.ts'
import { countOpenSessions, endAllSessions } from './sessions.ts'
import { accountColumns, isStaff, secondFactors, staffRules, users } from './table.ts'

/** Everybody who is owner or admin, by name. */
export async function listRoles(db: Db): Promise<StaffMember[]> {
  return db
    .select({ ...accountColumns, hasSecondFactor: sql<boolean>`${secondFactors.onSince} is not null` })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(isStaff)
    .orderBy(asc(users.name), asc(users.id))
}

/**
 * Makes the account with this e-mail an admin, or no admin any more, and ends its sessions; the log says who did. Throws
 * the errors of `grantRole`.
 */
export async function changeAdmin(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  owner: Account,
  { email, granted }: { email: string; granted: boolean },
): Promise<StaffMember> {
  const account = await grantRole(db, email, 'admin', granted)
  log.info({ owner: owner.id, account: account.id, granted }, granted ? 'admin role granted' : 'admin role taken')
  return { ...account, hasSecondFactor: await hasFactor(db, account.id) }
}

/**
 * Logs somebody out everywhere, in the admin area too, says so by mail, and gives how many sessions that were. Throws
 * `NotFound` for an unknown e-mail, `Conflict` for the owner's own: one's own devices are on the account page.
 */
export async function endSessionsOf(
  { db, env, log, now }: Pick<Deps, 'db' | 'env' | 'log' | 'now'>,
  owner: Account,
  email: string,
): Promise<{ accountId: string; name: string; ended: number }> {
  const done = await db.transaction(async (tx) => {
    // A login under way either ends before this, and its session below, or begins after it.
    const [account] = await tx.select(accountColumns).from(users).where(eq(users.email, email)).for('update')
    if (!account) throw new NotFound('There is no account with this e-mail.')
    const { id: accountId, name } = account
    if (accountId === owner.id) throw new Conflict('That is you: your account page lists your own devices.')
    const ended = await countOpenSessions(tx, accountId, now())
    await endAllSessions(tx, accountId)
    const dedupeKey = `sessions-ended:${accountId}:${newId()}`
    if (ended) await queueMail(tx, { ...sessionsEndedMail(account, env), dedupeKey })
    return { accountId, name, ended }
  })
  log.info({ owner: owner.id, account: done.accountId, ended: done.ended }, 'sessions ended by the owner')
  return done
}

/** What the owner demands of everybody with a role. */
export async function readStaffRules(db: Db): Promise<{ secondFactor: boolean }> {
  const [rules] = await db.select({ secondFactor: staffRules.secondFactor }).from(staffRules)
  return rules ?? { secondFactor: false }
}

/** Throws `Conflict` when an owner without a second step demands it: that would shut out the owner first. */
export async function changeStaffRules(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  owner: Account,
  rules: { secondFactor: boolean },
): Promise<{ secondFactor: boolean }> {
  if (rules.secondFactor && !(await hasFactor(db, owner.id)))
    throw new Conflict('Set up your own second step first, on your account page.')
  await db.transaction(async (tx) => {
    await tx.insert(staffRules).values(rules).onConflictDoUpdate({ target: staffRules.id, set: rules })
    // Whoever listens to a thread as staff proves anew that they may.
    await notify(tx, 'sessions')
  })
  log.info({ owner: owner.id, ...rules }, 'staff rules changed')
  return rules
}
