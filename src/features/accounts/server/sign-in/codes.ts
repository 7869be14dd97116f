import { createHash, randomInt } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { applicantCodeAsked } from '#src/features/accounts/events.ts'
import type { CodePurpose } from '#src/features/accounts/rules.ts'
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
import type { Client } from './logins.ts'

/** How many minutes a code is valid. */
const lifetime = 10

/** Each try counts on every code that the browser has. */
const maxTries = 5

/** How many milliseconds a mail is given to arrive before another may follow. */
const pause = 60_000

type CodeRow = typeof codes.$inferSelect

/** A code as typed in the browser with this token. */
type TypedCode = { purpose: CodePurpose; email: string; code: string; browser: string }

/** The demo's outbox page, for people waiting for a code; exists as long as no mail server is configured. */
export function outboxOf({ production, smtpUrl }: Deps['env']): { outbox?: string } {
  return !production && !smtpUrl ? { outbox: '/dev/outbox' } : {}
}

/** A row of `codes`, and whether the address has had as many as strangers may cause (`mayMailUnasked`). */
type CodeJob = { codeId: string; isOverLimit?: boolean }

/**
 * Creates the code of a row of `codes` and sends it. Only the row holds the address, because jobs are kept for a month.
 */
export const mailCode = defineJob<CodeJob>('mail-code', 5)

type AskingBrowser = { purpose: CodePurpose; email: string; name?: string; browser: string }

/**
 * The request for a code: `browser` comes from `codeBrowser`, the client from `clientOf`; `isKnown`: somebody logged in
 * there with that e-mail before; `admin-login` also takes the admin's `name`.
 */
type Request = Client &
  AskingBrowser & {
    isWelcome?: boolean
    isKnown?: boolean
  }

/**
 * Sends a one-time code to `email` (in lower case) if that e-mail may have one. It is valid for 10 minutes in the
 * requesting browser. All work happens in a job, so that neither the answer nor its timing reveals whether the e-mail
 * is known. An address that nobody has proved gets no more than `mayMailUnasked` allows, unless a known browser asks.
 */
export async function requestCode(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'log' | 'now'>,
  request: Request,
): Promise<void> {
  const { email, isKnown } = request
  const isOverLimit = !isKnown && !(await mayMailUnasked(deps, email, 'code'))
  await deps.db.transaction((tx) => addCode(deps, tx, request, isOverLimit))
}

/** The same within a transaction, for an account being created. */
export async function addCode(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  tx: Tx,
  { browser, isKnown, ...asked }: Request,
  isOverLimit = false,
): Promise<void> {
  const codeId = newId()
  await dropOlderCodes(tx, { ...asked, browser })
  await tx.insert(codes).values({ ...asked, id: codeId, browserHash: hashToken(browser), expiresAt: expiryAt(now()) })
  // Applicants are known to the applications feature only.
  if (asked.purpose === 'applicant-access') await jobs.emit(tx, applicantCodeAsked, { codeId, isOverLimit })
  else await jobs.add(tx, mailCode, { codeId, isOverLimit })
}

/** Leaves the newest code of the browser, beside which another may come. */
async function dropOlderCodes(tx: Tx, asked: AskingBrowser): Promise<void> {
  const [newest] = await tx
    .select({ id: codes.id })
    .from(codes)
    .where(isAsked(asked))
    .orderBy(desc(codes.expiresAt), desc(codes.id))
    .limit(1)
  if (newest) await tx.delete(codes).where(and(isAsked(asked), ne(codes.id, newest.id)))
}

/**
 * Whether to mail a code to a browser that asks. While one is open there, nobody is refused: for a minute its mail is
 * under way, and nothing is mailed or counted; after that as often as `count` allows, which counts the request and throws
 * 429 beyond its limits, and five times an hour more for its network. The code sent before stays valid.
 */
export async function mayAskForCode(
  deps: Pick<Deps, 'db' | 'env' | 'log' | 'now'>,
  asked: AskingBrowser & Pick<Client, 'network'>,
  count: () => Promise<void>,
): Promise<boolean> {
  const open = await openCodes(deps, asked)
  const isOnItsWay = open.some(({ expiresAt }) => deps.now().getTime() < madeAt(expiresAt).getTime() + pause)
  if (isOnItsWay) return false
  try {
    await count()
    return true
  } catch (error) {
    if (!open.length || !(error instanceof TooMany)) throw error
    return mayMailUnasked(deps, `${asked.purpose} ${asked.email} at ${asked.network}`, 'code again')
  }
}

/** Whether the browser has a code that is valid or on its way. */
export async function hasOpenCode(deps: Pick<Deps, 'db' | 'now'>, asked: AskingBrowser): Promise<boolean> {
  return (await openCodes(deps, asked)).length > 0
}

async function openCodes({ db, now }: Pick<Deps, 'db' | 'now'>, asked: AskingBrowser): Promise<CodeRow[]> {
  const isNamed = asked.name === undefined ? isNull(codes.name) : eq(codes.name, asked.name)
  const isGood = and(lt(codes.tries, maxTries), gt(codes.expiresAt, now()))
  return db
    .select()
    .from(codes)
    .where(and(isAsked(asked), isNamed, isGood))
}

