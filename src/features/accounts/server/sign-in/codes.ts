import { createHash, randomInt } from 'node:crypto'
import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { CodePurpose } from '#src/features/accounts/contract.ts'
import { applicantCodeAsked } from '#src/features/accounts/events.ts'
import { queueMail } from '#src/features/notifications/server/notifications.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Invalid, TooMany } from '#src/platform/http/errors.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { codeMail, type Deed, noAccountMail } from '../mails.ts'
import { zoneOf } from '../reader-zone.ts'
import { findAdmin } from '../staff/admins.ts'
import { codes, users } from '../table.ts'
import { hashToken } from './login-sessions.ts'

/** How many minutes a code is valid. */
const lifetime = 10
const maxTries = 5

type Asked = { purpose: CodePurpose; email: string; browserHash: string }
type CodeRow = typeof codes.$inferSelect

/** A code as typed in the browser with this token. */
type TypedCode = { purpose: CodePurpose; email: string; code: string; browser: string }

/** The demo's outbox page, for people waiting for a code; exists as long as no mail server is configured. */
export function outboxOf({ production, smtpUrl }: Deps['env']): { outbox?: string } {
  return !production && !smtpUrl ? { outbox: '/dev/outbox' } : {}
}

/**
 * Creates the code of a row of `codes` and sends it. Only the row holds the address, because jobs are kept for a month.
 */
export const mailCode = defineJob<{ codeId: string }>('mail-code', 5)

/**
 * The request for a code: `browser` comes from `codeBrowser`, `device` from `clientOf`; `admin-login` also takes the admin's
 * `name`.
 */
type Request = {
  purpose: CodePurpose
  email: string
  name?: string
  browser: string
  device: string
  isWelcome?: boolean
}

/**
 * Sends a one-time code to `email` (in lower case) if that e-mail may have one. It is valid for 10 minutes in the
 * requesting browser. All work happens in a job, so that neither the answer nor its timing reveals whether the e-mail
 * is known. Throws 429 when too many codes for applications were requested for it, whether there is one or not.
 */
export async function requestCode(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'log' | 'now'>,
  request: Request,
): Promise<void> {
  const { purpose, email } = request
  if (purpose === 'applicant-access' && !(await mayMailUnasked(deps, email, 'application code')))
    throw new TooMany('That e-mail has had many codes within the hour. Please try again later.', 3600)
  await deps.db.transaction((tx) => addCode(deps, tx, request))
}

/** The same within a transaction, for an account being created. */
export async function addCode(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  tx: Tx,
  { browser, ...asked }: Request,
): Promise<void> {
  const codeId = newId()
  await tx.insert(codes).values({ ...asked, id: codeId, browserHash: hashToken(browser), expiresAt: expiryAt(now()) })
  // Applicants are known to the applications feature only.
  if (asked.purpose === 'applicant-access') await jobs.emit(tx, applicantCodeAsked, { codeId })
  else await jobs.add(tx, mailCode, { codeId })
}

/** Whether the browser has a code that is valid or on its way; requesting another one would replace it. */
export async function hasOpenCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { purpose, email, browser }: { purpose: CodePurpose; email: string; browser: string },
): Promise<boolean> {
  const isGood = and(lt(codes.tries, maxTries), gt(codes.expiresAt, now()))
  return (await db.$count(codes, and(isAsked({ purpose, email, browserHash: hashToken(browser) }), isGood))) > 0
}

/** The id of the account, admin entry or application a code is for; null if there is none. */
type FindSubject = (tx: Tx, asked: CodeRow) => Promise<string | null>

/** Runs the job: creates and sends the code of a row, or deletes the row. Repeating it sends nothing twice. */
export async function makeAndMailCode(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'now'>,
  codeId: string,
  findSubject: FindSubject,
): Promise<void> {
  const { db, now } = deps
  await db.transaction(async (tx) => {
    // The lock makes a concurrent deletion of the account wait; it then finds this mail.
    const [asked] = await tx.select().from(codes).where(eq(codes.id, codeId)).for('update')
    if (!asked || asked.codeHash) return
    const about = await findSubject(tx, asked)
    const isThis = eq(codes.id, codeId)
    if (!about) return void (await tx.delete(codes).where(isThis))
    const code = String(randomInt(10 ** 8)).padStart(8, '0')
    await tx
      .update(codes)
      .set({ codeHash: hashCode(codeId, code), name: null, expiresAt: expiryAt(now()) })
      .where(isThis)
    await tx.delete(codes).where(and(isAsked(asked), lt(codes.id, codeId)))
    const { email } = asked
    const mail = codeMail(
      deps.env,
      asked.isWelcome ? 'welcome' : asked.purpose,
      email,
      code,
      await deedOf(deps, tx, asked),
    )
    await queueMail(deps, tx, { ...mail, dedupeKey: `code:${about}:${codeId}`, audience: 'nobody' })
  })
}

