import { and, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { hashToken } from '#src/features/accounts/server/accounts.ts'
import { accountColumns, users } from '#src/features/accounts/server/table.ts'
import type { ApplicationStatus } from '#src/features/applications/rules.ts'
import { blockedText } from '#src/features/coaches/blocks.ts'
import { maxDescription } from '#src/features/coaches/contract.ts'
import {
  areApart,
  createHiddenCoach,
  deactivateCoach,
  dropHiddenCoach,
  type FirstProfile,
  findCoachIdOf,
  linkCoach,
} from '#src/features/coaches/server/coaches.ts'
import { dropMail, type MailContent, queueMail } from '#src/features/notifications/server/notifications.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { decidedNow, stateBefore } from '#src/platform/database/last-decision.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { newestFirst, pageSize } from '#src/platform/http/paging.ts'
import { coachTitle } from '#src/shared/games.ts'
import { undoSeconds } from '#src/shared/undo.ts'
import { presentApplicationTo } from './applications.ts'
import { proveEmail } from './readers.ts'
import { approvedMail, rejectedMail } from './review-mails.ts'
import { coachApplications } from './table.ts'

type ApplicationRow = typeof coachApplications.$inferSelect

/** What a reviewer decides. `expectedStatus` is what they saw, when they say so. */
export type Decision = {
  status: Exclude<ApplicationStatus, 'pending'>
  adminNotes: string | null
  /** To a rejected applicant, in the mail. */
  word?: string | null
  expectedStatus?: ApplicationStatus
}

/** An application with the account that sent it; null: a visitor. */
export type SentApplication = { row: ApplicationRow; sender: { email: string; emailVerified: boolean } | null }

const missing = 'This application does not exist.'

/** All applications, newest first, one page from `cursor` on, and how many there are. */
export async function listApplications(db: Db, cursor?: string): Promise<{ list: SentApplication[]; total: number }> {
  const { after, order } = newestFirst(coachApplications, cursor)
  const [list, total] = await Promise.all([
    selectSent(db)
      .where(after)
      .orderBy(...order)
      .limit(pageSize),
    db.$count(coachApplications),
  ])
  return { list, total }
}

/** An application by its id. Throws `NotFound`. */
export async function readApplication(db: Db, id: string): Promise<SentApplication> {
  const [sent] = await selectSent(db).where(eq(coachApplications.id, id))
  if (!sent) throw new NotFound(missing)
  return sent
}

function selectSent(db: Db) {
  return db
    .select({ row: coachApplications, sender: { email: users.email, emailVerified: accountColumns.emailVerified } })
    .from(coachApplications)
    .leftJoin(users, eq(users.id, coachApplications.userId))
}

/**
 * Decides an application, in one transaction with what follows: approving makes its profile, not public yet, and rejecting
 * an approved one takes the profile off the pages. The dashboard stays with the account then, for the sake of the sessions
 * that are booked, until the owner takes it away (`unlinkCoach`). The applicant is mailed each time it changes, of what was decided
 * again before its mail went only the latest; the same decision again changes nothing. That a pending one was decided can be undone for a moment, and its mail waits that long. Throws `NotFound`, `Invalid` for a word with an approval, and `Conflict` for an own application, for
 * a word to somebody from whom a block keeps the admin, and with the status when somebody else decided meanwhile.
 */
export async function reviewApplication(
  deps: Deps,
  admin: Account,
  id: string,
  decision: Decision,
): Promise<ApplicationRow> {
  const { status, adminNotes, word, expectedStatus } = decision
  if (word && status === 'approved') throw new Invalid({ word: 'A word goes with a rejection: please send a message.' })
  return deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(coachApplications).where(eq(coachApplications.id, id)).for('update')
    if (!seen) throw new NotFound(missing)
    await refuseOwn(tx, admin, seen)
    if (word && seen.userId && (await areApart(tx, admin.id, seen.userId)))
      throw new Conflict(blockedText, { reason: 'blocked' })
    if (expectedStatus && expectedStatus !== seen.status)
      throw new Conflict(`Somebody else decided meanwhile: this application is ${seen.status}.`, {
        reason: 'decided',
        status: seen.status,
      })
    if (seen.status === status) return seen

    if (seen.lastDecision) await dropMail(tx, mailKey(seen.status, id, seen.lastDecision.id))
    const result = status === 'approved' ? await approve(deps, tx, seen) : await reject(deps, tx, seen, word)
    const change = { status, decidedAt: deps.now(), adminNotes: adminNotes ?? seen.adminNotes, ...result }
    return only(await tx.update(coachApplications).set(change).where(eq(coachApplications.id, id)).returning())
  })
}

