import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { LoginWay } from '#src/accounts/catalogue.ts'
import { accountVerified } from '#src/accounts/events.ts'
import { queueMail } from '#src/notifications/server/notifications.ts'
import { newId } from '#src/server/columns.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, Invalid, NotFound, Unauthorized } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { type KnownBrowser, mayMailUnasked } from '#src/server/limits.ts'
import { listAsAdmin, unlistAsAdmin } from './admins.ts'
import { addCode, redeemCode, wrongCode } from './codes.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { type Client, noteLogin, noteRefused, wayOf } from './logins.ts'
import { passwordChangedMail } from './mails.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { isStill } from './personal-data.ts'
import { forgetFactor, useCode } from './second-factor.ts'
import { endAllSessions, endOtherSessions, type OwnSession, openSession, renewToken } from './sessions.ts'
import { findStanding } from './staff-door.ts'
import { accountColumns, users } from './table.ts'

// The front door for other nouns.
export { codeBrowser } from './code-browser.ts'
export { hasOpenCode, makeAndMailCode, outboxOf, redeemCode, requestCode } from './codes.ts'
export { confirmPassword, forgetOld, forgetPerson, keepPerson, lockPerson, personalData } from './personal-data.ts'
export { hashToken, isStillOpen, newToken, openSession } from './sessions.ts'
export { type AlertContent, alertMails, alertStaff, allStaff, type Staff } from './staff-alerts.ts'

export type SignedIn = { account: Account; token: string }

type Working = Pick<Deps, 'db' | 'jobs' | 'env' | 'now' | 'log'>

/**
 * Creates an account without any role, signs it in, and has a code mailed that verifies the e-mail in this `browser`.
 * `email` must be trimmed and in lower case, as the contract gives it. Throws `Conflict` when the e-mail has an account
 * already, `Invalid` for a password that is easy to guess.
 */
export async function signUp(
  deps: Working,
  { name, email, password }: { name: string; email: string; password: string },
  { client, browser }: { client: Client; browser: string },
): Promise<SignedIn> {
  refuseEasyPassword(password, email, name)
  const passwordHash = await hashPassword(password)
  return deps.db.transaction(async (tx) => {
    const [account] = await tx
      .insert(users)
      .values({ name, email, passwordHash })
      .onConflictDoNothing({ target: users.email })
      .returning(accountColumns)
    if (!account) throw new Conflict('An account with this email already exists')
    await addCode(deps, tx, { purpose: 'verify-email', email, browser })
    return { account, token: await enter(deps, tx, account, 'sign-up', client) }
  })
}

/**
 * Signs in; gives null when the password is right and a `code` of the second step is missing. `known` is the browser, if
 * it was in before. Throws the same `Unauthorized`, after the same time, for a wrong password and an unknown e-mail, and
 * the `Invalid` of `useCode`.
 * However it ends, it is written down.
 */
export async function logIn(
  deps: Working,
  { email, password, code }: { email: string; password: string; code?: string },
  client: Client,
  known: KnownBrowser | null = null,
): Promise<SignedIn | null> {
  const byPassword = { ...client, email, way: 'password', at: deps.now() } as const
  const [found] = await deps.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  const right = await isPasswordRight(found?.passwordHash, password, known !== null)
  if (!found || !right) {
    await noteLogin(deps.db, { ...byPassword, outcome: 'refused' })
    throw new Unauthorized('Invalid email or password')
  }
  const needsCode = (await findStanding(deps.db, found.id, false)) === 'factor-unproved'
  if (needsCode && !code) {
    await noteLogin(deps.db, { ...byPassword, outcome: 'code-missing' })
    return null
  }
  const way = needsCode ? wayOf(code!) : 'password'
  if (needsCode) await useCode(deps, found.id, code!, { known }).catch(noteRefused(deps.db, { ...byPassword, way }))
  return deps.db.transaction(async (tx) => {
    // The lock keeps a change of password or second step waiting, which then ends this session too; one that came
    // first is seen.
    const [account] = await tx.select(accountColumns).from(users).where(stillHas(found)).for('share')
    if (!account) throw new Unauthorized('Invalid email or password')
    if ((await findStanding(tx, account.id, needsCode)) === 'factor-unproved') return null
    return { account, token: await enter(deps, tx, account, way, client) }
  })
}

/** Gives the account with its new name. Throws `Unauthorized` for somebody who has left. */
export async function changeName(db: Db, person: Account, name: string): Promise<Account> {
  const [account] = await db.update(users).set({ name }).where(isStill(person)).returning(accountColumns)
  if (!account) throw new Unauthorized()
  return account
}

/**
 * Changes the password: ends every other session, gives this one a new token, and says so by mail. Throws `Invalid` when
 * `currentPassword` is wrong or the new one is easy to guess.
 */
