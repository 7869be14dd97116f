import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { highestNumber, type Message } from '#src/features/messages/contract.ts'
import { messagesAtOnce, type Side, sides } from '#src/features/messages/rules.ts'
import type { Db } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { idOf, ofBooking, type Place, placeIn, type Subject, type Visitor } from './places.ts'
import { type MessageRow, messages, threadSides, threads } from './table.ts'

/** The columns of a message that readers see. */
const shown = {
  id: messages.id,
  number: messages.number,
  side: messages.side,
  senderName: messages.senderName,
  senderEmail: messages.senderEmail,
  content: messages.content,
  idempotencyKey: messages.idempotencyKey,
  createdAt: messages.createdAt,
}
type Shown = Pick<MessageRow, Exclude<keyof typeof shown, 'createdAt'>> & { createdAt: Date | string }

/** How far each side of a thread has read. */
type Seen = Partial<Record<Side, number>>

/** What is new in a thread. */
export type News = { messages: Shown[]; seen: Seen }

/**
 * The part of a thread to read: the first messages after `after`, else the last ones before `cursor`, else the newest.
 */
export type Part = { after?: number; cursor?: number }

/** A part of a thread as its reader sees it, and the number of the thread's newest message: how many it has. */
export type Messages = { messages: Message[]; total: number }

/** One row with all of it, put together by the database: that is how a long thread costs us least. Join `threads`. */
function newsColumns(db: Db) {
  const fields = Object.entries(shown).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
  const all = sql`json_agg(json_build_object(${sql.join(fields, sql`, `)}) order by ${messages.number})`
  // Numbers have no gaps, so they give the start of the last hundred.
  const before = sql`${sql.placeholder('before')}::integer`
  const newest = sql`least(${before} - 1, ${threads.lastNumber}) - ${sql.raw(String(messagesAtOnce))}`
  const begin = sql`coalesce(${sql.placeholder('after')}::integer, ${newest})`
  const behind = db
    .select(shown)
    .from(messages)
    .where(and(eq(messages.threadId, threads.id), gt(messages.number, begin), lt(messages.number, before)))
    .orderBy(messages.number)
    .limit(messagesAtOnce)
  const seen = sql`json_object_agg(${threadSides.side}, ${threadSides.seen})`
  return {
    messages: sql<Shown[] | null>`(select ${all} from ${behind} as ${sql.identifier('messages')})`,
    seen: sql<Seen | null>`(${db.select({ seen }).from(threadSides).where(eq(threadSides.threadId, threads.id))})`,
    total: threads.lastNumber,
  }
}
/** The values of its placeholders. */
const boundsOf = ({ after, cursor }: Part) => ({ after: after ?? null, before: cursor ?? highestNumber })
const newsOf = (name: string, isThread: SQL) =>
  prepared((db) => db.select(newsColumns(db)).from(threads).where(isThread).prepare(name))
const newsOfBooking = newsOf('news_of_booking', eq(threads.bookingId, sql.placeholder('about')))
const newsOfApplication = newsOf('news_of_application', eq(threads.applicationId, sql.placeholder('about')))
const newsOfInquiry = newsOf('news_of_inquiry', eq(threads.id, sql.placeholder('about')))

/** The first messages of a thread behind `after` (0: from the beginning), `messagesAtOnce` of them at most, and how far each side has read it. */
export async function readNews(db: Db, subject: Subject, after: number): Promise<News> {
  const { messages, seen } = await readPart(db, subject, { after })
  return { messages, seen }
}

async function readPart(db: Db, subject: Subject, part: Part): Promise<News & { total: number }> {
  const ask = 'bookingId' in subject ? newsOfBooking : 'applicationId' in subject ? newsOfApplication : newsOfInquiry
  const [news] = await ask(db).execute({ about: idOf(subject), ...boundsOf(part) })
  return { messages: news?.messages ?? [], seen: news?.seen ?? {}, total: news?.total ?? 0 }
}

/** A part of a thread as its reader sees it, `messagesAtOnce` messages at most. */
export async function listMessages(db: Db, place: Place, part: Part): Promise<Messages> {
  const { total, ...news } = await readPart(db, place.subject, part)
  return { messages: presentNews(news, place), total }
}

const bookingWithNews = prepared((db) =>
  db
    .select({ ...ofBooking, ...newsColumns(db) })
    .from(bookings)
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .leftJoin(threads, eq(threads.bookingId, bookings.id))
    .where(eq(bookings.id, sql.placeholder('bookingId')))
    .prepare('booking_with_news'),
)

/**
 * The same of a booking's thread, for its reader: one statement, since screens ask this most of all. Throws the
 * `NotFound` of `placeInBooking`.
 */
export async function listBookingMessages(
  db: Db,
  visitor: Visitor,
  bookingId: string,
  { as, ...part }: Part & { as?: 'coach' },
): Promise<Messages> {
  const [found] = await bookingWithNews(db).execute({ bookingId, ...boundsOf(part) })
  const place = placeIn(found, visitor, bookingId, as)
  const news = { messages: found?.messages ?? [], seen: found?.seen ?? {} }
  return { messages: presentNews(news, place), total: found?.total ?? 0 }
}

/** The messages as somebody in that place reads them. */
export function presentNews({ messages, seen }: News, place: Place): Message[] {
  const seenBy = new Map(sides.map((side) => [side, seenByOthers(seen, side)]))
  return messages.map((each) => present(each, seenBy.get(each.side) ?? 0, place))
}

/** The number of the last message that any other side had on its screen; 0 when none. */
export function seenByOthers(seen: Seen, side: Side): number {
  const others = Object.entries(seen).filter(([each]) => each !== side)
  return Math.max(0, ...others.map(([, number]) => number))
}

/** A message as somebody in that place reads it. */
export function present(row: Shown, seenByOthers: number, { subject, side, isStaff, unprovenUntil }: Place): Message {
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
    idempotencyKey: row.side === side ? row.idempotencyKey : null,
    isUnproven: row.side === 'applicant' && Boolean(unprovenUntil && new Date(row.createdAt) < unprovenUntil),
    content: row.content,
    createdAt: new Date(row.createdAt).toISOString(),
  }
}