/**
 * An account has proved its e-mail: what came from that e-mail without an account, or from one that had no right to it, is its own now, and so is the profile
 * of what was approved. A repeat changes nothing.
 */
export async function adoptApplications(deps: Deps, accountId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, accountId), isNotNull(users.emailVerifiedAt)))
    if (!account) return
    const { userId } = coachApplications
    const isUnderOwnEmail = eq(coachApplications.applicantEmail, account.email)
    await proveEmail(tx, isUnderOwnEmail, { accountId }, deps.now())
    // A review under way holds the row: waiting for it means seeing the profile it makes.
    await tx
      .update(coachApplications)
      .set({ userId: accountId })
      .where(and(isNull(userId), isUnderOwnEmail))
    const approved = await tx
      .select({ coachId: coachApplications.coachId })
      .from(coachApplications)
      .where(and(eq(coachApplications.userId, accountId), eq(coachApplications.status, 'approved')))
      .for('update')
    await lockAccount(tx, accountId)
    for (const { coachId } of approved) if (coachId) await linkCoach(deps, tx, coachId, accountId)
  })
}

/** An account that had mistyped its e-mail has another: what it sent with the old one, which nobody proved, has the new one. `was`: the old one, hashed. */
export async function followEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { accountId, was }: { accountId: string; was: string },
): Promise<void> {
  const { userId, emailProvenAt, applicantEmail, id } = coachApplications
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, accountId))
      .for('key share')
    const sent = await tx
      .select({ id, email: applicantEmail })
      .from(coachApplications)
      .where(and(eq(userId, accountId), isNull(emailProvenAt)))
      .for('update')
    const theirs = sent.filter(({ email }) => hashToken(email) === was).map((each) => each.id)
    if (account && theirs.length > 0)
      await tx
        .update(coachApplications)
        .set({ applicantEmail: account.email, emailProvenAt: now(), ownerTokenHash: null })
        .where(inArray(id, theirs))
  })
}

/** An application as reviewers read it in the list. */
export function presentSent(staff: Account, { row, sender }: SentApplication) {
  return { ...presentApplicationTo(staff, row), sentBy: sender, isEmailProven: row.emailProvenAt !== null }
}

/** Returns the columns that approving changes. A profile made by an earlier approval stays as it is. */
async function approve(deps: Deps, tx: Tx, application: ApplicationRow): Promise<Partial<ApplicationRow>> {
  const found = await findAccount(tx, application)
  const account = found?.isVerified ? found : null
  const ownCoachId = account && (await findCoachIdOf(tx, account.id))
  const coachId = application.coachId ?? ownCoachId ?? (await createHiddenCoach(tx, firstProfile(application)))
  if (account) await linkCoach(deps, tx, coachId, account.id)
  if (account?.email === application.applicantEmail)
    await proveEmail(tx, eq(coachApplications.id, application.id), { accountId: account.id }, deps.now())
  const mail = account
    ? approvedMail(deps.env, application.id, account.email, 'verified')
    : approvedMail(deps.env, application.id, application.applicantEmail, found ? 'unverified' : 'none')
  const madeCoachId = coachId === application.coachId || coachId === ownCoachId ? null : coachId
  const lastDecision = await mailDecision(deps, tx, application, { status: 'approved', mail, madeCoachId })
  return { coachId, userId: account?.id ?? application.userId, lastDecision }
}

async function reject(
  deps: Deps,
  tx: Tx,
  application: ApplicationRow,
  word: string | null = null,
): Promise<Partial<ApplicationRow>> {
  const { id, status, coachId, applicantEmail } = application
  if (status === 'approved' && coachId) await deactivateCoach(tx, coachId)
  const mail = rejectedMail(deps.env, id, applicantEmail, word)
  return { lastDecision: await mailDecision(deps, tx, application, { status: 'rejected', mail }) }
}

type Mailed = { status: Decision['status']; mail: MailContent; madeCoachId?: string | null }

