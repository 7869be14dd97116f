import { and, asc, eq, gt, max, ne, sql } from 'drizzle-orm'
import { type ApplicationRow, findReadableApplication, type Reader } from '#src/applications/server/applications.ts'
import { type BookingRow, findVisible } from '#src/bookings/server/bookings.ts'
import type { Side } from '#src/messages/catalogue.ts'
import type { Message } from '#src/messages/contract.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { notify } from '#src/server/live.ts'
import { tellWhoIsAway } from './away.ts'
import { messages, threadSides, threads } from './table.ts'

export { forgetApplications, forgetPerson, personalData } from './personal-data.ts'

export type MessageRow = typeof messages.$inferSelect

/** What a thread is about. */
export type Subject = { bookingId: string } | { applicationId: string }

/** A person's place in a thread: what it is about, for whom they speak there, and whether they see staff's things. */
export type Place = { subject: Subject; side: Side; isStaff: boolean }

/** Who writes. `id` is null for an applicant without an account. */
export type Sender = Pick<Account, 'name' | 'email'> & { id: string | null }

/** The NOTIFY channel that names the booking or application whose thread has news. */
export const liveChannel = 'messages'

/**
 * Where an account stands in a booking's thread. With several parts in one booking staff come first, unless `side` names
 * another. Throws `NotFound` when they have no part in it.
 */
export async function placeInBooking(
  db: Db,
  account: Account,
  bookingId: string,
  side?: 'coach',
): Promise<Place & { booking: BookingRow }> {
  const { booking, parties } = await findVisible(db, account, bookingId)
  const own = side ?? (['staff', 'coach', 'player'] as const).find((each) => parties.includes(each))!
  if (!parties.includes(own)) throw new NotFound('This booking does not exist.')
  return { booking, subject: { bookingId }, side: own, isStaff: parties.includes('staff') }
}

/**
 * Where somebody stands in an application's thread: as the applicant whoever may read the application, as staff the
 * others. Throws `NotFound` when they are neither.
 */
export async function placeInApplication(
  deps: Pick<Deps, 'db' | 'now'>,
  reader: Reader,
  applicationId: string,
): Promise<Place & { application: ApplicationRow }> {
  const { application, isApplicant } = await findReadableApplication(deps, reader, applicationId)
  return {
    application,
    subject: { applicationId },
    side: isApplicant ? 'applicant' : 'staff',
    isStaff: !isApplicant,
  }
}

/** The row of a thread. */
export function isAbout(subject: Subject) {
  return 'bookingId' in subject
    ? eq(threads.bookingId, subject.bookingId)
    : eq(threads.applicationId, subject.applicationId)
}

/** A thread's messages behind `after` (0: all), oldest first, as its reader sees them. */
export async function listMessages(db: Db, place: Place, after = 0): Promise<Message[]> {
  const rows = await db
    .select({ message: messages, seenByOthers })
    .from(messages)
    .innerJoin(threads, eq(threads.id, messages.threadId))
    .where(and(isAbout(place.subject), gt(messages.number, after)))
    .orderBy(asc(messages.number))
  return rows.map((row) => present(row.message, row.seenByOthers, place))
}

/** How far any side but the sender's has read. */
export const seenByOthers = sql<number>`(
  select coalesce(max(${threadSides.seen}), 0) from ${threadSides}
  where ${threadSides.threadId} = ${messages.threadId} and ${threadSides.side} <> ${messages.side}
)`.mapWith(Number)

/** The number of the last message that any other side had on its screen; 0 when none. */
export async function howFarOthersRead(db: Db, { subject, side }: Place): Promise<number> {
  const [row] = await db
    .select({ seen: max(threadSides.seen) })
    .from(threadSides)
    .innerJoin(threads, eq(threads.id, threadSides.threadId))
    .where(and(isAbout(subject), ne(threadSides.side, side)))
  return row?.seen ?? 0
}

/**
 * Writes a message into a thread, in a transaction of its own. The thread's row is locked meanwhile, so numbers have no
 * gaps and everybody reads one order. A `sending` that was written before gives the message it became. With `mailNow` the player or applicant is
 * mailed at once, whatever else they were told.
 */
export async function postMessage(
  deps: Deps,
  sender: Sender,
  place: Place,
  { content, sending, mailNow = false }: { content: string; sending?: string; mailNow?: boolean },
): Promise<Message> {
  const row = await deps.db.transaction(async (tx) => {
    const thread = await lockThread(tx, place.subject)
    const [known] = sending
      ? await tx
          .select()
          .from(messages)
          .where(and(eq(messages.threadId, thread.id), eq(messages.sending, sending)))
      : []
    if (known) return known
    const number = thread.lastNumber + 1
    await tx.update(threads).set({ lastNumber: number }).where(eq(threads.id, thread.id))
    const [message] = await tx
      .insert(messages)
      .values({
        threadId: thread.id,
        number,
        side: place.side,
        senderId: sender.id,
        senderName: sender.name,
        senderEmail: sender.email,
        content,
        sending,
        createdAt: deps.now(),
      })
      .returning()
    await markSeen(tx, thread.id, place.side, number, deps.now())
    await tellWhoIsAway(deps, tx, { threadId: thread.id, number, mailNow })
    await notify(tx, liveChannel, idOf(place.subject))
    return message!
  })
  return present(row, 0, place)
}

/** Notes that a side had the thread on its screen up to a number; never goes back. */
export async function seeMessages(deps: Deps, place: Place, number: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // The thread first, as every writer does: two who took their locks in another order would wait for each other.
    const [thread] = await tx.select().from(threads).where(isAbout(place.subject)).for('update')
    if (!thread) return
    const moved = await markSeen(tx, thread.id, place.side, Math.min(number, thread.lastNumber), deps.now())
    if (moved) await notify(tx, liveChannel, idOf(place.subject))
  })
}

/** The booking's or application's id. */
export function idOf(subject: Subject): string {
  return 'bookingId' in subject ? subject.bookingId : subject.applicationId
}

/** The thread, made with its first message, locked until the transaction ends. */
async function lockThread(tx: Tx, subject: Subject) {
  await tx.insert(threads).values(subject).onConflictDoNothing()
  const [thread] = await tx.select().from(threads).where(isAbout(subject)).for('update')
  return thread!
}

async function markSeen(tx: Tx, threadId: string, side: Side, number: number, now: Date): Promise<boolean> {
  const moved = await tx
    .insert(threadSides)
    .values({ threadId, side, seen: number, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [threadSides.threadId, threadSides.side],
      set: { seen: number, lastSeenAt: now },
      setWhere: sql`${threadSides.seen} < ${number}`,
    })
    .returning({ seen: threadSides.seen })
  return moved.length > 0
}

/** A message as somebody in that place reads it. */
export function present(row: MessageRow, seenByOthers: number, { subject, side, isStaff }: Place): Message {
  return {
    id: row.id,
    number: row.number,
    bookingId: 'bookingId' in subject ? subject.bookingId : null,
    coachApplicationId: 'applicationId' in subject ? subject.applicationId : null,
    senderName: row.senderName,
    senderEmail: isStaff ? row.senderEmail : null,
    isAdmin: row.side === 'staff',
    isMine: row.side === side,
    isSeen: seenByOthers >= row.number,
    sending: row.side === side ? row.sending : null,
    content: row.content,
    createdAt: row.createdAt.toISOString(),
  }
}
