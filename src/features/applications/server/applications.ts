import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import { alertStaff, hashToken, keepPerson, newToken, redeemCode } from '#src/features/accounts/server/accounts.ts'
import type { Application, applicationBody } from '#src/features/applications/contract.ts'
import { noApplication } from '#src/features/applications/rules.ts'
import { queueMail } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotAllowed, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { newestFirst } from '#src/platform/http/paging.ts'
import { expertiseOf, wireExpertise } from '#src/shared/games.ts'
import { phoneToKeep } from '#src/shared/phone-number.ts'
import { applicationAlert, applicationReceiptMail } from './mails.ts'
import { isOf, isReadableBy, letRead, proveEmail, type Reader } from './readers.ts'
import { coachApplications } from './table.ts'

export { findApplicationsOf, findOldApplications, forgetOld, forgetPerson, personalData } from './personal-data.ts'
export { readerToken } from './reader-cookie.ts'
export type { Reader } from './readers.ts'

export type ApplicationRow = typeof coachApplications.$inferSelect

const { order } = newestFirst(coachApplications, undefined)

/**
 * Keeps an application and lets the browser of `token` read it. The typed address is mailed a receipt, a few an hour at
 * most unless it is `account`'s own: whatever was typed. The team is mailed of an address once, until its
 * applications are decided.
 */
export async function applyAsCoach(
  deps: Pick<Deps, 'db' | 'env' | 'jobs' | 'now' | 'log'>,
  { token, account }: Reader & { token: string },
  { phoneCountry, ...answers }: z.output<typeof applicationBody>,
): Promise<ApplicationRow> {
  const { db, env, now } = deps
  const { applicantEmail } = answers
  const ownerToken = newToken()
  const isProven = account?.emailVerified && account.email === applicantEmail
  const mayTell = isProven || (await mayMailUnasked(deps, applicantEmail))
  return db.transaction(async (tx) => {
    if (account) await keepPerson(tx, account)
    // One at a time for an address: of many at once, one is the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${applicantEmail}, 2))`)
    const isFirst = (await tx.$count(coachApplications, and(hasEmail(applicantEmail), isPending))) === 0
    const values = {
      ...answers,
      applicantPhone: phoneToKeep(answers.applicantPhone, phoneCountry),
      gameExpertise: expertiseOf(answers.gameExpertise),
      userId: account?.id ?? null,
      emailProvenAt: isProven ? now() : null,
      ownerTokenHash: isProven ? null : hashToken(ownerToken),
    }
    const application = only(await tx.insert(coachApplications).values(values).returning())
    await letRead(tx, token, [application], now())
    const receipt = applicationReceiptMail(env, application, account, isProven ? null : ownerToken)
    const about = {
      dedupeKey: `application-receipt:${application.id}`,
      audience: isProven ? 'admin' : 'nobody',
    } as const
    if (mayTell) await queueMail(deps, tx, { ...receipt, ...about })
    if (isFirst) await alertStaff(deps, tx, 'application', applicationAlert(application))
    return application
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
 * An application by its id, for its readers: `isApplicant` when it is their own, else they are staff. Throws
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
 * Uses a code mailed to `email`, lets the browser of the prover's `token` read every application with that e-mail, and gives the
 * newest. Throws the `Invalid` of `redeemCode`, and `NotFound` when nobody applied with that e-mail.
 */
export async function openApplication(
  deps: Pick<Deps, 'db' | 'now'>,
  { token, account }: Reader & { token: string },
  proof: { email: string; code: string; browser: string },
): Promise<ApplicationRow> {
  return redeemCode(deps, { purpose: 'applicant-access', ...proof }, async (tx) => {
    await proveEmail(tx, hasEmail(proof.email), { token, accountId: account?.id }, deps.now())
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
  emailProvenAt,
  unprovenUntil,
  ownerTokenHash,
  lastDecision,
  createdAt,
  ...shown
}: ApplicationRow): Application {
  return {
    ...shown,
    isUnproven: unprovenUntil !== null,
    gameExpertise: wireExpertise(shown.gameExpertise),
    createdAt: createdAt.toISOString(),
  }
}

/** An application as this account may read it: staff see their notes, but on their own. */
export function presentApplicationTo(account: Account, row: ApplicationRow) {
  return {
    ...presentApplication(row),
    ...(isStaff(account) && {
      adminNotes: row.userId === account.id ? null : row.adminNotes,
      decisionId: row.lastDecision?.id ?? null,
    }),
  }
}

/**
 * The newest application with that e-mail (in lower case), by its id, and whether somebody proved that e-mail in any of
 * them; null when nobody applied with it.
 */
export async function findApplicant(tx: Tx, email: string): Promise<{ id: string; isProven: boolean } | null> {
  const application = await newest(tx, hasEmail(email))
  if (!application) return null
  const proven = await tx.$count(coachApplications, and(hasEmail(email), isNotNull(coachApplications.emailProvenAt)))
  return { id: application.id, isProven: proven > 0 }
}

function hasEmail(email: string): SQL {
  return eq(coachApplications.applicantEmail, email)
}

const isPending = eq(coachApplications.status, 'pending')

function isStaff(account: Account): boolean {
  return account.isOwner || account.isAdmin
}

async function newest(db: Db | Tx, wanted: SQL | undefined): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(coachApplications)
    .where(wanted)
    .orderBy(...order)
    .limit(1)
  return row
}