/** Queues a decision's mail, which waits where the decision can be undone. Returns what undoing needs; null: it cannot be. */
async function mailDecision(
  deps: Deps,
  tx: Tx,
  { id, status: before, adminNotes }: ApplicationRow,
  { status, mail, madeCoachId = null }: Mailed,
): Promise<ApplicationRow['lastDecision']> {
  const decision = decidedNow({ adminNotes, madeCoachId }, deps.now())
  const isUndoable = before === 'pending'
  const about = { dedupeKey: mailKey(status, id, decision.id), audience: 'admin' } as const
  await queueMail(deps, tx, { ...mail, ...about }, isUndoable ? undoSeconds : 0)
  return isUndoable ? decision : null
}

/** Names the mail that tells of a decision. */
export const mailKey = (status: ApplicationStatus, applicationId: string, decisionId: string) =>
  `application-${status}:${applicationId}:${decisionId}`

/**
 * Makes an application pending again that was decided some seconds ago, and drops the mail and the profile that approving made; a
 * repeat changes nothing. An account that applied by its proven e-mail keeps the application. Throws `NotFound`, and `Conflict`
 * for an own one, when somebody decided again or works with the profile, its time is over or the mail has gone.
 */
export async function undoReview(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  admin: Account,
  id: string,
  decisionId: string,
): Promise<ApplicationRow> {
  return db.transaction(async (tx) => {
    const [seen] = await tx.select().from(coachApplications).where(eq(coachApplications.id, id)).for('update')
    if (!seen) throw new NotFound(missing)
    await refuseOwn(tx, admin, seen)
    const before = stateBefore(seen.lastDecision, decisionId, now())
    if (!before || !seen.lastDecision) return seen
    if (!(await dropMail(tx, mailKey(seen.status, id, decisionId))))
      throw new Conflict('The applicant has had the mail: this decision stays.', { reason: 'late' })
    if (before.madeCoachId) await dropProfile(tx, seen, before.madeCoachId)
    const set = {
      adminNotes: before.adminNotes,
      coachId: null,
      status: 'pending',
      decidedAt: null,
      lastDecision: { ...seen.lastDecision, before: null },
    } as const
    return only(await tx.update(coachApplications).set(set).where(eq(coachApplications.id, id)).returning())
  })
}

/** Throws `Conflict` when somebody works with the profile that approving made. */
async function dropProfile(tx: Tx, { id, userId }: ApplicationRow, coachId: string): Promise<void> {
  if (userId) await lockAccount(tx, userId)
  const others = await tx.$count(
    coachApplications,
    and(eq(coachApplications.coachId, coachId), ne(coachApplications.id, id)),
  )
  if (others > 0 || !(await dropHiddenCoach(tx, coachId)))
    throw new Conflict('The new profile is in use already: this decision stays.', { reason: 'late' })
}

/** Throws `Conflict` for an own application, unless no other admin is there. */
async function refuseOwn(tx: Tx, admin: Account, { userId, applicantEmail }: ApplicationRow): Promise<void> {
  if (userId !== admin.id && applicantEmail !== admin.email) return
  const others = await tx.$count(users, and(eq(users.isAdmin, true), ne(users.id, admin.id)))
  if (others > 0) throw new Conflict('This is your own application: another admin decides.', { reason: 'refused' })
}

/** Whose profile it becomes, once its e-mail is verified: the account that applied, else the one with that e-mail. */
async function findAccount(tx: Tx, { userId, applicantEmail }: ApplicationRow) {
  const isTheirs = userId ? eq(users.id, userId) : eq(users.email, applicantEmail)
  const [account] = await tx
    .select({ id: users.id, email: users.email, isVerified: accountColumns.emailVerified })
    .from(users)
    .where(isTheirs)
    .for('no key update')
  return account ?? null
}

/** Of two approvals for one account the second waits, and finds the profile that the first gave it. */
async function lockAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update')
}

/** What the profile editor takes; the whole text about experience, and what only our team was told about hours, stay with the application. */
function firstProfile(application: ApplicationRow): FirstProfile {
  return {
    name: application.applicantName,
    title: coachTitle(application.gameExpertise),
    description: cut(application.coachingExperience, maxDescription),
    gameExpertise: application.gameExpertise,
    currentRank: application.currentRank,
    discordUsername: application.discordUsername,
    portfolioLinks: application.portfolioLinks,
  }
}

/** The beginning of a text, counted as its schema counts; a character that would be cut in half is left out. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
}
