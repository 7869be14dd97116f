import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { keepOther } from '#src/features/accounts/server/accounts.ts'
import { ownSession } from '#src/features/bookings/server/bookings.ts'
import { blockedText } from '#src/features/coaches/blocks.ts'
import type { Message } from '#src/features/messages/contract.ts'
import { isOurs, longestThread } from '#src/features/messages/rules.ts'
import { newId } from '#src/platform/database/columns.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { notify } from '#src/platform/database/pub-sub.ts'
import { Conflict, violatedConstraint } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { tellWhoIsAway } from './away.ts'
import { present } from './news.ts'
import { idOf, type Place, type Subject } from './places.ts'
import { type MessageRow, messages, threadSides, threads } from './table.ts'

export { listConversations, mayReadThread } from './conversations.ts'
export { forgetInquiries, isFirstSinceOurs, letInquiryWait, openInquiry, placeInInquiry } from './inquiries.ts'
export { listBookingMessages, listMessages } from './news.ts'
export { forgetApplications, forgetPerson, personalData } from './personal-data.ts'
export { placeInApplication, placeInBooking } from './places.ts'
export { numbersOfOthers, numbersOnRecord } from './staff-sms.ts'

/** The sender. `id` is null for an applicant without an account. */
export type Sender = Pick<Account, 'name' | 'email'> & { id: string | null }

/** The NOTIFY channel that names the booking or application whose thread has news. */
export const liveChannel = 'messages'

/** The row of a thread. */
export function isAbout(subject: Subject) {
  if ('contactId' in subject) return eq(threads.id, subject.contactId)
  return 'bookingId' in subject
    ? eq(threads.bookingId, subject.bookingId)
    : eq(threads.applicationId, subject.applicationId)
}

/** Records how far a side has read a thread; returns whether that is further than before. */
async function seeUpTo(tx: Tx, side: typeof threadSides.$inferInsert): Promise<boolean> {
  const moved = await tx
    .insert(threadSides)
    .values(side)
    .onConflictDoUpdate({
      target: [threadSides.threadId, threadSides.side],
      set: { seen: sql`excluded.seen`, lastSeenAt: sql`excluded.last_seen_at` },
      setWhere: sql`${threadSides.seen} < excluded.seen`,
    })
    .returning({ seen: threadSides.seen })
  return moved.length > 0
}

/**
 * Assigns a message its number; the first message creates the thread. Locks the thread's row until the transaction
 * ends. Notes since when something waits there.
 */
async function nextNumber(tx: Tx, { subject, side }: Place, at: Date): Promise<{ threadId: string; number: number }> {
  const isWaiting = !isOurs(side)
  const next = {
    lastNumber: sql`${threads.lastNumber} + 1`,
    lastMessageAt: at,
    waitingSince: isWaiting ? sql`coalesce(${threads.waitingSince}, ${at.toISOString()}::timestamptz)` : null,
  }
  const given = { threadId: threads.id, number: threads.lastNumber }
  if ('contactId' in subject) return only(await tx.update(threads).set(next).where(isAbout(subject)).returning(given))
  const rows = await tx
    .insert(threads)
    .values({ ...subject, lastNumber: 1, lastMessageAt: at, waitingSince: isWaiting ? at : null })
    .onConflictDoUpdate({
      target: 'bookingId' in subject ? threads.bookingId : threads.applicationId,
      set: next,
    })
    .returning(given)
  return only(rows)
}

type Post = {
  content: string
  idempotencyKey?: string
  mailNow?: boolean
  /** The number of the newest message that a member of the team has read. */
  after?: number
  /** What belongs to the same transaction. */
  also?(tx: Tx, message: { number: number; createdAt: Date }): Promise<void>
}

