import { and, eq, exists, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { hashToken } from '#src/features/accounts/server/accounts.ts'
import { users } from '#src/features/accounts/server/table.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { readerLifetime } from './reader-cookie.ts'
import { applicationReaders, coachApplications } from './table.ts'

/** The person who asks for an application: the token of their browser, and the account signed in. */
export type Reader = { token: string | null; account: Account | null }

/** Which applications a reader has proved to be theirs: by their browser, or by their verified account. */
export function isReadableBy(db: Db, { token, account }: Reader, now: Date): SQL | undefined {
  const byBrowser = token ? exists(granted(db, token, now)) : undefined
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
      set: { expiresAt, endedAt: null },
    })
}

/**
 * Somebody has proved that the e-mail of these applications is theirs, by a code or their account. The first time, all who
 * had only typed it end: their browsers read no more, and an application that another account sent, unless the team has
 * approved it, is that account's no more. What was written so far is marked, unless `prover` sent it.
 */
export async function proveEmail(
  tx: Tx,
  which: SQL | undefined,
  { accountId, token = null }: { accountId?: string; token?: string | null },
  now: Date,
): Promise<void> {
  const { userId, ownerTokenHash } = coachApplications
  const isProvers = or(
    accountId ? eq(userId, accountId) : undefined,
    token ? exists(granted(tx, token, now)) : undefined,
  )
  const proven = await tx
    .update(coachApplications)
    .set({
      emailProvenAt: now,
      unprovenUntil: sql`case when ${isProvers ?? sql`false`} then null else ${now.toISOString()}::timestamptz end`,
      userId: sql`case when ${isProvers ?? sql`false`} then ${userId} else ${senderAfterProof(tx)} end`,
      ownerTokenHash: sql`case when ${isProvers ?? sql`false`} then null else ${ownerTokenHash} end`,
    })
    .where(and(which, isNull(coachApplications.emailProvenAt)))
    .returning({ id: coachApplications.id })
  await endReading(
    tx,
    proven.map(({ id }) => id),
    now,
  )
}

/**
 * Whose an application is once somebody else has proved its e-mail: no account's that is known by another one or has verified
 * none, unless the team has approved it.
 */
export function senderAfterProof(tx: Tx): SQL<string | null> {
  const { userId, applicantEmail, status } = coachApplications
  const isStrangers = or(ne(users.email, applicantEmail), isNull(users.emailVerifiedAt))
  const isOfStranger = exists(
    tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isStrangers)),
  )
  return sql`case when ${and(ne(status, 'approved'), isOfStranger)} then null else ${userId} end`
}

/** Ends the reading of all browsers, streams included. */
export async function endReading(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx.update(applicationReaders).set({ endedAt: now }).where(inArray(applicationReaders.applicationId, ids))
  for (const id of ids) await notify(tx, 'readers', id)
}

/** Whether the owner of that e-mail (in lower case) came and ended the reading of this browser. */
export async function isEnded(db: Db, token: string, email: string): Promise<boolean> {
  const [ended] = await db
    .select({ id: coachApplications.id })
    .from(applicationReaders)
    .innerJoin(coachApplications, eq(coachApplications.id, applicationReaders.applicationId))
    .where(
      and(
        eq(coachApplications.applicantEmail, email),
        eq(applicationReaders.browserHash, hashToken(token)),
        isNotNull(applicationReaders.endedAt),
      ),
    )
    .limit(1)
  return ended !== undefined
}

/** That the browser of `token` may read the application. */
function granted(db: Db | Tx, token: string, now: Date) {
  return db
    .select()
    .from(applicationReaders)
    .where(
      and(
        eq(applicationReaders.applicationId, coachApplications.id),
        eq(applicationReaders.browserHash, hashToken(token)),
        gt(applicationReaders.expiresAt, now),
        isNull(applicationReaders.endedAt),
      ),
    )
}
