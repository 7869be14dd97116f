import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '#src/deps.ts'
import { queueMail } from '#src/features/notifications/server/notifications.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { AppError, Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { KnownBrowser } from '#src/platform/http/limits.ts'
import { type Deed, factorMail } from '../mails.ts'
import { zoneOf } from '../reader-zone.ts'
import { endAllLoginSessions, endOtherLoginSessions, hashToken } from '../sign-in/login-sessions.ts'
import type { Client } from '../sign-in/logins.ts'
import { accountColumns, loginSessions, recoveryCodes, secondFactors, users } from '../table.ts'
import { refuseWaiting } from './new-step.ts'

/** How many codes may be tried in how many milliseconds without a right one. */
const maxTries = 5
const triesTime = 15 * 60_000

type Working = Pick<Deps, 'db' | 'env' | 'jobs' | 'now'>

/** Whether logging in to the account requires a second factor. */
export async function hasFactor(db: Db | Tx, userId: string): Promise<boolean> {
  return (await db.$count(secondFactors, isOn(userId))) > 0
}

/** Number of unused recovery codes of the account. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
}

/**
 * Creates a new key for the account, which becomes active with a first code (`switchFactorOn`). Throws `Conflict` when
 * the second factor is on, while the e-mail is unverified: it may be somebody else's, who would be locked out; and
 * while staff wait for an owner's yes (`refuseWaiting`).
 */
export async function startFactor(
  deps: Pick<Deps, 'db' | 'now'>,
  account: Account,
): Promise<{ secret: string; uri: string }> {
  refuseUnverified(account)
  await refuseWaiting(deps, account.id)
  const { id, email } = account
  const secret = new Secret({ size: 20 })
  const fresh = { secret: secret.base32, lastStep: 0, tries: 0 }
  const started = await deps.db
    .insert(secondFactors)
    .values({ userId: id, ...fresh })
    .onConflictDoUpdate({ target: secondFactors.userId, set: fresh, setWhere: isNull(secondFactors.onSince) })
    .returning({ userId: secondFactors.userId })
  if (!started.length) throw new Conflict('Your second step is on already.')
  return { secret: secret.base32, uri: new TOTP({ issuer: 'Level Up', label: email, secret }).toString() }
}

/**
 * Turns the second factor on by a code of the app: ends every session except `loginSessionId`, notifies by e-mail, and
 * returns ten recovery codes, which are stored only as hashes. Throws the errors of `startFactor` and `useCode`.
 */
export async function switchFactorOn(
  deps: Working,
  account: Account,
  { loginSessionId, ...client }: Client & { loginSessionId: string },
  code: string,
): Promise<string[]> {
  refuseUnverified(account)
  await refuseWaiting(deps, account.id)
  const { id } = account
  await useCode(deps, id, code, client)
  // 120 random bits each, so the fast hash of tokens is enough.
  const fresh = Array.from({ length: 10 }, () => new Secret({ size: 15 }).base32)
  await deps.db.transaction(async (tx) => {
    // A concurrent login without second factor either finishes first and is ended below, or sees it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
    const on = await tx
      .update(secondFactors)
      .set({ onSince: deps.now() })
      .where(and(eq(secondFactors.userId, id), isNull(secondFactors.onSince)))
      .returning({ userId: secondFactors.userId })
    if (!on.length) throw new Conflict('Your second step is on already.')
    await tx.insert(recoveryCodes).values(fresh.map((each) => ({ codeHash: hashToken(each), userId: id })))
    await endOtherLoginSessions(tx, id, loginSessionId)
    await tx.update(loginSessions).set({ provedFactor: true }).where(eq(loginSessions.id, loginSessionId))
    await queueMail(deps, tx, {
      ...factorMail(deps.env, 'on', account, await doneNow(deps, tx, account, client)),
      dedupeKey: `factor-on:${id}:${newId()}`,
      audience: 'staff',
    })
  })
  return fresh.map((each) => each.replace(/(.{6})(?=.)/g, '$1-'))
}

/** Turns the second factor off by a code, and notifies by e-mail. Throws the errors of `useCode`. */
export async function switchFactorOff(
  deps: Working,
  account: Account,
  code: string,
  { known, ...client }: Client & { known: KnownBrowser | null },
): Promise<void> {
  const { id } = account
  await useCode(deps, id, code, client, { known })
  await deps.db.transaction(async (tx) => {
    await forgetFactor(tx, id)
    await queueMail(deps, tx, {
      ...factorMail(deps.env, 'off', account, await doneNow(deps, tx, account, client)),
      dedupeKey: `factor-off:${id}:${newId()}`,
      audience: 'staff',
    })
  })
}

