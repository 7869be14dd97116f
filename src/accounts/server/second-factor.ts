import { and, count, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { queueMail } from '#src/notifications/server/notifications.ts'
import { newId } from '#src/server/columns.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { AppError, Conflict, Invalid, NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import type { KnownBrowser } from '#src/server/limits.ts'
import { factorMail } from './mails.ts'
import { endAllSessions, endOtherSessions, hashToken } from './sessions.ts'
import { accountColumns, recoveryCodes, secondFactors, sessions, users } from './table.ts'

/** So many codes may be tried in so many milliseconds, until one is right. */
const maxTries = 5
const triesTime = 15 * 60_000

type Working = Pick<Deps, 'db' | 'env' | 'now'>

/** Whether logging in to the account takes a second step. */
export async function hasFactor(db: Db | Tx, userId: string): Promise<boolean> {
  return (await db.$count(secondFactors, isOn(userId))) > 0
}

/** How many recovery codes of the account have not been used. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [counted] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return counted!.left
}

/**
 * Gives the account a fresh key, which counts once a code of it was seen (`switchFactorOn`). Throws `Conflict` when the
 * second step is on, and while nobody has verified the e-mail: it may be somebody else's, whom that would shut out.
 */
export async function startFactor(db: Db, account: Account): Promise<{ secret: string; uri: string }> {
  refuseUnverified(account)
  const { id, email } = account
  const secret = new Secret({ size: 20 })
  const fresh = { secret: secret.base32, lastStep: 0, tries: 0 }
  const started = await db
    .insert(secondFactors)
    .values({ userId: id, ...fresh })
    .onConflictDoUpdate({ target: secondFactors.userId, set: fresh, setWhere: isNull(secondFactors.onSince) })
    .returning({ userId: secondFactors.userId })
  if (!started.length) throw new Conflict('Your second step is on already.')
  return { secret: secret.base32, uri: new TOTP({ issuer: 'Level Up', label: email, secret }).toString() }
}

/**
 * Turns the second step on by a code of the app: ends every session but that of `sessionId`, says so by mail, and gives
 * ten recovery codes, which are stored nowhere as they are. Throws the errors of `startFactor` and `useCode`.
 */
export async function switchFactorOn(
  deps: Working,
  account: Account,
  sessionId: string,
  code: string,
): Promise<string[]> {
  refuseUnverified(account)
  const { id } = account
  await useCode(deps, id, code)
  // 120 random bits each: the fast hash of tokens is enough for them, too.
  const fresh = Array.from({ length: 10 }, () => new Secret({ size: 15 }).base32)
  await deps.db.transaction(async (tx) => {
    // A login that has seen no second step either ends before this, and its session below, or sees it.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
    const on = await tx
      .update(secondFactors)
      .set({ onSince: deps.now() })
      .where(and(eq(secondFactors.userId, id), isNull(secondFactors.onSince)))
      .returning({ userId: secondFactors.userId })
    if (!on.length) throw new Conflict('Your second step is on already.')
    await tx.insert(recoveryCodes).values(fresh.map((each) => ({ codeHash: hashToken(each), userId: id })))
    await endOtherSessions(tx, id, sessionId)
    await tx.update(sessions).set({ provedFactor: true }).where(eq(sessions.id, sessionId))
    await queueMail(tx, { ...factorMail('on', account, deps.env), dedupeKey: `factor-on:${id}:${newId()}` })
  })
  return fresh.map((each) => each.replace(/(.{6})(?=.)/g, '$1-'))
}

/** Turns the second step off, by a code, and says so by mail. Throws the errors of `useCode`. */
export async function switchFactorOff(
  deps: Working,
  account: Account,
  code: string,
  known: KnownBrowser | null,
): Promise<void> {
  const { id } = account
  await useCode(deps, id, code, { known })
  await deps.db.transaction(async (tx) => {
    await forgetFactor(tx, id)
    await queueMail(tx, { ...factorMail('off', account, deps.env), dedupeKey: `factor-off:${id}:${newId()}` })
  })
}

/**
 * Turns the second step of the account with this e-mail off without a code, and ends its sessions: for whoever runs the
 * server. Throws `NotFound` when there is none to turn off.
 */
export async function dropFactor(db: Db, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, email.trim().toLowerCase()))
      .for('update')
    if (!account || !(await hasFactor(tx, account.id)))
      throw new NotFound(`There is no account with the e-mail ${email} and a second step.`)
    await forgetFactor(tx, account.id)
    await endAllSessions(tx, account.id)
  })
}

/** Removes the app's key and the recovery codes of an account. */
export async function forgetFactor(tx: Tx, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
}

/**
 * Uses up a code of the app or a recovery code, as the contract gives it. Throws one and the same `Invalid` for a code
 * that is wrong, used or too old, which names `field`, and 429 after five of them within 15 minutes. Who passed the second
 * step in this very browser (`known`) is not shut out by the tries of others: there the limits of the call count alone.
 */
export async function useCode(
  deps: Working,
  userId: string,
  code: string,
  { field = 'code', known = null }: { field?: string; known?: KnownBrowser | null } = {},
): Promise<void> {
  const now = deps.now()
  const isNewCount = lt(secondFactors.triesSince, new Date(now.getTime() - triesTime))
  // Committed before anything is looked at: however many try at the same moment, each one counts.
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
    code.length === 6 ? await useAppCode(deps, factor, code) : await useRecoveryCode(deps, factor.userId, code)
  if (!isGood) throw wrongCode(field)
}

/** Accepts a code of this moment, or of the 30 seconds before or after it; each once, and none older than the last. */
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

async function useRecoveryCode({ db, env }: Working, userId: string, code: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const used = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.codeHash, hashToken(code)), eq(recoveryCodes.userId, userId)))
      .returning({ userId: recoveryCodes.userId })
    if (!used.length) return false
    await tx.update(secondFactors).set({ tries: 0 }).where(eq(secondFactors.userId, userId))
    const [account] = await tx.select(accountColumns).from(users).where(eq(users.id, userId))
    await queueMail(tx, { ...factorMail('recovery', account!, env), dedupeKey: `recovery-code:${userId}:${newId()}` })
    return true
  })
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