/**
 * Posts a message in a transaction of its own. The thread's row is locked meanwhile, so numbers have no gaps and
 * everybody sees the same order. If `idempotencyKey` was used before, returns that message. With `mailNow` the player
 * or applicant is mailed at once, regardless of earlier mails. Throws `Conflict` when the thread is full, when one of the two
 * blocked the other (SAFE-2) or the player deleted their account, when staff speak as the team in their own session, and
 * when another of the team wrote `after` what this one had read; to an inquiry, whose answers are mailed at once, also when
 * they did so themselves on another device.
 */
export async function postMessage(
  deps: Deps,
  sender: Sender,
  place: Place,
  { content, idempotencyKey, mailNow = false, after, also }: Post,
): Promise<Message> {
  const { subject } = place
  const message = {
    id: newId(),
    side: place.side,
    senderId: sender.id,
    senderName: sender.name,
    senderEmail: sender.email,
    content,
    idempotencyKey: idempotencyKey ?? null,
    createdAt: deps.now(),
  }
  const write = deps.db.transaction(async (tx) => {
    if (place.playerId) await keepOther(tx, place.playerId)
    if (place.isBlocked) throw new Conflict(blockedText, { reason: 'blocked' })
    if (place.side === 'staff' && place.isForOthers) throw new Conflict(ownSession, { reason: 'refused' })
    const { threadId, number } = await nextNumber(tx, place, message.createdAt)
    if (number > longestThread)
      throw new Conflict('This chat is full. Please write to us by the form on the home page.', { reason: 'full' })
    if (place.side === 'staff' && after !== undefined) await refuseUnread(tx, { threadId, after, sender, subject })
    await tx.insert(messages).values({ ...message, threadId, number })
    await seeUpTo(tx, { threadId, side: place.side, seen: number, lastSeenAt: message.createdAt })
    await notify(tx, liveChannel, idOf(subject))
    // An inquiry's answer is mailed as it is, by who keeps inquiries.
    if (!('contactId' in subject)) await tellWhoIsAway(deps, tx, { threadId, number, mailNow })
    await also?.(tx, { ...message, number })
    return { ...message, number }
  })
  const row = await write.catch(async (error: unknown) => {
    const known =
      idempotencyKey &&
      (error instanceof Conflict || violatedConstraint(error) === 'messages_idempotency_key') &&
      (await findRepeated(deps.db, subject, idempotencyKey))
    if (!known) throw error
    return known
  })
  return present(row, 0, place)
}

type Answering = { threadId: string; after: number; sender: Sender; subject: Subject }

/** Staff speak with one voice: nobody answers what was answered meanwhile. */
async function refuseUnread(tx: Tx, { threadId, after, sender, subject }: Answering) {
  const isUnread = and(eq(messages.threadId, threadId), gt(messages.number, after), eq(messages.side, 'staff'))
  const [unread] = await tx
    .select({ name: messages.senderName, email: messages.senderEmail })
    .from(messages)
    .where(and(isUnread, 'contactId' in subject ? undefined : ne(messages.senderEmail, sender.email)))
    .limit(1)
  if (!unread) return
  const who =
    unread.email === sender.email
      ? 'You wrote meanwhile on another screen'
      : `${unread.name} of the team wrote meanwhile`
  throw new Conflict(`${who}. Read it, then send yours.`, { reason: 'newer' })
}

async function findRepeated(db: Db, subject: Subject, idempotencyKey: string): Promise<MessageRow | undefined> {
  const rows = await db
    .select({ message: messages })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(isAbout(subject), eq(messages.idempotencyKey, idempotencyKey)))
  return rows[0]?.message
}

/** Records up to which number a side has seen the thread; never goes back. */
export async function seeMessages(deps: Deps, place: Place, number: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Lock the thread first, as every writer does: another order could cause a deadlock.
    const [thread] = await tx.select().from(threads).where(isAbout(place.subject)).for('update')
    if (!thread) return
    const seen = Math.min(number, thread.lastNumber)
    const isFurther = await seeUpTo(tx, { threadId: thread.id, side: place.side, seen, lastSeenAt: deps.now() })
    if (isFurther) await notify(tx, liveChannel, idOf(place.subject))
  })
}
