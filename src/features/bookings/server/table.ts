import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { decisions, remedies } from '#src/features/bookings/claims.ts'
import { feedKinds } from '#src/features/bookings/feed-kinds.ts'
import { actorRoles, historyActs } from '#src/features/bookings/life-cycle.ts'
import {
  bookingStatuses,
  type CancellationPolicy,
  disputeStates,
  missingSides,
  type Owed,
} from '#src/features/bookings/rules.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { seats } from '#src/features/schedule/server/table.ts'
import { cents, createdAt, id, instant, isOneOf } from '#src/platform/database/columns.ts'

export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    /** What people call it by: `LU-4KQ2X`. The database makes it, so that it neither repeats nor counts our sales. */
    number: text('number').notNull().unique('bookings_number_key').default(sql`booking_number()`),
    playerId: uuid('player_id').references(() => users.id, { onDelete: 'set null' }),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    customerPhone: text('customer_phone'),
    /** Null while a booking without a time waits for the team to assign one. */
    coachId: uuid('coach_id').references(() => coaches.id),
    coachName: text('coach_name').notNull(),
    serviceId: text('service_id').notNull(),
    serviceName: text('service_name').notNull(),
    minutes: smallint('minutes').notNull(),
    capacity: smallint('capacity').notNull(),
    includes: text('includes').notNull(),
    /** The coach's work beside the live session, as it was sold; null: none. */
    owed: jsonb('owed').$type<Owed>(),
    /** When its coach first wrote its present hour up: the notes that some offers owe. */
    notesSentAt: instant('notes_sent_at'),
    /** When the player said that none came, and got the difference back. */
    notesMissedAt: instant('notes_missed_at'),
    /** The whole terms it was sold under: no later change of ours reaches it. */
    terms: jsonb('terms').$type<CancellationPolicy>().notNull(),
    /** The version of the Terms page it was sold under; null: from before it had versions. */
    termsVersion: smallint('terms_version'),
    /** `YYYY-MM-DD` in `zone`, or `TBD`: then there is no time, no instant and no seat yet. */
    sessionDate: text('session_date').notNull(),
    sessionTime: text('session_time').notNull(),
    zone: text('zone').notNull(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    price: cents('price').notNull(),
    /** All that is due back to the player, whatever the causes: it only rises. `refunded` follows when the provider has sent it. */
    refundDue: cents('refund_due').notNull().default(0),
    refunded: cents('refunded').notNull().default(0),
    /** The most that cancelling can still give back, in percent: what was left when the session was moved. */
    refundShareLimit: smallint('refund_share_limit').notNull().default(100),
    /** Somebody else changed the session: everything goes back until it starts, also after the player's own moves. */
    fullRefundUntilStart: boolean('full_refund_until_start').notNull().default(false),
    /** The player asked the bank for the money back; null when never. */
    dispute: text('dispute', { enum: disputeStates }),
    /** The provider's payment intent; null for a free booking. */
    paymentId: text('payment_id').unique('bookings_payment_key'),
    seatId: uuid('seat_id')
      .unique('bookings_seat_key')
      .references(() => seats.id, { onDelete: 'set null' }),
    status: text('status', { enum: bookingStatuses }).notNull().default('confirmed'),
    /** Who did not come, of a session marked as a no-show or cancelled for it; null: nobody was missing. */
    missing: text('missing', { enum: missingSides }),
    /** Somebody said that it went otherwise, and what became of it is not settled: it earns nothing meanwhile. */
    isQuestioned: boolean('is_questioned').notNull().default(false),
    /** Something went wrong and was made good: that ends its guarantee. */
    hadRemedy: boolean('had_remedy').notNull().default(false),
    /** The calendar invite's revision (RFC 5545 SEQUENCE): rises with every change that calendars must take in. */
    sequence: integer('sequence').notNull().default(0),
    /** When its player is reminded next; null: no longer. */
    nextReminderAt: instant('next_reminder_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('bookings_dispute', isOneOf(t.dispute, disputeStates)),
    check('bookings_status', isOneOf(t.status, bookingStatuses)),
    check('bookings_missing', isOneOf(t.missing, missingSides)),
    // Queries sort with `desc`, which means nulls first; an index in Drizzle's own order would never serve them.
    index('bookings_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('bookings_player_idx').on(t.playerId, t.startsAt.desc().nullsFirst()),
    index('bookings_coach_idx').on(t.coachId, t.startsAt),
    index('bookings_starts_idx').on(t.startsAt),
    // Everything the owner's figures and coaches' earnings ask of a booking, so that a million are counted without reading the table.
    index('bookings_made_idx').on(t.createdAt, t.price),
    index('bookings_held_idx')
      .on(
        t.startsAt,
        t.coachId,
        t.minutes,
        t.status,
        t.endsAt,
        t.isQuestioned,
        t.price,
        t.refundDue,
        t.sessionDate,
        t.id,
      )
      .where(notCalledOff(t)),
    index('bookings_phone_idx').on(t.customerPhone),
    index('bookings_reminder_idx').on(t.nextReminderAt).where(sql`${t.nextReminderAt} is not null`),
    // For staff, who filters and sorts by sessions.
    index('bookings_session_idx').on(t.sessionDate, t.sessionTime, t.id),
    // Those an account may come to own once it proves this e-mail.
    index('bookings_without_player_idx').on(t.customerEmail).where(sql`${t.playerId} is null`),
    check(
      'bookings_refund_bounds',
      sql`0 <= ${t.refunded} and ${t.refunded} <= ${t.refundDue} and ${t.refundDue} <= ${t.price}`,
    ),
    check('bookings_share_bounds', sql`${t.refundShareLimit} between 0 and 100`),
    check('bookings_time_whole', sql`(${t.startsAt} is null) = (${t.endsAt} is null)`),
  ],
)

/** The condition for bookings with an hour that are not called off (`isCalledOff`); `bookings_held_idx` knows no others. */
export function notCalledOff(t: Record<'status' | 'seatId', AnyPgColumn>): SQL {
  return sql`(${t.status} <> 'confirmed' or ${t.seatId} is not null)`
}

/** Who did what to a booking, when and why: written in the transaction of the act, never changed. */
export const bookingHistory = pgTable(
  'booking_history',
  {
    id: id(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    act: text('act', { enum: historyActs }).notNull(),
    /** Null: time itself, or the payment provider. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    actorRole: text('actor_role', { enum: actorRoles }).notNull(),
    reason: text('reason'),
    detail: jsonb('detail').$type<Record<string, string | number | null>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    check('booking_history_act', isOneOf(t.act, historyActs)),
    check('booking_history_actor_role', isOneOf(t.actorRole, actorRoles)),
    index('booking_history_booking_idx').on(t.bookingId, t.createdAt),
  ],
)

/** The satisfaction guarantee, asked for once per booking; the owner decides. */
export const guaranteeClaims = pgTable(
  'guarantee_claims',
  {
    id: id(),
    bookingId: uuid('booking_id')
      .notNull()
      .unique('guarantee_claims_booking_key')
      .references(() => bookings.id),
    reason: text('reason').notNull(),
    /** What the player would like; null when nobody had asked yet. */
    wanted: text('wanted', { enum: remedies }),
    status: text('status', { enum: ['open', ...decisions] })
      .notNull()
      .default('open'),
    /** The provider's code of the card that paid, the same for each payment by it; null: not asked yet, or no card. */
    card: text('card'),
    /** The owner's words about the decision; the player reads them. */
    decisionReason: text('decision_reason'),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    check('guarantee_claims_wanted', isOneOf(t.wanted, remedies)),
    check('guarantee_claims_status', isOneOf(t.status, ['open', ...decisions])),
  ],
)

/** The private addresses where calendar programs read sessions, one of each kind an account. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    as: text('as', { enum: feedKinds }).notNull(),
    tokenHash: text('token_hash').notNull().unique('calendar_feeds_token_key'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.as] }), check('calendar_feeds_as', isOneOf(t.as, feedKinds))],
)

/**
 * A group's hour in its coach's calendar: one entry for all its players. Kept when the last one leaves: the next one who
 * books the hour brings the same entry back.
 */
export const groupHours = pgTable(
  'group_hours',
  {
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    /** The entry's revision (RFC 5545 SEQUENCE): rises with every mail that brings it. */
    sequence: integer('sequence').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.coachId, t.startsAt] })],
)

/** What a coach wants to remember about a player. Nobody else reads it. */
export const playerNotes = pgTable(
  'player_notes',
  {
    id: id(),
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    playerId: uuid('player_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    note: text('note').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [unique('player_notes_player_key').on(t.coachId, t.playerId), index('player_notes_player_idx').on(t.playerId)],
)
