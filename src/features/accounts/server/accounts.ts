import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import type { LoginWay } from '#src/features/accounts/rules.ts'
import { queueMail } from '#src/features/notifications/server/notifications.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { AppError, Conflict, Invalid, NotFound, Unauthorized } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { type KnownBrowser, mayMailUnasked } from '#src/platform/http/limits.ts'
import { must } from '#src/shared/must.ts'
import { papers } from '#src/shared/papers.ts'
import { passwordChangedMail } from './mails.ts'
import { isStill } from './personal-data.ts'
import { setZone } from './profiles.ts'
import { zoneOf } from './reader-zone.ts'
import { addCode, redeemCode, wrongCode } from './sign-in/codes.ts'
import { refuseEasyPassword } from './sign-in/easy-passwords.ts'
import { forgetBrowsers } from './sign-in/known-browsers.ts'
import {
  endAllLoginSessions,
  endOtherLoginSessions,
  type OwnLoginSession,
  openLoginSession,
  renewToken,
} from './sign-in/login-sessions.ts'
import { type Client, noteLogin, noteRefused, wayOf } from './sign-in/logins.ts'
import { hashPassword, isPasswordRight } from './sign-in/passwords.ts'
import { listAsAdmin, unlistAsAdmin } from './staff/admins.ts'
import { delayNewStep } from './staff/new-step.ts'
import { forgetFactor, useCode } from './staff/second-factor.ts'
import { factorColumns, findStaffStanding, standingOf } from './staff/staff-door.ts'
import { accountColumns, loginSessions, secondFactors, users } from './table.ts'

export {
  confirmPassword,
  forgetOld,
  forgetPerson,
  keepIfThere,
  keepOther,
  keepPerson,
  lockPerson,
  personalData,
  playerIsGone,
} from './personal-data.ts'
export { readProfile } from './profiles.ts'
export { zoneOf } from './reader-zone.ts'
// The front door for other nouns.
export { codeBrowser } from './sign-in/code-browser.ts'
export { hasOpenCode, makeAndMailCode, outboxOf, redeemCode, requestCode } from './sign-in/codes.ts'
export { hashToken, isStillOpen, newToken, openLoginSession } from './sign-in/login-sessions.ts'
export { clientOf } from './sign-in/logins.ts'
export { type AlertContent, alertStaff, notVerified } from './staff/staff-alerts.ts'
export { findStaffStanding } from './staff/staff-door.ts'

export type SignedIn = { account: Account; token: string }

type Working = Pick<Deps, 'db' | 'jobs' | 'env' | 'now' | 'log'>

/**
 * Creates an account without any role, signs it in, and sends a welcome with the code that verifies the e-mail in this `browser`.
 * `email` must be trimmed and in lower case, as the contract ensures; `zone` is the browser's, if known. Throws `Conflict` when the e-mail already has an
 * account, `Invalid` for an easy password.
 */
export async function signUp(
  deps: Working,
  { name, email, password, zone }: { name: string; email: string; password: string; zone?: string | undefined },
  { client, browser }: { client: Client; browser: string },
): Promise<SignedIn> {
  refuseEasyPassword(password, email, name)
  const passwordHash = await hashPassword(password)
  // Who signs up and deletes the account again, over and over, mails a stranger no more than others can.
  const isOverLimit = !(await mayMailUnasked(deps, email, 'code'))
  return deps.db.transaction(async (tx) => {
    const [account] = await tx
      .insert(users)
      .values({ name, email, passwordHash, termsVersion: papers.terms.version })
      .onConflictDoNothing({ target: users.email })
      .returning(accountColumns)
    if (!account) throw new Conflict('An account with this email already exists')
    if (zone) await setZone(deps, tx, account.id, zone)
    await addCode(deps, tx, { purpose: 'verify-email', email, browser, ...client, isWelcome: true }, isOverLimit)
    return { account, token: await enter(deps, tx, account, 'sign-up', client) }
  })
}

/**
 * Signs in and records the attempt, whatever its outcome. Returns null when the password is right but the `code` of the
 * second factor is missing. `known` is the browser, if it logged in before. Throws the same `Unauthorized`, after the
 * same time, for a wrong password and an unknown e-mail, and the `Invalid` of `useCode`.
 */