/**
 * The account, admin entry or application a code is for, and whether the address is proved to be theirs; null if there is
 * none.
 */
type FindSubject = (tx: Tx, asked: CodeRow) => Promise<{ id: string; isProven: boolean } | null>

/**
 * Runs the job: creates and sends the code of a row, or leaves the row without a code, so that the browser that asked
 * learns nothing by asking again. Repeating it sends nothing twice.
 */
export async function makeAndMailCode(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'now'>,
  { codeId, isOverLimit }: CodeJob,
  findSubject: FindSubject,
): Promise<void> {
  const { db, now } = deps
  await db.transaction(async (tx) => {
    // The lock makes a concurrent deletion of the account wait; it then finds this mail.
    const [asked] = await tx.select().from(codes).where(eq(codes.id, codeId)).for('update')
    if (!asked || asked.codeHash) return
    const subject = await findSubject(tx, asked)
    const mayMail = subject && (subject.isProven || !isOverLimit)
    const code = String(randomInt(10 ** 8)).padStart(8, '0')
    await tx
      .update(codes)
      .set({ codeHash: mayMail ? hashCode(codeId, code) : null, expiresAt: expiryAt(now()) })
      .where(eq(codes.id, codeId))
    if (!mayMail) return
    const { email } = asked
    const mail = codeMail(
      deps.env,
      asked.isWelcome ? 'welcome' : asked.purpose,
      email,
      code,
      await deedOf(deps, tx, asked),
    )
    await queueMail(deps, tx, { ...mail, dedupeKey: `code:${subject.id}:${codeId}`, audience: 'nobody' })
  })
}

/**
 * Finds the account a code may be sent to. Somebody who resets the password of an unknown e-mail is told so by e-mail,
 * once a day.
 */
export async function findHolder(deps: Pick<Deps, 'env' | 'jobs'>, tx: Tx, asked: CodeRow): ReturnType<FindSubject> {
  const { purpose, email, name } = asked
  if (purpose === 'admin-login') {
    const admin = await findAdmin(tx, email, name ?? '')
    return admin && { id: admin.id, isProven: true }
  }
  const [account] = await tx
    .select({ id: users.id, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.email, email))
  const isProven = Boolean(account?.emailVerifiedAt)
  if (purpose === 'verify-email') return account && !isProven ? { id: account.id, isProven } : null
  // Nobody's yet.
  if (purpose === 'change-email') return account ? null : { id: asked.id, isProven }
  if (!account) {
    const mail = noAccountMail(deps.env, email, await deedOf(deps, tx, asked))
    // Once a day, whoever asks.
    const dedupeKey = `no-account:${hashToken(`${email} ${asked.expiresAt.toISOString().slice(0, 10)}`)}`
    await queueMail(deps, tx, { ...mail, dedupeKey, audience: 'staff' })
  }
  return account ? { id: account.id, isProven } : null
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
export async function tryCode({ db, now }: Pick<Deps, 'db' | 'now'>, typed: TypedCode): Promise<string> {
  // Committed before the check, so that parallel attempts all count.
  const tried = await db
    .update(codes)
    .set({ tries: sql`${codes.tries} + 1` })
    .where(isAsked(typed))
    .returning()
  const right = tried.find(({ id, codeHash }) => codeHash === hashCode(id, typed.code))
  if (!right || right.tries > maxTries || right.expiresAt <= now()) throw wrongCode({ hasNewer: tried.length > 1 })
  return right.id
}

/** Uses up a checked code and the others of its browser. Throws as `redeemCode` does if another request was faster. */
export async function useUpCode(tx: Tx, asked: TypedCode, codeId: string): Promise<void> {
  const used = await tx.delete(codes).where(isAsked(asked)).returning({ id: codes.id })
  if (!used.some(({ id }) => id === codeId)) throw wrongCode()
}

/** The same error for every code that does not work. `hasNewer`: the browser asked for more than one. */
export function wrongCode({ hasNewer = false } = {}): Invalid {
  return new Invalid({
    code: hasNewer
      ? 'That code is not right, or it is too old. A newer one was sent: take it from the newest mail.'
      : 'That code is not right, or it is too old. Check it, or ask for a new one.',
  })
}

/** When and where a code was asked for, before it was made. */
async function deedOf(deps: Pick<Deps, 'env'>, tx: Tx, { email, device, network, expiresAt }: CodeRow): Promise<Deed> {
  return { at: madeAt(expiresAt), device, network, zone: await zoneOf(deps, tx, email) }
}

function madeAt(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - lifetime * 60_000)
}

function expiryAt(now: Date): Date {
  return new Date(now.getTime() + lifetime * 60_000)
}

function isAsked({ purpose, email, browser }: Omit<AskingBrowser, 'name'>) {
  return and(eq(codes.purpose, purpose), eq(codes.email, email), eq(codes.browserHash, hashToken(browser)))
}

/** The id salts the hash. A leaked table redeems nothing: that also takes the browser's token. */
function hashCode(id: string, code: string): string {
  return createHash('sha256').update(`${id} ${code}`).digest('hex')
}
