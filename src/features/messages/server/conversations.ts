import { and, desc, eq, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { isForOthers, isOwnSessionOf } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { type Conversation, conversationsAtOnce, type Show } from '#src/features/messages/conversations-contract.ts'
import { isOurs } from '#src/features/messages/rules.ts'
import { contains } from '#src/platform/database/contains.ts'
import type { Db } from '#src/platform/database/db.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { cursorOf, newestFirst, oldestFirst } from '#src/platform/http/paging.ts'
import { must } from '#src/shared/must.ts'
import { showDate, showDateIn } from '#src/shared/times.ts'
import { messages, threadSides, threads } from './table.ts'

/** `zone`: whose dates they say (IANA name); without it the sessions' own. */
type Asked = { show?: Show; q?: string; about?: string; cursor?: string; zone?: string }
/** `total` is how many there are in all, where somebody counts them; `cursor` continues the list. */
type Listed = { conversations: Conversation[]; total?: number; cursor?: string }

/**
 * The conversations that this member of the team may read (WHO-2), `conversationsAtOnce` of them: of those that wait the
 * longest waiting first, else the liveliest. With `q` it is an expensive question. Throws `Invalid` for a broken cursor.
 */
export async function listConversations(db: Db, staff: Account, asked: Asked): Promise<Listed> {
  const { show = 'all', q, about, cursor, zone } = asked
  const wanted = and(
    mayReadThread(db, staff),
    show === 'waiting' ? isNotNull(threads.waitingSince) : undefined,
    show === 'mine' ? eq(threads.assigneeId, staff.id) : undefined,
    about ? isAboutId(about) : undefined,
    // As an array: the database then looks each up, instead of reading all conversations.
    q ? sql`${threads.id} = any(array(${foundBy(db, q)}))` : undefined,
  )
  const { after, order } =
    show === 'waiting'
      ? oldestFirst({ createdAt: threads.waitingSince, id: threads.id }, cursor)
      : newestFirst({ createdAt: threads.lastMessageAt, id: threads.id }, cursor)
  const page = selectConversations(db, staff.id)
    .where(and(wanted, after))
    .orderBy(...order)
    .limit(conversationsAtOnce)
  // All of them are too many to be counted at each look.
  const isCounted = show !== 'all' && !q
  const [rows, total] = await Promise.all([page, isCounted ? db.$count(threads, wanted) : undefined])
  const last = rows.length === conversationsAtOnce ? rows.at(-1)?.thread : undefined
  const at = show === 'waiting' ? last?.waitingSince : last?.lastMessageAt
  return {
    conversations: rows.map((row) => present(row, staff, zone)),
    total,
    cursor: last && at ? cursorOf({ id: last.id, createdAt: at }) : undefined,
  }
}

/** A conversation by its id. Throws `NotFound` when this member of the team may not read it, or is its player, applicant or writer. */
export async function findConversation(db: Db, staff: Account, threadId: string): Promise<Conversation> {
  const [row] = await selectConversations(db, staff.id).where(and(eq(threads.id, threadId), mayReadThread(db, staff)))
  if (!row) throw new NotFound('This conversation does not exist.')
  return present(row, staff)
}

function isAboutId(id: string): SQL | undefined {
  const isInquiry = and(eq(threads.id, id), eq(threads.isInquiry, true))
  return or(eq(threads.bookingId, id), eq(threads.applicationId, id), isInquiry)
}

/** Both roles read about bookings, admins about applications, owners inquiries; nobody their own as player, applicant or writer. */
export function mayReadThread(
  db: Db,
  { id, isOwner, isAdmin }: Pick<Account, 'id' | 'isOwner' | 'isAdmin'>,
): SQL | undefined {
  const ofBookings = ofBooking(db, eq(bookings.playerId, id))
  const ofApplications = ofApplication(db, eq(coachApplications.userId, id))
  return and(
    or(
      isNotNull(threads.bookingId),
      isAdmin ? isNotNull(threads.applicationId) : undefined,
      isOwner ? eq(threads.isInquiry, true) : undefined,
    ),
    notInArray(threads.id, unionAll(ofBookings, ofApplications, ofInquirer(db, eq(messages.senderId, id)))),
  )
}

/** Of a name that many have, the conversations of so many bookings are looked through, the newest. */
const lookedThrough = 1_000

/** Those of whose people `q` is a part of the name or e-mail, and whatever else finds a booking. */
function foundBy(db: Db, q: string) {
  return unionAll(
    ofBooking(db, contains(bookings, q)).orderBy(desc(bookings.createdAt), desc(bookings.id)).limit(lookedThrough),
    ofApplication(db, contains(coachApplications, q)),
    ofInquirer(db, contains(messages, q)),
  )
}

const ofBooking = (db: Db, which: SQL | undefined) =>
  db.select({ id: threads.id }).from(threads).innerJoin(bookings, eq(bookings.id, threads.bookingId)).where(which)
const ofApplication = (db: Db, which: SQL | undefined) =>
  db
    .select({ id: threads.id })
    .from(threads)
    .innerJoin(coachApplications, eq(coachApplications.id, threads.applicationId))
    .where(which)
/** Written as the index of who wrote inquiries says it. */
const ofInquirer = (db: Db, which: SQL | undefined) =>
  db.select({ id: messages.threadId }).from(messages).where(and(which, sql`side = 'inquirer'`))

/** What was asked in an inquiry. */
const inquiries = alias(messages, 'inquiries')

/** `readerId`: what they wrote themselves, also as coach, is no news to them. */
function selectConversations(db: Db, readerId: string) {
  const seen = sql`(select seen from ${threadSides} s where s.thread_id = ${threads.id} and s.side = 'staff')`
  const unread = sql<number>`(
    select count(*) from messages m
    where m.thread_id = ${threads.id} and m.number > coalesce(${seen}, 0) and m.side <> 'staff'
      and m.sender_id is distinct from ${readerId}
  )`.mapWith(Number)
  const { customerName, customerEmail, serviceName, coachName, sessionDate, startsAt } = bookings
  const { applicantName, applicantEmail } = coachApplications
  return db
    .select({
      thread: threads,
      booking: { customerName, customerEmail, serviceName, coachName, sessionDate, startsAt },
      application: { applicantName, applicantEmail },
      inquiry: { senderName: inquiries.senderName, senderEmail: inquiries.senderEmail },
      last: { side: messages.side, name: messages.senderName, content: sql<string>`left(${messages.content}, 160)` },
      isOwn: isOwnSessionOf(readerId),
      isForOthers: isForOthers(readerId),
      assignee: { id: users.id, name: users.name },
      unread,
    })
    .from(threads)
    .innerJoin(messages, and(eq(messages.threadId, threads.id), eq(messages.number, threads.lastNumber)))
    .leftJoin(bookings, eq(bookings.id, threads.bookingId))
    .leftJoin(coachApplications, eq(coachApplications.id, threads.applicationId))
    .leftJoin(inquiries, and(eq(inquiries.threadId, threads.id), eq(inquiries.number, 1), eq(threads.isInquiry, true)))
    .leftJoin(users, eq(users.id, threads.assigneeId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectConversations>>[number]

function present(
  { thread, last, assignee, unread, isOwn, isForOthers, ...row }: Row,
  staff: Account,
  zone?: string,
): Conversation {
  const isByUs = isOurs(last.side)
  return {
    threadId: thread.id,
    ...subjectOf({ thread, ...row }, zone),
    last: {
      number: thread.lastNumber,
      name: last.name,
      isOurs: isByUs,
      content: last.content,
      at: thread.lastMessageAt.toISOString(),
    },
    unread,
    waitingSince: thread.waitingSince?.toISOString() ?? null,
    isTheirTurn: isByUs && thread.waitingSince === null,
    mayNote: !isOwn,
    isForOthers: isForOthers === true,
    assignee: assignee && { ...assignee, isMe: assignee.id === staff.id },
  }
}

function subjectOf(
  { thread, booking, application, inquiry }: Pick<Row, 'thread' | 'booking' | 'application' | 'inquiry'>,
  zone?: string,
) {
  if (booking) {
    const { serviceName, coachName, sessionDate, startsAt } = booking
    const day = startsAt ? (zone ? showDateIn(startsAt, zone) : showDate(sessionDate)) : 'no date yet'
    return {
      kind: 'booking' as const,
      aboutId: must(thread.bookingId, 'its booking'),
      name: booking.customerName,
      email: booking.customerEmail,
      about: `${serviceName} with ${coachName}, ${day}`,
    }
  }
  if (application)
    return {
      kind: 'application' as const,
      aboutId: must(thread.applicationId, 'its application'),
      name: application.applicantName,
      email: application.applicantEmail,
      about: 'Coach application',
    }
  const { senderName: name, senderEmail: email } = must(inquiry, 'its inquiry')
  return { kind: 'inquiry' as const, aboutId: thread.id, name, email, about: 'Inquiry' }
}
