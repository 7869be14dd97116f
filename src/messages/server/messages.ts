import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type ApplicationRow, findReadableApplication, type Reader } from '#src/applications/server/applications.ts'
import { type BookingRow, findVisible } from '#src/bookings/server/bookings.ts'
import type { Side } from '#src/messages/catalogue.ts'
import type { Message } from '#src/messages/contract.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound, violatedConstraint } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { notify } from '#src/server/live.ts'
import { prepareOnce } from '#src/server/prepare-once.ts'
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

/** What readers are shown of a message. */
const shown = {
  id: messages.id,
  number: messages.number,
  side: messages.side,
  senderName: messages.senderName,
  senderEmail: messages.senderEmail,
  content: messages.content,
  sending: messages.sending,
  createdAt: messages.createdAt,
}
type Shown = Pick<MessageRow, Exclude<keyof typeof shown, 'createdAt'>> & { createdAt: Date | string }

/** How far each side of a thread has read. */
type Seen = Partial<Record<Side, number>>

/** What is new in a thread. */
export type News = { messages: Shown[]; seen: Seen }

/** One row with all of it, put together by the database: that is how a long thread costs us least. */
const newsOf = (name: string, isThread: SQL) =>
  prepareOnce((db) => {
    const fields = Object.entries(shown).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
    const all = sql`json_agg(json_build_object(${sql.join(fields, sql`, `)}) order by ${messages.number})`
    const behind = and(eq(messages.threadId, threads.id), gt(messages.number, sql.placeholder('after')))
    const seen = sql`json_object_agg(${threadSides.side}, ${threadSides.seen})`
    return db
      .select({
        messages: sql<Shown[] | null>`(${db.select({ all }).from(messages).where(behind)})`,
        seen: sql<Seen | null>`(${db.select({ seen }).from(threadSides).where(eq(threadSides.threadId, threads.id))})`,
      })
      .from(threads)
      .where(isThread)
      .prepare(name)
  })
const newsOfBooking = newsOf('news_of_booking', eq(threads.bookingId, sql.placeholder('about')))
const newsOfApplication = newsOf('news_of_application', eq(threads.applicationId, sql.placeholder('about')))

/** A thread's messages behind `after` (0: all), oldest first, and how far each side has read it. */
export async function readNews(db: Db, subject: Subject, after = 0): Promise<News> {
  const ask = 'bookingId' in subject ? newsOfBooking(db) : newsOfApplication(db)
  const [news] = await ask.execute({ about: idOf(subject), after })
  return { messages: news?.messages ?? [], seen: news?.seen ?? {} }
}

/** A thread's messages behind `after` (0: all), oldest first, as its reader sees them. */
export async function listMessages(db: Db, place: Place, after?: number): Promise<Message[]> {
  return presentNews(await readNews(db, place.subject, after), place)
}

/** The messages as somebody in that place reads them. */
export function presentNews({ messages, seen }: News, place: Place): Message[] {
  return messages.map((each) => present(each, seenByOthers(seen, each.side), place))
}

/** The number of the last message that any other side had on its screen; 0 when none. */
export function seenByOthers(seen: Seen, side: Side): number {
  const others = Object.entries(seen).filter(([each]) => each !== side)
  return Math.max(0, ...others.map(([, number]) => number))
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
  const { subject, side } = place
  const write = deps.db.transaction(async (tx) => {
    const { id: threadId, lastNumber: number } = await takeNumber(tx, subject)
    const [message] = await tx
      .insert(messages)
      .values({
        threadId,
        number,
        side,
        senderId: sender.id,
        senderName: sender.name,
        senderEmail: sender.email,
        content,
        sending,
        createdAt: deps.now(),
      })
      .returning()
    await markSeen(tx, threadId, side, number, deps.now())
    await tellWhoIsAway(deps, tx, { threadId, number, mailNow })
    await notify(tx, liveChannel, idOf(subject))
    return message!
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
    const moved = await markSeen(tx, thread.id, place.side, Math.min(number, thread.lastNumber), deps.now())
    if (moved) await notify(tx, liveChannel, idOf(place.subject))
  })
}

/** The booking's or application's id. */
export function idOf(subject: Subject): string {
  return 'bookingId' in subject ? subject.bookingId : subject.applicationId
}

/** The thread, made with its first message, locked until the transaction ends; its last number is the next message's. */
async function takeNumber(tx: Tx, subject: Subject) {
  const [thread] = await tx
    .insert(threads)
    .values({ ...subject, lastNumber: 1 })
    .onConflictDoUpdate({
      target: 'bookingId' in subject ? threads.bookingId : threads.applicationId,
      set: { lastNumber: sql`${threads.lastNumber} + 1` },
    })
    .returning()
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
export function present(row: Shown, seenByOthers: number, { subject, side, isStaff }: Place): Message {
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
    createdAt: new Date(row.createdAt).toISOString(),
  }
}