export async function changePassword(
  deps: Working,
  accountId: string,
  session: OwnSession,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<SignedIn> {
  const [found] = await deps.db
    .select({ ...accountColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, accountId))
  if (!found || !(await isPasswordRight(found.passwordHash, currentPassword))) throw wrongPassword()
  refuseEasyPassword(password, found.email, found.name)
  const passwordHash = await hashPassword(password)
  const mayTell = found.emailVerified || (await mayMailUnasked(deps, found.email))
  return deps.db.transaction(async (tx) => {
    // Of two changes at the same moment the second finds its current password gone.
    const [account] = await tx.update(users).set({ passwordHash }).where(stillHas(found)).returning(accountColumns)
    if (!account) throw wrongPassword()
    await endOtherSessions(tx, account.id, session.sessionId)
    if (mayTell) await sayPasswordChanged(deps, tx, account)
    return { account, token: await renewToken(tx, session, deps.now()) }
  })
}

/**
 * Sets a new password by a mailed code, which also proves the e-mail: ends every session of the account, opens one for
 * this browser, and says so by mail. Who has a second step gets no token: a mailbox alone opens no such account. Throws
 * `Invalid` for a code that does not work, and for a password that is easy to guess: then the code stays good.
 */
export async function resetPassword(
  deps: Working,
  { email, code, password }: { email: string; code: string; password: string },
  { client, browser }: { client: Client; browser: string },
): Promise<{ account: Account; token?: string }> {
  refuseEasyPassword(password, email)
  const way = 'mailed-code'
  // Before the code is used up: when too many people wait for a hash, it stays good.
  const passwordHash = await hashPassword(password)
  const setPassword = async (tx: Tx) => {
    const [account] = await tx
      .update(users)
      .set({ passwordHash })
      .where(eq(users.email, email))
      .returning(accountColumns)
    if (!account) throw wrongCode()
    refuseEasyPassword(password, email, account.name)
    // Whoever signed up with this e-mail before may be somebody else, and shut its owner out by a second step of theirs;
    // but a mailbox takes it off nobody on the team.
    if (!account.emailVerified && !account.isOwner && !account.isAdmin) await forgetFactor(tx, account.id)
    await markVerified(deps, tx, account.id)
    await endAllSessions(tx, account.id)
    await forgetBrowsers(tx, email)
    const verified = { ...account, emailVerified: true }
    await sayPasswordChanged(deps, tx, verified)
    if ((await findStanding(tx, account.id, false)) === 'factor-unproved') return { account: verified }
    return { account: verified, token: await enter(deps, tx, verified, way, client) }
  }
  return redeemCode(deps, { purpose: 'reset-password', email, code, browser }, setPassword).catch(
    noteRefused(deps.db, { ...client, email, way, at: deps.now() }),
  )
}

/** Verifies the account's e-mail by a mailed code. Throws `Invalid` for a code that does not work, or another e-mail. */
export async function verifyEmail(
  deps: Working,
  account: Account,
  { email, code, browser }: { email: string; code: string; browser: string },
): Promise<Account> {
  if (email !== account.email) throw wrongCode()
  await redeemCode(deps, { purpose: 'verify-email', email, code, browser }, (tx) => markVerified(deps, tx, account.id))
  return { ...account, emailVerified: true }
}

/** Whether that e-mail is the account's own, and proved to be. */
export async function hasProvenEmail(db: Db | Tx, accountId: string, email: string): Promise<boolean> {
  const isProven = and(eq(users.id, accountId), eq(users.email, email), isNotNull(users.emailVerifiedAt))
  return (await db.$count(users, isProven)) > 0
}

/**
 * Gives an account a role or takes it, which ends its sessions: the next login counts with the role of then. An admin's
 * name of now is that of the admin login. Gives the account as it is then. Throws `NotFound` when nobody has that e-mail,
 * `Conflict` when a role is given to one that nobody has verified: whoever signed up with it may be anybody.
 */
export async function grantRole(db: Db, email: string, role: 'owner' | 'admin', granted = true): Promise<Account> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select(accountColumns)
      .from(users)
      .where(eq(users.email, email.trim().toLowerCase()))
      .for('update')
    if (!account) throw new NotFound('There is no account with this e-mail. Ask them to sign up first.')
    if (granted && !account.emailVerified)
      throw new Conflict('This e-mail is not verified yet. Ask them to verify it on their account page first.')
    const column = role === 'owner' ? 'isOwner' : 'isAdmin'
    if (role === 'admin') await (granted ? listAsAdmin(tx, account) : unlistAsAdmin(tx, account))
    if (account[column] === granted) return account
    await tx
      .update(users)
      .set({ [column]: granted })
      .where(eq(users.id, account.id))
    await endAllSessions(tx, account.id)
    return { ...account, [column]: granted }
  })
}

/** Opens a session, gives its token, and writes down who logged in and how. */
async function enter({ now }: Working, tx: Tx, { id, email }: Account, way: LoginWay, client: Client): Promise<string> {
  const at = now()
  const provedFactor = way === 'app-code' || way === 'recovery-code'
  await noteLogin(tx, { ...client, email, way, outcome: 'opened', at })
  return openSession(tx, id, at, { device: client.device, provedFactor })
}

/** The first time counts, and only that is told. */
async function markVerified({ jobs, now }: Working, tx: Tx, accountId: string): Promise<void> {
  const verified = await tx
    .update(users)
    .set({ emailVerifiedAt: now() })
    .where(and(eq(users.id, accountId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  if (verified.length) await jobs.tell(tx, accountVerified, { accountId })
}

async function sayPasswordChanged({ env }: Working, tx: Tx, account: Account): Promise<void> {
  await queueMail(tx, { ...passwordChangedMail(account, env), dedupeKey: `password-changed:${account.id}:${newId()}` })
}

/** The account still has the password that was checked a moment ago. */
function stillHas({ id, passwordHash }: { id: string; passwordHash: string }) {
  return and(eq(users.id, id), eq(users.passwordHash, passwordHash))
}

function wrongPassword(): Invalid {
  return new Invalid({ currentPassword: 'That is not your current password' })
}