export async function logIn(
  deps: Working,
  { email, password, code }: { email: string; password: string; code?: string },
  client: Client,
  known: KnownBrowser | null = null,
): Promise<SignedIn | null> {
  const byPassword = { ...client, email, way: 'password', at: deps.now() } as const
  const [found] = await toLogIn(deps.db).execute({ email })
  const right = await isPasswordRight(found?.passwordHash, password, known !== null)
  if (!found || !right) {
    await noteLogin(deps.db, { ...byPassword, outcome: 'refused' })
    throw new Unauthorized('Invalid email or password')
  }
  const needsCode = standingOf({ ...found.account, ...found }, false) === 'factor-unproved'
  if (needsCode && !code) {
    await noteLogin(deps.db, { ...byPassword, outcome: 'code-missing' })
    return null
  }
  const way = needsCode ? wayOf(must(code, 'the code')) : 'password'
  if (needsCode)
    await useCode(deps, found.account.id, must(code, 'the code'), client, { known }).catch(
      noteRefused(deps.db, { ...byPassword, way }),
    )
  return deps.db.transaction(async (tx) => {
    // The lock makes a concurrent change of password or second factor wait; it then ends this session too. An earlier
    // change is visible here.
    const [now] = await withFactors(tx)
      .where(stillHas({ ...found.account, ...found }))
      .for('share', { of: users })
    if (!now) throw new Unauthorized('Invalid email or password')
    const { account } = now
    if (standingOf({ ...account, ...now }, needsCode) === 'factor-unproved') return null
    return { account, token: await enter(deps, tx, account, way, client) }
  })
}

/** Accounts with their passwords, and what their standing depends on. */
const withFactors = (db: Db | Tx) =>
  db
    .select({ account: accountColumns, passwordHash: users.passwordHash, ...factorColumns })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))

const toLogIn = prepared((db) =>
  withFactors(db)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare('account_to_log_in'),
)

/** Renames the account and returns it. Throws `Unauthorized` if the account was deleted. */
export async function changeName(db: Db, person: Account, name: string): Promise<Account> {
  const [account] = await db.update(users).set({ name }).where(isStill(person)).returning(accountColumns)
  if (!account) throw new Unauthorized()
  return account
}

/**
 * Changes the password, ends every other session, gives this one a new token and notifies the owner by e-mail. Throws
 * `Invalid` when `currentPassword` is wrong or the new one is easy to guess.
 */
export async function changePassword(
  deps: Working,
  accountId: string,
  session: OwnLoginSession,
  { currentPassword, password }: { currentPassword: string; password: string },
  client: Client,
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
    // Of two concurrent changes, the second finds its current password replaced.
    const [account] = await tx.update(users).set({ passwordHash }).where(stillHas(found)).returning(accountColumns)
    if (!account) throw wrongPassword()
    await endOtherLoginSessions(tx, account.id, session.loginSessionId)
    // This one is remembered again with the answer.
    await forgetBrowsers(tx, account.email)
    if (mayTell) await sayPasswordChanged(deps, tx, account, client)
    return { account, token: await renewToken(tx, session, deps.now()) }
  })
}

/**
 * Sets a new password by a mailed code, which also proves the e-mail. Ends every session of the account, opens one for
 * this browser and notifies the owner by e-mail. With a second factor there is no token: a mailbox alone must not open
 * the account. Staff without one get none for now (`delayNewStep`). Throws `Invalid` for a wrong code, and for an easy password; then the code stays valid.
 */
export async function resetPassword(
  deps: Working,
  { email, code, password }: { email: string; code: string; password: string },
  { client, browser }: { client: Client; browser: string },
): Promise<{ account: Account; token?: string }> {
  refuseEasyPassword(password, email)
  const way = 'mailed-code'
  // Hash before the code is used up: if too many people wait for a hash, the code stays valid.
  const passwordHash = await hashPassword(password)
  const setPassword = async (tx: Tx) => {
    const [account] = await tx
      .update(users)
      .set({ passwordHash })
      .where(eq(users.email, email))
      .returning(accountColumns)
    if (!account) throw wrongCode()
    refuseEasyPassword(password, email, account.name)
    // Somebody else may have signed up with this e-mail and locked out its owner with a second factor. So the reset
    // removes it, except for staff.
    if (!account.emailVerified && !account.isOwner && !account.isAdmin) await forgetFactor(tx, account.id)
    await markVerified(deps, tx, account.id)
    await endAllLoginSessions(tx, account.id)
    await forgetBrowsers(tx, email)
    const verified = { ...account, emailVerified: true }
    await sayPasswordChanged(deps, tx, verified, client)
    if ((await findStaffStanding(tx, account.id, false)) === 'factor-unproved') return { account: verified }
    if (account.isOwner || account.isAdmin) await delayNewStep(deps, tx, verified)
    return { account: verified, token: await enter(deps, tx, verified, way, client) }
  }
  return redeemCode(deps, { purpose: 'reset-password', email, code, browser }, setPassword).catch(
    noteRefused(deps.db, { ...client, email, way, at: deps.now() }),
  )
}

