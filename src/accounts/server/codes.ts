import { createHash, randomInt } from 'node:crypto'
import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { CodePurpose } from '#src/accounts/contract.ts'
import { applicantCodeAsked } from '#src/accounts/events.ts'
import { queueMail } from '#src/notifications/server/notifications.ts'
import { newId } from '#src/server/columns.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Invalid, TooMany } from '#src/server/errors.ts'
import { defineJob } from '#src/server/jobs.ts'
import { mayMailUnasked } from '#src/server/limits.ts'
import { findAdmin } from './admins.ts'
import { codeMail, noAccountMail } from './mails.ts'
import { hashToken } from './sessions.ts'
import { codes, users } from './table.ts'

/** How long a code can be used, in minutes. */
const lifetime = 10
const maxTries = 5

type Asked = { purpose: CodePurpose; email: string; browserHash: string }
type CodeRow = typeof codes.$inferSelect

/** A code as somebody typed it, in the browser of this token. */
type TypedCode = { purpose: CodePurpose; email: string; code: string; browser: string }

/** The page that shows every mail, for who waits for a code: the demo has it as long as no mail server is set up. */
export function outboxOf({ production, smtpUrl }: Deps['env']): { outbox?: string } {
  return !production && !smtpUrl ? { outbox: '/dev/outbox' } : {}
}

/** Makes the code of a row of `codes` and mails it. The row alone knows the address: jobs are kept for a month. */
export const mailCode = defineJob<{ codeId: string }>('mail-code', 5)

/** Who asks: `browser` as `codeBrowser` gives it; `admin-login` also takes the admin's `name`. */
type Request = { purpose: CodePurpose; email: string; name?: string; browser: string }

/**
 * Has a one-time code mailed to `email` (in lower case), good for 10 minutes in the browser that asked, if that e-mail can
 * have one. All the work is a job, so that the answer tells nothing about who has that e-mail, not even by its time. Throws
 * 429 when many have asked for a code for an application there, whether there is one or not.
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

/** The same within a transaction, for an account that is being made. */
export async function addCode(
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  tx: Tx,
  { browser, ...asked }: Request,
): Promise<void> {
  const codeId = newId()
  await tx.insert(codes).values({ ...asked, id: codeId, browserHash: hashToken(browser), expiresAt: expiryAt(now()) })
  // Who applied, the noun of applications knows.
  if (asked.purpose === 'applicant-access') await jobs.tell(tx, applicantCodeAsked, { codeId })
  else await jobs.add(tx, mailCode, { codeId })
}

/** Whether a browser has a code that is still good, or on its way: asking for one anew would take that away. */
export async function hasOpenCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { purpose, email, browser }: { purpose: CodePurpose; email: string; browser: string },
): Promise<boolean> {
  const isGood = and(lt(codes.tries, maxTries), gt(codes.expiresAt, now()))
  return (await db.$count(codes, and(isAsked({ purpose, email, browserHash: hashToken(browser) }), isGood))) > 0
}

/** Whom a code is about, by the id of their account, entry or application; null when nobody can have one. */
type FindSubject = (tx: Tx, asked: CodeRow) => Promise<string | null>

/** The work of a job: makes the code of a row and mails it, or forgets the row. A repeat mails nothing twice. */
export async function makeAndMailCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  codeId: string,
  findSubject: FindSubject,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked: a deletion of the account waits, and then finds the mail.
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
    const { purpose, email } = asked
    await queueMail(tx, { ...codeMail(purpose, email, code), secret: true, dedupeKey: `code:${about}:${codeId}` })
  })
}

/** Who can have a code for an account. Who wants to set the password of none is told so by mail. */
export async function findHolder(
  { env }: Pick<Deps, 'env'>,
  tx: Tx,
  { id, purpose, email, name }: CodeRow,
): Promise<string | null> {
  if (purpose === 'admin-login') return (await findAdmin(tx, email, name ?? ''))?.id ?? null
  const [account] = await tx
    .select({ id: users.id, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.email, email))
  if (purpose === 'verify-email') return account && !account.emailVerifiedAt ? account.id : null
  if (!account) await queueMail(tx, { ...noAccountMail(email, env), dedupeKey: `code:${id}` })
  return account?.id ?? null
}

/** Codes that were not used in time go, and with them whose e-mail asked. */
export async function sweepCodes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(codes).where(lte(codes.expiresAt, now()))
}

/**
 * Uses a code up and does `act` in the same transaction: when that fails, the code stays good. Throws one and the same
 * `Invalid` for a code that is wrong, expired, used, tried too often, or of another browser.
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

/** Gives the id of the code that was typed, which stays good, for `useUpCode`. Throws as `redeemCode` does. */
export async function tryCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { purpose, email, code, browser }: TypedCode,
): Promise<string> {
  const asked = { purpose, email, browserHash: hashToken(browser) }
  const newest = db.select({ id: codes.id }).from(codes).where(isAsked(asked)).orderBy(desc(codes.id)).limit(1)
  // Committed before anything is looked at: however many try at the same moment, each one counts.
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

/** Uses up a code that was tried, and older ones with it. Throws as `redeemCode` does when somebody else was faster. */
export async function useUpCode(tx: Tx, { purpose, email, browser }: TypedCode, codeId: string): Promise<void> {
  const asked = { purpose, email, browserHash: hashToken(browser) }
  const used = await tx.delete(codes).where(isAsked(asked)).returning({ id: codes.id })
  if (!used.some(({ id }) => id === codeId)) throw wrongCode()
}

/** The one answer to every code that does not work. */
export function wrongCode(): Invalid {
  return new Invalid({ code: 'That code is not right, or it is too old. Check it, or ask for a new one.' })
}

function expiryAt(now: Date): Date {
  return new Date(now.getTime() + lifetime * 60_000)
}

function isAsked({ purpose, email, browserHash }: Asked) {
  return and(eq(codes.purpose, purpose), eq(codes.email, email), eq(codes.browserHash, browserHash))
}

/** The id makes equal codes differ. The table alone redeems nothing: that takes the browser's token too. */
function hashCode(id: string, code: string): string {
  return createHash('sha256').update(`${id} ${code}`).digest('hex')
}
