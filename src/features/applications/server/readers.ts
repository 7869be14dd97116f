import { and, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { hashToken } from '#src/features/accounts/server/accounts.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { readerLifetime } from './reader-cookie.ts'
import { applicationReaders, coachApplications } from './table.ts'

/** The person who asks for an application: the token of their browser, and the account signed in. */
export type Reader = { token: string | null; account: Account | null }

/** Which applications a reader has proved to be theirs: by their browser, or by their verified account. */
export function isReadableBy(db: Db, { token, account }: Reader, now: Date): SQL | undefined {
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
export function isOf(account: Account): SQL | undefined {
  return or(
    eq(coachApplications.userId, account.id),
    and(isNull(coachApplications.userId), eq(coachApplications.applicantEmail, account.email)),
  )
}

/** Lets a browser read these applications for 30 days from now. Sweeps out what has expired. */
export async function letRead(tx: Tx, token: string, applications: { id: string }[], now: Date): Promise<void> {
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

/**
 * Somebody has proved that the e-mail of these applications is theirs, by a code or their account. The first time, every
 * browser that reads them ends: so far anybody who had typed that e-mail could be behind one.
 */
export async function proveEmail(tx: Tx, which: SQL | undefined, now: Date): Promise<void> {
  const proven = await tx
    .update(coachApplications)
    .set({ emailProvenAt: now })
    .where(and(which, isNull(coachApplications.emailProvenAt)))
    .returning({ id: coachApplications.id })
  const ids = proven.map(({ id }) => id)
  await tx.delete(applicationReaders).where(inArray(applicationReaders.applicationId, ids))
  for (const id of ids) await notify(tx, 'readers', id)
}
