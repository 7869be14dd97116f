import { and, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { daysInMs, keepDays } from '#src/shared/keep-days.ts'
import { isE164 } from '#src/shared/phone.ts'
import { applicationReaders, coachApplications } from './table.ts'

/** The applications the person sent; without an account then, those under the e-mail they have proved since. */
export async function findApplicationsOf(db: Db | Tx, { id, email, emailVerified }: Account) {
  const byEmail = and(isNull(coachApplications.userId), eq(coachApplications.applicantEmail, email))
  return db
    .select()
    .from(coachApplications)
    .where(or(eq(coachApplications.userId, id), emailVerified ? byEmail : undefined))
}

/** Their applications, without what staff noted for themselves. */
export async function personalData(db: Db, person: Account) {
  const rows = await findApplicationsOf(db, person)
  return {
    coachApplications: rows.map(({ userId, coachId, adminNotes, lastDecision, ownerTokenHash, ...shown }) => shown),
  }
}

/** Their applications go; the conversations about them must be gone before. Returns the marks that mails about them carry. */
export async function forgetPerson(tx: Tx, person: Account): Promise<string[]> {
  const own = await findApplicationsOf(tx, person)
  const ids = own.map((application) => application.id)
  await tx.delete(coachApplications).where(inArray(coachApplications.id, ids))
  return [...ids, ...own.map(({ applicantPhone }) => applicantPhone).filter(isE164)]
}

/** The applications that were turned down longer ago than they are kept. */
export async function findOldApplications(tx: Tx, now: Date): Promise<string[]> {
  const longAgo = new Date(now.getTime() - daysInMs(keepDays.rejectedApplications))
  const rows = await tx
    .select({ id: coachApplications.id })
    .from(coachApplications)
    .where(and(eq(coachApplications.status, 'rejected'), lt(coachApplications.decidedAt, longAgo)))
  return rows.map(({ id }) => id)
}

/** These applications go, as do the keys of browsers that may no longer read any. The conversations about them must be gone before. */
export async function forgetOld(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx.delete(coachApplications).where(inArray(coachApplications.id, ids))
  await tx.delete(applicationReaders).where(lte(applicationReaders.expiresAt, now))
}
