import { and, eq, type SQL, sql } from 'drizzle-orm'
import { longestThread } from '#src/messages/catalogue.ts'
import type { Message } from '#src/messages/contract.ts'
import { newId } from '#src/server/columns.ts'
import type { Db } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, violatedConstraint } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { notify, told } from '#src/server/live.ts'
import { given, prepareOnce } from '#src/server/prepare-once.ts'
import { tellWhoIsAway } from './away.ts'
import { present } from './news.ts'
import { idOf, type Place, type Subject } from './places.ts'
import { type MessageRow, messages, threadSides, threads } from './table.ts'

export { listBookingMessages, listMessages } from './news.ts'
export { forgetApplications, forgetPerson, personalData } from './personal-data.ts'
export { placeInApplication, placeInBooking } from './places.ts'
export { numbersOnRecord } from './sms.ts'

/** Who writes. `id` is null for an applicant without an account. */
export type Sender = Pick<Account, 'name' | 'email'> & { id: string | null }

/** The NOTIFY channel that names the booking or application whose thread has news. */
export const liveChannel = 'messages'

/** The row of a thread. */
export function isAbout(subject: Subject) {
  return 'bookingId' in subject
    ? eq(threads.bookingId, subject.bookingId)
    : eq(threads.applicationId, subject.applicationId)
}

/**
 * The thread, made with its first message and locked until the transaction ends, the message with its number, its
 * writer's having seen it, and the news of it: in one statement, since each more would be a way to the database and back.
 */
const messageIn = (subject: 'bookingId' | 'applicationId') =>
  prepareOnce((db) => {
    const thread = db.$with('thread').as(
      db
        .insert(threads)
        .values({ id: sql.placeholder('newThreadId'), [subject]: sql.placeholder('about'), lastNumber: 1 })
        .onConflictDoUpdate({ target: threads[subject], set: { lastNumber: sql`${threads.lastNumber} + 1` } })
        .returning({ id: threads.id, number: threads.lastNumber }),
    )
    const threadId = sql`(select id from thread)`
    const number = sql`(select last_number from thread)`
    const seen = db.$with('seen').as(furtherSeen(db, threadId, number))
    return db
      .with(thread, seen)
      .insert(messages)
      .values({
        ...given(messages, 'id', 'side', 'senderId', 'senderName', 'senderEmail', 'content', 'sending', 'createdAt'),
        threadId,
        number,
      })
      .returning({
        threadId: messages.threadId,
        number: messages.number,
        told: told(liveChannel, sql.placeholder('about')),
      })
      .prepare(`message_in_${subject}`)
  })
const messageInBooking = messageIn('bookingId')
const messageInApplication = messageIn('applicationId')

/** Notes how far a side has seen a thread; gives a row when that is further than before. */
function furtherSeen(db: Db, threadId: SQL, seen: SQL) {
  return db
    .insert(threadSides)
    .values({ ...given(threadSides, 'side', 'lastSeenAt'), threadId, seen })
    .onConflictDoUpdate({
      target: [threadSides.threadId, threadSides.side],
      set: { seen: sql`excluded.seen`, lastSeenAt: sql`excluded.last_seen_at` },
      setWhere: sql`${threadSides.seen} < excluded.seen`,
    })
    .returning({ seen: threadSides.seen })
}
const furtherSeenIn = prepareOnce((db) => {
  const { threadId, seen } = given(threadSides, 'threadId', 'seen')
  return furtherSeen(db, threadId, seen).prepare('further_seen')
})

/**
 * Writes a message into a thread, in a transaction of its own. The thread's row is locked meanwhile, so numbers have no
 * gaps and everybody reads one order. A `sending` that was written before gives the message it became. With `mailNow` the player or applicant is
 * mailed at once, whatever else they were told. Throws `Conflict` when the thread is full.
 */
export async function postMessage(
  deps: Deps,
  sender: Sender,
  place: Place,
  { content, sending, mailNow = false }: { content: string; sending?: string; mailNow?: boolean },
): Promise<Message> {
  const { subject } = place
  const message = {
    id: newId(),
    side: place.side,
    senderId: sender.id,
    senderName: sender.name,
    senderEmail: sender.email,
    content,
    sending: sending ?? null,
    createdAt: deps.now(),
  }
  const write = deps.db.transaction(async (tx) => {
    const ask = 'bookingId' in subject ? messageInBooking(tx) : messageInApplication(tx)
    const at = { about: idOf(subject), newThreadId: newId(), lastSeenAt: message.createdAt }
    const [written] = await ask.execute({ ...message, ...at })
    const { threadId, number } = written!
    if (number > longestThread)
      throw new Conflict('This chat is full. Please write to us by the form on the home page.', { reason: 'full' })
    await tellWhoIsAway(deps, tx, { threadId, number, mailNow })
    return { ...message, number }
  })
  const row = await write.catch(async (error: unknown) => {
    const known =
      sending && violatedConstraint(error) === 'messages_sending_key' && (await findSending(deps.db, subject, sending))
    if (!known) throw error
    return known
  })
  return present(row, 0, place)
}

async function findSending(db: Db, subject: Subject, sending: string): Promise<MessageRow | undefined> {
  const rows = await db
    .select({ message: messages })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(isAbout(subject), eq(messages.sending, sending)))
  return rows[0]?.message
}

/** Notes that a side had the thread on its screen up to a number; never goes back. */
export async function seeMessages(deps: Deps, place: Place, number: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // The thread first, as every writer does: two who took their locks in another order would wait for each other.
    const [thread] = await tx.select().from(threads).where(isAbout(place.subject)).for('update')
    if (!thread) return
    const seen = Math.min(number, thread.lastNumber)
    const noted = { threadId: thread.id, side: place.side, seen, lastSeenAt: deps.now() }
    const moved = await furtherSeenIn(tx).execute(noted)
    if (moved.length > 0) await notify(tx, liveChannel, idOf(place.subject))
  })
}
