import { and, eq, exists, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { alertStaff, hashToken, keepPerson, redeemCode } from '#src/accounts/server/accounts.ts'
import { noApplication } from '#src/applications/catalogue.ts'
import type { Application, applicationBody } from '#src/applications/contract.ts'
import { queueMail } from '#src/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotAllowed, NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { newestFirst } from '#src/server/pages.ts'
import { readerLifetime } from './browser.ts'
import { applicationAlert, applicationReceiptMail } from './mails.ts'
import { applicationReaders, coachApplications } from './table.ts'

export { readerToken } from './browser.ts'
export { findApplicationsOf, findOldApplications, forgetOld, forgetPerson, personalData } from './personal-data.ts'

export type ApplicationRow = typeof coachApplications.$inferSelect

const { order } = newestFirst(coachApplications, undefined)

/** Who asks for an application: the token of their browser, and the account signed in. */
export type Reader = { token: string | null; account: Account | null }

/**
 * Keeps an application and lets the browser of `token` read it; mails the applicant a receipt and the team a notice.
 * `account` is whoever is signed in, whatever e-mail they typed.
 */
export async function applyAsCoach(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  { token, account }: Reader & { token: string },
  answers: z.output<typeof applicationBody>,
): Promise<ApplicationRow> {
  return db.transaction(async (tx) => {
    if (account) await keepPerson(tx, account)
    const [application] = await tx
      .insert(coachApplications)
      .values({ ...answers, userId: account?.id ?? null })
      .returning()
    await letRead(tx, token, [application!], now())
    await queueMail(tx, {
      ...applicationReceiptMail(application!, env),
      dedupeKey: `application-receipt:${application!.id}`,
    })
    await alertStaff({ env }, tx, 'application', applicationAlert(application!))
    return application!
  })
}

/**
 * The newest application with that e-mail (in lower case) that `reader` may read; null when none of them is the reader's:
 * an e-mail one types proves nothing. Throws `NotFound` when nobody applied with it.
 */
export async function findApplication(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reader: Reader,
  email: string,
): Promise<ApplicationRow | null> {
  const own = await newest(db, and(hasEmail(email), isReadableBy(db, reader, now())))
  if (own) return own
  if (!(await newest(db, hasEmail(email)))) throw new NotFound(noApplication)
  return null
}

/**
 * An application by its id, for whoever may read it: `isApplicant` when it is their own, else they are staff. Throws
 * `NotFound` when it is none of their business.
 */
export async function findReadableApplication(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reader: Reader,
  id: string,
): Promise<{ application: ApplicationRow; isApplicant: boolean }> {
  const isThis = eq(coachApplications.id, id)
  const own = await newest(db, and(isThis, isReadableBy(db, reader, now())))
  if (own) return { application: own, isApplicant: true }
  const application = reader.account && isStaff(reader.account) && (await newest(db, isThis))
  if (!application) throw new NotFound(noApplication)
  return { application, isApplicant: false }
}

/**
 * Uses a code mailed to `email`, lets the browser of `token` read every application with that e-mail, and gives the
 * newest. Throws the `Invalid` of `redeemCode`, and `NotFound` when nobody applied with that e-mail.
 */
export async function openApplication(
  deps: Pick<Deps, 'db' | 'now'>,
  token: string,
  proof: { email: string; code: string; browser: string },
): Promise<ApplicationRow> {
  return redeemCode(deps, { purpose: 'applicant-access', ...proof }, async (tx) => {
    const found = await tx
      .select()
      .from(coachApplications)
      .where(hasEmail(proof.email))
      .orderBy(...order)
    if (!found[0]) throw new NotFound(noApplication)
    await letRead(tx, token, found, deps.now())
    return found[0]
  })
}

/**
 * The newest application of an account by its own verified e-mail; for staff of any e-mail. Throws `NotFound`, also for
 * somebody else's e-mail, and `NotAllowed` for an e-mail that is one's own but not verified.
 */
export async function findApplicationByEmail(db: Db, account: Account, email: string): Promise<ApplicationRow> {
  const isOwn = email === account.email
  if (isOwn && !account.emailVerified && !isStaff(account))
    throw new NotAllowed('Please verify your email on your account page first.')
  const wanted = isStaff(account) ? hasEmail(email) : isOwn ? isOf(account) : null
  const application = wanted && (await newest(db, wanted))
  if (!application) throw new NotFound(noApplication)
  return application
}

/** An application as its applicant may read it: without what staff noted. */
export function presentApplication({
  userId,
  coachId,
  adminNotes,
  decidedAt,
  createdAt,
  ...shown
}: ApplicationRow): Application {
  return { ...shown, createdAt: createdAt.toISOString() }
}

/** An application as this account may read it: staff see their notes. */
export function presentApplicationTo(account: Account, row: ApplicationRow) {
  return { ...presentApplication(row), ...(isStaff(account) && { adminNotes: row.adminNotes }) }
}

/** Which applications a reader has proved to be theirs: by their browser, or by their verified account. */
function isReadableBy(db: Db, { token, account }: Reader, now: Date): SQL | undefined {
  const granted = (browserHash: string) =>
    db
      .select()
      .from(applicationReaders)
      .where(
        and(
          eq(applicationReaders.applicationId, coachApplications.id),
          eq(applicationReaders.browserHash, browserHash),
          gt(applicationReaders.expiresAt, now),
        ),
      )
  const byBrowser = token ? exists(granted(hashToken(token))) : undefined
  const byAccount = account?.emailVerified ? isOf(account) : undefined
  // `or` leaves out what is undefined; without `false` no proof at all would be no condition at all.
  return or(sql`false`, byBrowser, byAccount)
}

/** What the account sent while signed in, and what came with its e-mail from nobody in particular. */
function isOf(account: Account): SQL | undefined {
  return or(eq(coachApplications.userId, account.id), and(isNull(coachApplications.userId), hasEmail(account.email)))
}

function hasEmail(email: string): SQL {
  return eq(coachApplications.applicantEmail, email)
}

function isStaff(account: Account): boolean {
  return account.isOwner || account.isAdmin
}

async function newest(db: Db, wanted: SQL | undefined): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(coachApplications)
    .where(wanted)
    .orderBy(...order)
    .limit(1)
  return row
}

/** Lets a browser read these applications for 30 days from now. Sweeps out what has expired. */
async function letRead(tx: Tx, token: string, applications: ApplicationRow[], now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + readerLifetime)
  const browserHash = hashToken(token)
  await tx.delete(applicationReaders).where(lte(applicationReaders.expiresAt, now))
  await tx
    .insert(applicationReaders)
    .values(applications.map(({ id }) => ({ browserHash, applicationId: id, expiresAt })))
    .onConflictDoUpdate({
      target: [applicationReaders.browserHash, applicationReaders.applicationId],
      set: { expiresAt },
    })
}
