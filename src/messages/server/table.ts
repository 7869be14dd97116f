import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#src/accounts/server/table.ts'
import { coachApplications } from '#src/applications/server/table.ts'
import { bookings } from '#src/bookings/server/table.ts'
import { sides } from '#src/messages/catalogue.ts'
import { createdAt, id, instant } from '#src/server/columns.ts'

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
    /** The sender's own name for this sending: repeating it posts nothing twice. */
    sending: uuid('sending'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('messages_number_key').on(t.threadId, t.number),
    unique('messages_sending_key').on(t.threadId, t.sending),
    index('messages_sender_idx').on(t.senderId),
  ],
)

export type MessageRow = typeof messages.$inferSelect

/** How far each side has read a thread, and has been told by mail that there is more. */
export const threadSides = pgTable(
  'thread_sides',
  {
    threadId: uuid('thread_id')
      .notNull()
      .references(() => threads.id),
    side: text('side', { enum: sides }).notNull(),
    /** The number of the last message this side had on its screen. */
    seen: integer('seen').notNull().default(0),
    /** The number up to which a mail has told this side that somebody wrote. */
    mailed: integer('mailed').notNull().default(0),
    lastSeenAt: instant('last_seen_at'),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.side] })],
)
