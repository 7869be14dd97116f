import { and, eq, gt } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Deps } from '#src/deps.ts'
import { alertStaff, hashToken } from '#src/features/accounts/server/accounts.ts'
import { deactivateCoach } from '#src/features/coaches/server/coaches.ts'
import { dropMail } from '#src/features/notifications/server/notifications.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { notTheirsAlert } from './mails.ts'
import { readerLifetime } from './reader-cookie.ts'
import { endReading, letRead, senderAfterProof } from './readers.ts'
import { mailKey } from './review.ts'
import { coachApplications } from './table.ts'

type ApplicationRow = typeof coachApplications.$inferSelect
type Asking = Pick<Deps, 'db' | 'env' | 'jobs' | 'now'>

/**
 * What the owner of a typed address says of its application, once, by the token that only their mailbox got (APPLY-3). It
 * was them: the e-mail is proved, and the browser of `token` reads the application, too. It was not: the application is
 * closed, nobody reads it or writes in it, and all that was written is marked. Throws `NotFound` for a token that is
 * unknown, used or older than 30 days.
 */
export async function answerAsOwner(
  deps: Asking,
  token: string,
  { ownerToken, wasMe }: { ownerToken: string; wasMe: boolean },
): Promise<ApplicationRow> {
  const { ownerTokenHash, createdAt } = coachApplications
  const isFresh = gt(createdAt, new Date(deps.now().getTime() - readerLifetime))
  return deps.db.transaction(async (tx) => {
    const [asked] = await tx
      .select()
      .from(coachApplications)
      .where(and(eq(ownerTokenHash, hashToken(ownerToken)), isFresh))
      .for('update')
    if (!asked) throw new NotFound('This link was used before, or is too old.')
    return wasMe ? confirm(tx, asked, token, deps.now()) : close(deps, tx, asked)
  })
}

async function confirm(tx: Tx, asked: ApplicationRow, token: string, now: Date): Promise<ApplicationRow> {
  await letRead(tx, token, [asked], now)
  return change(tx, asked, {
    emailProvenAt: asked.emailProvenAt ?? now,
    unprovenUntil: null,
    userId: senderAfterProof(tx),
  })
}

async function close(deps: Asking, tx: Tx, asked: ApplicationRow): Promise<ApplicationRow> {
  const now = deps.now()
  if (asked.coachId) await deactivateCoach(tx, asked.coachId)
  // Whoever posed as them hears of no decision any more.
  if (asked.lastDecision) await dropMail(tx, mailKey(asked.status, asked.id, asked.lastDecision.id))
  await alertStaff(deps, tx, 'application', notTheirsAlert(asked))
  await endReading(tx, [asked.id], now)
  return change(tx, asked, {
    ...{ status: 'rejected', decidedAt: now, lastDecision: null, userId: null },
    ...{ emailProvenAt: asked.emailProvenAt ?? now, unprovenUntil: now },
    adminNotes: [asked.adminNotes, 'The owner of this e-mail says that it was not them.'].filter(Boolean).join(' '),
  })
}

type Columns = PgUpdateSetSource<typeof coachApplications>

async function change(tx: Tx, { id }: ApplicationRow, what: Columns): Promise<ApplicationRow> {
  const set = { ...what, ownerTokenHash: null }
  return only(await tx.update(coachApplications).set(set).where(eq(coachApplications.id, id)).returning())
}
