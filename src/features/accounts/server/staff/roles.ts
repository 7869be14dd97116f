import { asc, eq, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { StaffMember } from '#src/features/accounts/contract.ts'
import { queueMail } from '#src/features/notifications/server/notifications.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db } from '#src/platform/database/db.ts'
import { byName } from '#src/platform/database/fold.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { grantRole } from '../accounts.ts'
import { sessionsEndedMail } from '../mails.ts'
import { zoneOf } from '../reader-zone.ts'
import { countOpenLoginSessions, endAllLoginSessions } from '../sign-in/login-sessions.ts'
import { accountColumns, isStaff, secondFactors, staffRules, users } from '../table.ts'
import { hasFactor } from './second-factor.ts'

/** All owners and admins, by name. */
export async function listRoles(db: Db): Promise<StaffMember[]> {
  return db
    .select({ ...accountColumns, hasSecondFactor: sql<boolean>`${secondFactors.onSince} is not null` })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(isStaff)
    .orderBy(byName(users.name), asc(users.id))
}

/**
 * Grants the admin role to the account with this e-mail, or removes it, ends its sessions and records who did it. Owners
 * who make themselves admins stay in the session they did it in (`loginSessionId`), which was confirmed for it (ACC-10).
 * Throws the errors of `grantRole`.
 */
export async function changeAdmin(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  owner: Account,
  loginSessionId: string,
  { email, granted }: { email: string; granted: boolean },
): Promise<StaffMember> {
  const account = await grantRole(db, email, 'admin', { granted, by: { id: owner.id, loginSessionId } })
  log.info({ owner: owner.id, account: account.id, granted }, granted ? 'admin role granted' : 'admin role taken')
  return { ...account, hasSecondFactor: await hasFactor(db, account.id) }
}

/**
 * Ends all sessions of an account, including the admin area, notifies its owner by e-mail and returns how many there
 * were. Throws `NotFound` for an unknown e-mail, `Conflict` for the owner's own: they use the account page.
 */
export async function endLoginSessionsOf(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'log' | 'now'>,
  owner: Account,
  email: string,
): Promise<{ accountId: string; name: string; ended: number }> {
  const { db, env, log, now } = deps
  const done = await db.transaction(async (tx) => {
    // A concurrent login either finishes first and is ended below, or starts afterwards.
    const [account] = await tx.select(accountColumns).from(users).where(eq(users.email, email)).for('update')
    if (!account) throw new NotFound('There is no account with this e-mail.')
    const { id: accountId, name } = account
    if (accountId === owner.id) throw new Conflict('That is you: your account page lists your own devices.')
    const ended = await countOpenLoginSessions(tx, accountId, now())
    await endAllLoginSessions(tx, accountId)
    const dedupeKey = `sessions-ended:${accountId}:${newId()}`
    if (ended) {
      const done = { at: now(), zone: await zoneOf(deps, tx, email) }
      await queueMail(deps, tx, { ...sessionsEndedMail(env, account, done), dedupeKey, audience: 'staff' })
    }
    return { accountId, name, ended }
  })
  log.info({ owner: owner.id, account: done.accountId, ended: done.ended }, 'sessions ended by the owner')
  return done
}

/** What the owner requires of everybody with a role. */
export async function readStaffRules(db: Db): Promise<{ secondFactor: boolean }> {
  const [rules] = await db.select({ secondFactor: staffRules.secondFactor }).from(staffRules)
  return rules ?? { secondFactor: false }
}

/** Throws `Conflict` when an owner without a second factor requires one: it would lock out that owner first. */
export async function changeStaffRules(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  owner: Account,
  rules: { secondFactor: boolean },
): Promise<{ secondFactor: boolean }> {
  if (rules.secondFactor && !(await hasFactor(db, owner.id)))
    throw new Conflict('Set up your own second step first, on your account page.')
  await db.transaction(async (tx) => {
    await tx.insert(staffRules).values(rules).onConflictDoUpdate({ target: staffRules.id, set: rules })
    // Staff listening to a thread must prove again that they may.
    await notify(tx, 'sessions')
  })
  log.info({ owner: owner.id, ...rules }, 'staff rules changed')
  return rules
}