/** Verifies the account's e-mail by a mailed code. Throws `Invalid` for a wrong code or another e-mail. */
export async function verifyEmail(
  deps: Working,
  account: Account,
  { email, code, browser }: { email: string; code: string; browser: string },
): Promise<Account> {
  if (email !== account.email) throw wrongCode()
  await redeemCode(deps, { purpose: 'verify-email', email, code, browser }, (tx) => markVerified(deps, tx, account.id))
  return { ...account, emailVerified: true }
}

/** Whether that e-mail is the account's own and verified. */
export async function hasProvenEmail(db: Db | Tx, accountId: string, email: string): Promise<boolean> {
  const isProven = and(eq(users.id, accountId), eq(users.email, email), isNotNull(users.emailVerifiedAt))
  return (await db.$count(users, isProven)) > 0
}

/**
 * Grants a role to an account or removes it, and ends the account's sessions, but not that of an owner (`by`) who makes
 * themself an admin. An admin's current name becomes the name for the admin login. Returns the updated account. Throws
 * `NotFound` for an unknown e-mail, and `Conflict` when it is unverified: anybody may have signed up with it; 401 or 403
 * when `by` is logged out or no owner by now.
 */
export async function grantRole(
  db: Db,
  email: string,
  role: 'owner' | 'admin',
  { granted = true, by }: { granted?: boolean; by?: { id: string; loginSessionId: string } } = {},
): Promise<Account> {
  return db.transaction(async (tx) => {
    const isTarget = eq(users.email, email.trim().toLowerCase())
    const locked = await tx
      .select(accountColumns)
      .from(users)
      .where(by ? or(isTarget, eq(users.id, by.id)) : isTarget)
      .orderBy(users.id)
      .for('update')
    if (by) await mustStillBeOwner(tx, by, locked)
    const account = locked.find((each) => each.email === email.trim().toLowerCase())
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
    if (by?.id === account.id && granted) await endOtherLoginSessions(tx, account.id, by.loginSessionId)
    else await endAllLoginSessions(tx, account.id)
    return { ...account, [column]: granted }
  })
}

/** Throws for an owner whose role or session ended while they waited for the lock. */
async function mustStillBeOwner(tx: Tx, by: { id: string; loginSessionId: string }, locked: Account[]): Promise<void> {
  const { id } = loginSessions
  const [session] = await tx.select({ id }).from(loginSessions).where(eq(id, by.loginSessionId)).for('key share')
  if (!session) throw new Unauthorized()
  if (!locked.find((each) => each.id === by.id)?.isOwner) throw new AppError(403, 'You are not an owner any more.')
}

/** Opens a session, returns its token and records the login. */
async function enter({ now }: Working, tx: Tx, { id, email }: Account, way: LoginWay, client: Client): Promise<string> {
  const at = now()
  const provedFactor = way === 'app-code' || way === 'recovery-code'
  const [token] = await Promise.all([
    openLoginSession(tx, id, at, { device: client.device, provedFactor }),
    noteLogin(tx, { ...client, email, way, outcome: 'opened', at }),
  ])
  return token
}

/** Marks the e-mail as verified; only the first time emits the event. */
async function markVerified({ jobs, now }: Working, tx: Tx, accountId: string): Promise<void> {
  const verified = await tx
    .update(users)
    .set({ emailVerifiedAt: now() })
    .where(and(eq(users.id, accountId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  if (verified.length) await jobs.emit(tx, accountVerified, { accountId })
}

async function sayPasswordChanged(deps: Working, tx: Tx, account: Account, client: Client): Promise<void> {
  const dedupeKey = `password-changed:${account.id}:${newId()}`
  const done = { at: deps.now(), ...client, zone: await zoneOf(deps, tx, account.email) }
  await queueMail(deps, tx, { ...passwordChangedMail(deps.env, account, done), dedupeKey, audience: 'staff' })
}

/** Whether the account still has the password that was just checked. */
function stillHas({ id, passwordHash }: { id: string; passwordHash: string }) {
  return and(eq(users.id, id), eq(users.passwordHash, passwordHash))
}

function wrongPassword(): Invalid {
  return new Invalid({ currentPassword: 'That is not your current password' })
}
