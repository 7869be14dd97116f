import { and, desc, eq, or, sql } from 'drizzle-orm'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { ThreadSummary } from '#src/features/messages/contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { present } from './news.ts'
import { messages, threadSides, threads } from './table.ts'

/** How far any side but the sender's has read. */
const seenByOthers = sql<number>`(
  select coalesce(max(${threadSides.seen}), 0) from ${threadSides}
  where ${threadSides.threadId} = ${messages.threadId} and ${threadSides.side} <> ${messages.side}
)`.mapWith(Number)

/** So many threads are listed of each kind. */
const atMost = 200

/**
 * The caller's threads as player, with a verified account as coach, and as writer of inquiries: the liveliest of them, each
 * with its newest message.
 */
export async function listThreads(db: Db, account: Account): Promise<ThreadSummary[]> {
  const [ofBookings, ofInquiries] = await Promise.all([threadsOfBookings(db, account), threadsOfInquiries(db, account)])
  return [...ofBookings, ...ofInquiries].sort((a, b) => b.last.createdAt.localeCompare(a.last.createdAt))
}

async function threadsOfBookings(db: Db, account: Account): Promise<ThreadSummary[]> {
  const isPlayer = eq(bookings.playerId, account.id)
  // Look up the coach profile first: a join would read every booking.
  const ownProfile = sql`(select ${coaches.id} from ${coaches} where ${coaches.userId} = ${account.id} limit 1)`
  const isCoach = account.emailVerified ? eq(bookings.coachId, ownProfile) : sql`false`
  const side = sql<'player' | 'coach'>`case when ${isPlayer} then 'player' else 'coach' end`
  const seen = sql<number>`coalesce(${threadSides.seen}, 0)`
  const unread = sql<number>`(
    select count(*) from messages m
    where m.thread_id = ${threads.id} and m.number > ${seen} and m.side <> ${side}
      and m.sender_id is distinct from ${account.id}
  )`.mapWith(Number)
  const rows = await db
    .select({ bookingId: bookings.id, message: messages, seenByOthers, side, unread })
    .from(threads)
    .innerJoin(bookings, eq(bookings.id, threads.bookingId))
    .innerJoin(messages, and(eq(messages.threadId, threads.id), eq(messages.number, threads.lastNumber)))
    .leftJoin(threadSides, and(eq(threadSides.threadId, threads.id), sql`${threadSides.side} = ${side}`))
    .where(or(isPlayer, isCoach))
    .orderBy(desc(messages.createdAt))
    .limit(atMost)
  return rows.map(({ bookingId, message, seenByOthers, side, unread }) => ({
    bookingId,
    contactId: null,
    unread,
    last: present(message, seenByOthers, { subject: { bookingId }, side, isStaff: false }),
  }))
}

async function threadsOfInquiries(db: Db, { id }: Account): Promise<ThreadSummary[]> {
  const own = db
    .select({ id: messages.threadId })
    .from(messages)
    .where(and(eq(messages.senderId, id), eq(messages.side, 'inquirer'), eq(messages.number, 1)))
  const unread = sql<number>`(
    select count(*) from messages m
    where m.thread_id = ${threads.id} and m.number > coalesce(${threadSides.seen}, 0) and m.side <> 'inquirer'
  )`.mapWith(Number)
  const rows = await db
    .select({ contactId: threads.id, message: messages, seenByOthers, unread })
    .from(threads)
    .innerJoin(messages, and(eq(messages.threadId, threads.id), eq(messages.number, threads.lastNumber)))
    .leftJoin(threadSides, and(eq(threadSides.threadId, threads.id), eq(threadSides.side, 'inquirer')))
    // As an array: the database then looks each up, instead of reading all conversations.
    .where(sql`${threads.id} = any(array(${own}))`)
    .orderBy(desc(messages.createdAt))
    .limit(atMost)
  return rows.map(({ contactId, message, seenByOthers, unread }) => ({
    bookingId: null,
    contactId,
    unread,
    last: present(message, seenByOthers, { subject: { contactId }, side: 'inquirer', isStaff: false }),
  }))
}