/**
 * Turns off the second factor of the account with this e-mail without a code, or lets it set up one without an owner's
 * yes, and ends its sessions; for the operator of the server. Throws `NotFound` if there is none.
 */
export async function dropFactor(db: Db, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id, waitsFrom: users.secondStepFrom })
      .from(users)
      .where(eq(users.email, email.trim().toLowerCase()))
      .for('update')
    if (!account || !(account.waitsFrom || (await hasFactor(tx, account.id))))
      throw new NotFound(`There is no account with the e-mail ${email} that has a second step or waits for one.`)
    await tx.update(users).set({ secondStepFrom: null }).where(eq(users.id, account.id))
    await forgetFactor(tx, account.id)
    await endAllLoginSessions(tx, account.id)
  })
}

/** Removes the app's key and the recovery codes of an account. */
export async function forgetFactor(tx: Tx, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
}

/**
 * Uses up a code of the app or a recovery code, typed by this client. Throws the same `Invalid`, naming `field`, for a code that is wrong,
 * used or too old, and 429 after five of them within 15 minutes. Somebody who passed the second factor in this browser
 * before (`known`) is not locked out by other people's attempts: only the limits of the call apply there.
 */
export async function useCode(
  deps: Working,
  userId: string,
  code: string,
  client: Client,
  { field = 'code', known = null }: { field?: string; known?: KnownBrowser | null } = {},
): Promise<void> {
  const now = deps.now()
  const isNewCount = lt(secondFactors.triesSince, new Date(now.getTime() - triesTime))
  // Committed before the check, so that parallel attempts all count.
  const [factor] = await deps.db
    .update(secondFactors)
    .set({
      tries: sql`case when ${isNewCount} then 1 else ${secondFactors.tries} + 1 end`,
      triesSince: sql`case when ${isNewCount} or ${secondFactors.tries} = 0 then ${now.toISOString()}::timestamptz else ${secondFactors.triesSince} end`,
    })
    .where(eq(secondFactors.userId, userId))
    .returning()
  if (!factor) throw wrongCode(field)
  const passedBefore = known !== null && factor.onSince !== null && known.since >= factor.onSince
  if (factor.tries > maxTries && !passedBefore)
    throw new AppError(429, 'Those were too many wrong codes. Please try again in 15 minutes.')
  const isGood =
    code.length === 6 ? await useAppCode(deps, factor, code) : await useRecoveryCode(deps, factor.userId, code, client)
  if (!isGood) throw wrongCode(field)
}

/** Accepts a current code or one of the 30 seconds before or after; each once, and none older than the last. */
async function useAppCode(
  { db, now }: Working,
  { userId, secret }: typeof secondFactors.$inferSelect,
  code: string,
): Promise<boolean> {
  const timestamp = now().getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  if (delta === null) return false
  const step = TOTP.counter({ timestamp }) + delta
  const used = await db
    .update(secondFactors)
    .set({ lastStep: step, tries: 0 })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId })
  return used.length > 0
}

async function useRecoveryCode(deps: Working, userId: string, code: string, client: Client): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const used = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.codeHash, hashToken(code)), eq(recoveryCodes.userId, userId)))
      .returning({ userId: recoveryCodes.userId })
    if (!used.length) return false
    await tx.update(secondFactors).set({ tries: 0 }).where(eq(secondFactors.userId, userId))
    const account = only(await tx.select(accountColumns).from(users).where(eq(users.id, userId)))
    await queueMail(deps, tx, {
      ...factorMail(deps.env, 'recovery', account, await doneNow(deps, tx, account, client)),
      dedupeKey: `recovery-code:${userId}:${newId()}`,
      audience: 'staff',
    })
    return true
  })
}

/** What the mail about it says of a change that is made now. */
async function doneNow(
  deps: Working,
  tx: Tx,
  { email }: Pick<Account, 'email'>,
  { device, network }: Client,
): Promise<Deed> {
  return { at: deps.now(), device, network, zone: await zoneOf(deps, tx, email) }
}

function wrongCode(field: string): Invalid {
  return new Invalid({ [field]: 'That code is not right, or it was used already.' })
}

function refuseUnverified({ emailVerified }: Account): void {
  if (!emailVerified)
    throw new Conflict('Please verify your e-mail on your account page first: the second step is for its owner alone.')
}

function isOn(userId: string) {
  return and(eq(secondFactors.userId, userId), isNotNull(secondFactors.onSince))
}
