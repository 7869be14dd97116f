import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { coachApplications } from '#src/features/applications/server/table.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { sides } from '#src/features/messages/rules.ts'
import { createdAt, id, instant, isOneOf } from '#src/platform/database/columns.ts'

/** A conversation about a booking or an application. Its row is the lock that gives messages their numbers, in one order for everybody. */
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
    /** The number of the newest message. */
    lastNumber: integer('last_number').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [check('threads_one_subject', sql`num_nonnulls(${t.bookingId}, ${t.applicationId}) = 1`)],
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
