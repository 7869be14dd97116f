import { createHash, randomInt } from 'node:crypto'
import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import type { CodePurpose } from '#src/accounts/contract.ts'
import { queueMail } from '#src/notifications/server/notifications.ts'
import { newId } from '#src/server/columns.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Invalid } from '#src/server/errors.ts'
import { defineJob } from '#src/server/jobs.ts'
import { findAdmin } from './admins.ts'
import { codeMail, noAccountMail } from './mails.ts'
import { hashToken } from './sessions.ts'
import { codes, users } from './table.ts'

/** How long a code can be used, in minutes. */
const lifetime = 10
const maxTries = 5

/** `name` goes with `admin-login`. */
type Asked = { purpose: CodePurpose; email: string; browserHash: string }

/** A code as somebody typed it, in the browser of this token. */
type TypedCode = { purpose: CodePurpose; email: string; code: string; browser: string }

/** The page that shows every mail, for who waits for a code: the demo has it as long as no mail server is set up. */
export function outboxOf({ production, smtpUrl }: Deps['env']): { outbox?: string } {
  return !production && !smtpUrl ? { outbox: '/dev/outbox' } : {}
}

/** Makes a code and mails it; the job knows no code. */
export const mailCode = defineJob<Asked & { codeId: string; name?: string }>('mail-code', 5)

/**
 * Has a one-time code mailed to `email` (in lower case), good for 10 minutes in the browser that asked (`codeBrowser`).
 * All the work is a job, so that the answer tells nothing about who has that e-mail, not even by its time. For
 * `applicant-access` the caller decides who may have one; `admin-login` also takes the admin's `name`.
 */
export async function requestCode(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Db | Tx,
  { purpose, email, name, browser }: { purpose: CodePurpose; email: string; name?: string; browser: string },
): Promise<void> {
  await jobs.add(tx, mailCode, { codeId: newId(), purpose, email, name, browserHash: hashToken(browser) })
}

/** Whether a browser has a code that is still good: asking for one anew would take that away. */
export async function hasOpenCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { purpose, email, browser }: { purpose: CodePurpose; email: string; browser: string },
): Promise<boolean> {
  const isGood = and(lt(codes.tries, maxTries), gt(codes.expiresAt, now()))
  return (await db.$count(codes, and(isAsked({ purpose, email, browserHash: hashToken(browser) }), isGood))) > 0
}

/** The job's work. A repeat mails nothing twice. */
export async function makeAndMailCode(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  { codeId: id, name, ...asked }: Asked & { codeId: string; name?: string },
): Promise<void> {
  const { purpose, email } = asked
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ emailVerifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.email, email))
    if (purpose === 'verify-email' && (!account || account.emailVerifiedAt)) return
    if (purpose === 'admin-login' && !(await findAdmin(tx, email, name ?? ''))) return
    if (purpose === 'reset-password' && !account)
      return queueMail(tx, { ...noAccountMail(email, env), dedupeKey: `code:${id}` })

    const code = String(randomInt(10 ** 8)).padStart(8, '0')
    const expiresAt = new Date(now().getTime() + lifetime * 60_000)
    const made = await tx
      .insert(codes)
      .values({ ...asked, id, codeHash: hashCode(id, code), expiresAt })
      .onConflictDoNothing()
      .returning({ id: codes.id })
    if (!made.length) return
    await tx.delete(codes).where(or(and(isAsked(asked), lt(codes.id, id)), lte(codes.expiresAt, now())))
    await queueMail(tx, { ...codeMail(purpose, email, code), secret: true, dedupeKey: `code:${id}` })
  })
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
  return new Invalid({ code: 'That code is not right, or it is too old. Ask for a new one.' })
}

function isAsked({ purpose, email, browserHash }: Asked) {
  return and(eq(codes.purpose, purpose), eq(codes.email, email), eq(codes.browserHash, browserHash))
}

/** The id makes equal codes differ. The table alone redeems nothing: that takes the browser's token too. */
function hashCode(id: string, code: string): string {
  return createHash('sha256').update(`${id} ${code}`).digest('hex')
}