/**
 * Finds the account a code may be sent to. Somebody who resets the password of an unknown e-mail is told so by e-mail.
 */
export async function findHolder(deps: Pick<Deps, 'env' | 'jobs'>, tx: Tx, asked: CodeRow): Promise<string | null> {
  const { id, purpose, email, name } = asked
  if (purpose === 'admin-login') return (await findAdmin(tx, email, name ?? ''))?.id ?? null
  const [account] = await tx
    .select({ id: users.id, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.email, email))
  if (purpose === 'verify-email') return account && !account.emailVerifiedAt ? account.id : null
  if (!account) {
    const mail = noAccountMail(deps.env, email, await deedOf(deps, tx, asked))
    await queueMail(deps, tx, { ...mail, dedupeKey: `code:${id}`, audience: 'staff' })
  }
  return account?.id ?? null
}

/** Deletes unused codes, and with them the e-mail addresses that requested them. */
export async function sweepCodes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(codes).where(lte(codes.expiresAt, now()))
}

/**
 * Uses up a code and runs `act` in the same transaction; if that fails, the code stays valid. Throws the same `Invalid`
 * for a code that is wrong, expired, used, tried too often, or of another browser.
 */
export async function redeemCode<T>(
  deps: Pick<Deps, 'db' | 'now'>,
  typed: TypedCode,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  const codeId = await tryCode(deps, typed)
  return deps.db.transaction(async (tx) => {
    await useUpCode(tx, typed, codeId)
    return act(tx)
  })
}

/** Checks a typed code without using it up and returns its id for `useUpCode`. Throws as `redeemCode` does. */
export async function tryCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { purpose, email, code, browser }: TypedCode,
): Promise<string> {
  const asked = { purpose, email, browserHash: hashToken(browser) }
  const newest = db.select({ id: codes.id }).from(codes).where(isAsked(asked)).orderBy(desc(codes.id)).limit(1)
  // Committed before the check, so that parallel attempts all count.
  const [tried] = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(eq(codes.id, newest))
    .returning()
  const isGood =
    tried && tried.tries <= maxTries && tried.expiresAt > now() && tried.codeHash === hashCode(tried.id, code)
  if (!isGood) throw wrongCode()
  return tried.id
}

/** Uses up a checked code and older ones. Throws as `redeemCode` does if another request was faster. */
export async function useUpCode(tx: Tx, { purpose, email, browser }: TypedCode, codeId: string): Promise<void> {
  const asked = { purpose, email, browserHash: hashToken(browser) }
  const used = await tx.delete(codes).where(isAsked(asked)).returning({ id: codes.id })
  if (!used.some(({ id }) => id === codeId)) throw wrongCode()
}

/** The same error for every code that does not work. */
export function wrongCode(): Invalid {
  return new Invalid({ code: 'That code is not right, or it is too old. Check it, or ask for a new one.' })
}

/** When and where a code was asked for, before it was made. */
async function deedOf(deps: Pick<Deps, 'env'>, tx: Tx, { email, device, expiresAt }: CodeRow): Promise<Deed> {
  const at = new Date(expiresAt.getTime() - lifetime * 60_000)
  return { at, device, zone: await zoneOf(deps, tx, email) }
}

function expiryAt(now: Date): Date {
  return new Date(now.getTime() + lifetime * 60_000)
}

function isAsked({ purpose, email, browserHash }: Asked) {
  return and(eq(codes.purpose, purpose), eq(codes.email, email), eq(codes.browserHash, browserHash))
}

/** The id salts the hash. A leaked table redeems nothing: that also takes the browser's token. */
function hashCode(id: string, code: string): string {
  return createHash('sha256').update(`${id} ${code}`).digest('hex')
}
