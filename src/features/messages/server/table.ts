import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { sides } from '#src/features/messages/rules.ts'
import { createdAt, id, instant, isOneOf } from '#src/platform/database/columns.ts'

/** A conversation about a booking, an application or an inquiry. Its row is the lock that gives messages their numbers, in one order for everybody. */
export const threads = pgTable(
  'threads',
  {
    id: id(),
    bookingId: uuid('booking_id')
      .unique('threads_booking_key')
      .references(() => bookings.id),
    applicationId: uuid('application_id')
      .unique('threads_application_key')
      .references(() => coachApplications.id),
    /** About an inquiry, whose id this row has, too. */
    isInquiry: boolean('is_inquiry').notNull().default(false),
    /** The number of the newest message. */
    lastNumber: integer('last_number').notNull().default(0),
    /** When the newest message was written. */
    lastMessageAt: instant('last_message_at').notNull().defaultNow(),
    /** Since when something waits that neither coach nor team has answered; null: nothing does. */
    waitingSince: instant('waiting_since'),
    /** Who of the team took it; null: nobody. */
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    check('threads_one_subject', sql`num_nonnulls(${t.bookingId}, ${t.applicationId}) + ${t.isInquiry}::int = 1`),
    index('threads_waiting_idx').on(t.waitingSince, t.id).where(sql`${t.waitingSince} is not null`),
    index('threads_last_idx').on(t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('threads_assignee_idx').on(t.assigneeId, t.lastMessageAt).where(sql`${t.assigneeId} is not null`),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: id(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    /** From 1 on, without gaps. */
    number: integer('number').notNull(),
    /** The side the sender speaks for. */
    side: text('side', { enum: sides }).notNull(),
    /** Null for an applicant without an account. */
    senderId: uuid('sender_id').references(() => users.id, { onDelete: 'set null' }),
    senderName: text('sender_name').notNull(),
    senderEmail: text('sender_email').notNull(),
    content: text('content').notNull(),
    /** The sender's own key of this message: repeating it posts nothing twice. */
    idempotencyKey: uuid('idempotency_key'),
    createdAt: createdAt(),
  },
  (t) => [
    check('messages_side', isOneOf(t.side, sides)),
    unique('messages_number_key').on(t.threadId, t.number),
    unique('messages_idempotency_key').on(t.threadId, t.idempotencyKey),
    index('messages_sender_idx').on(t.senderId),
  ],
)

export type MessageRow = typeof messages.$inferSelect

/** How far each side has read a thread, and up to where mails have announced messages to it. */
export const threadSides = pgTable(
  'thread_sides',
  {
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    side: text('side', { enum: sides }).notNull(),
    /** The number of the last message this side had on its screen. */
    seen: integer('seen').notNull().default(0),
    /** The number of the last message announced to this side by mail. */
    mailed: integer('mailed').notNull().default(0),
    lastSeenAt: instant('last_seen_at'),
  },
  (t) => [check('thread_sides_side', isOneOf(t.side, sides)), primaryKey({ columns: [t.threadId, t.side] })],
)

/** What the team noted about a conversation, for itself. */
export const threadNotes = pgTable(
  'thread_notes',
  {
    id: id(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    /** The author's own key of this note: repeating it keeps one. */
    idempotencyKey: uuid('idempotency_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('thread_notes_idempotency_key').on(t.threadId, t.idempotencyKey),
    index('thread_notes_author_idx').on(t.authorId),
  ],
)
