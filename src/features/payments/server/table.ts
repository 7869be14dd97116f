import { sql } from 'drizzle-orm'
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '#src/features/accounts/server/table.ts'
import { type CancellationPolicy, disputeStates, type Owed } from '#src/features/bookings/rules.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { orderStatuses } from '#src/features/payments/contract.ts'
import { problemKinds } from '#src/features/payments/problem-kinds.ts'
import { seats } from '#src/features/schedule/server/table.ts'
import { cents, createdAt, expertise, id, instant, isOneOf, signedCents } from '#src/platform/database/columns.ts'

/** A booked order without its receipt number. */
const unnumbered = (order: Record<'receiptNumber' | 'bookingId', AnyPgColumn>) =>
  sql`${order.receiptNumber} is null and ${order.bookingId} is not null`

/**
 * What a player is about to pay for. `open` until the money is settled: then `booked`; `released` when it was given up
 * or ran out; `refunded` when a late payment found its hour gone.
 */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    playerId: uuid('player_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: orderStatuses }).notNull().default('open'),
    /** What is sold, for how much and on which terms, as facts: the booking takes them over. */
    serviceId: text('service_id').notNull(),
    serviceName: text('service_name').notNull(),
    minutes: smallint('minutes').notNull(),
    capacity: smallint('capacity').notNull(),
    includes: text('includes').notNull(),
    owed: jsonb('owed').$type<Owed>(),
    terms: jsonb('terms').$type<CancellationPolicy>().notNull(),
    /** The version of the Terms page that the player is shown at the Pay button; null: from before it had versions. */
    termsVersion: smallint('terms_version'),
    amount: cents('amount').notNull(),
    /** How it was taxed, as the receipt says for good; null: the owner had not said. */
    tax: text('tax'),
    /** The coach asked for by id or name; null: any available coach of `game`. */
    wantedCoachId: uuid('wanted_coach_id').references(() => coaches.id),
    /** That coach's name then: what the provider was told must not change when the order is asked for again. */
    wantedCoachName: text('wanted_coach_name'),
    /** The coach who holds the seat; null without a time. */
    coachId: uuid('coach_id').references(() => coaches.id),
    game: expertise('game'),
    refunded: cents('refunded').notNull().default(0),
    /** The time asked for, kept although the seat may go; all null for an order without a time. */
    sessionDate: text('session_date'),
    sessionTime: text('session_time'),
    startsAt: instant('starts_at'),
    /** Until when it waits to be paid, and holds its hour if it has one. */
    heldUntil: instant('held_until'),
    /** The player asked for more time to pay, which they get once. */
    isHeldLonger: boolean('is_held_longer').notNull().default(false),
    /** It was lengthened for a bank that may ask the player. */
    isHeldForBank: boolean('is_held_for_bank').notNull().default(false),
    /** Nobody paid and nobody gave it back before its time was over. */
    ranOut: boolean('ran_out').notNull().default(false),
    /** It was given back unpaid after half of its time, and no bank was asked; `heldUntil` says when. */
    isGivenBackLate: boolean('is_given_back_late').notNull().default(false),
    /** Its hour went to another player while it waited to be paid (HOLD-4); `heldUntil` says when. */
    isGivenOn: boolean('is_given_on').notNull().default(false),
    /** A keyed hash of the network of a player who is not trusted yet, for as long as the order is open. */
    network: text('network'),
    seatId: uuid('seat_id')
      .unique('orders_seat_key')
      .references(() => seats.id, { onDelete: 'set null' }),
    intentId: text('intent_id').unique('orders_intent_key'),
    contactName: text('contact_name').notNull(),
    contactEmail: text('contact_email').notNull(),
    contactPhone: text('contact_phone'),
    /** When the player asked to begin before the days are over in which they can withdraw (TERM-9); null: they were not asked. */
    earlyStartAt: instant('early_start_at'),
    /** Who else gets the confirmation and the receipt's figures, in one mail. */
    copyTo: text('copy_to'),
    /** How often settling its payment failed in a way nobody expected; after a few the owner hears of it. */
    failedTries: smallint('failed_tries').notNull().default(0),
    /** When the money was settled, one way or the other. */
    settledAt: instant('settled_at'),
    /** What paid it, as the receipt prints it: `Visa •••• 4242`. */
    paidWith: text('paid_with'),
    /** What the provider keeps of it; null: it has not told us. */
    fee: cents('fee'),
    /** Given soon after it was booked: `numberReceipts`. */
    receiptNumber: text('receipt_number').unique('orders_receipt_number_key'),
    bookingId: uuid('booking_id')
      .unique('orders_booking_key')
      .references(() => bookings.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('orders_status', isOneOf(t.status, orderStatuses)),
    index('orders_player_idx').on(t.playerId, t.status),
    // Everything the money report asks of a payment, so that a year's are added up without reading the table.
    index('orders_settled_idx').on(
      t.settledAt,
      t.serviceName,
      t.amount,
      t.refunded,
      t.fee,
      t.coachId,
      t.bookingId,
      t.id,
    ),
    index('orders_unnumbered_idx').on(t.settledAt, t.id).where(unnumbered(t)),
    index('orders_open_idx').on(t.heldUntil).where(sql`status = 'open'`),
    // Whose address it is may want it deleted.
    index('orders_copy_idx').on(t.copyTo).where(sql`${t.copyTo} is not null`),
    index('orders_network_idx').on(t.coachId, t.network).where(sql`${t.network} is not null`),
    check('orders_network_while_open', sql`${t.network} is null or ${t.status} = 'open'`),
    check('orders_refunded_bounds', sql`${t.refunded} between 0 and ${t.amount}`),
  ],
)

export const isUnnumbered = unnumbered(orders)

/** The last receipt number of each year: one row to wait for, so that numbers have no gap. */
export const receiptNumbers = pgTable('receipt_numbers', {
  year: smallint('year').primaryKey(),
  last: integer('last').notNull(),
})

/** Why money goes back: what a booking owes (`RefundCause` of its events), or a payment whose hour was gone, which became no booking. */
export const refundCauses = [
  'cancelled',
  'withdrawn',
  'guarantee',
  'goodwill',
  'notes-missing',
  'called-off',
  'coach-missing',
  'minutes-back',
  'late-payment',
] as const

/** Money on its way back; the row's id is the provider's idempotency key, written before the provider is called. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    cause: text('cause', { enum: refundCauses }).notNull(),
    /** The cause's own id, such as the claim's: the same cause gives money back once, another one of its kind again. */
    causeId: uuid('cause_id').notNull(),
    amount: cents('amount').notNull(),
    /** `failed`: the provider could not send it, also after new tries; the owner sees it as a problem. */
    status: text('status', { enum: ['pending', 'done', 'failed'] })
      .notNull()
      .default('pending'),
    /** Rises when the provider took a refund and later could not send it: the next try needs a key of its own. */
    attempt: smallint('attempt').notNull().default(1),
    providerId: text('provider_id').unique('refunds_provider_key'),
    createdAt: createdAt(),
  },
  (t) => [
    check('refunds_cause', isOneOf(t.cause, refundCauses)),
    check('refunds_status', isOneOf(t.status, ['pending', 'done', 'failed'])),
    unique('refunds_cause_key').on(t.orderId, t.cause, t.causeId),
    index('refunds_created_idx').on(t.createdAt),
    index('refunds_pending_idx').on(t.createdAt).where(sql`status = 'pending'`),
  ],
)

/** Every event taken, by the provider's own id, so that a repeat does nothing. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: createdAt(),
})

/** One row: how far the provider's list of events was read. */
export const providerCursor = pgTable(
  'provider_cursor',
  {
    id: smallint('id').primaryKey().default(1),
    /** The time of the newest event taken, by the provider's clock. */
    readUntil: instant('read_until').notNull(),
    /** When the list was read. */
    readAt: instant('read_at').notNull(),
    /** How many times in a row an event could not be taken. */
    failedTries: smallint('failed_tries').notNull().default(0),
  },
  (t) => [check('provider_cursor_one_row', sql`${t.id} = 1`)],
)

/** What a player asked their bank to take back, as the provider says: by its own id, with its reason and its last day for an answer. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state', { enum: disputeStates }).notNull(),
    amount: cents('amount').notNull(),
    reason: text('reason').notNull(),
    /** Until when the provider takes an answer; null when it waits for none. */
    dueBy: instant('due_by'),
    /** When an owner answered the bank, and who; null: nobody has. */
    answeredAt: instant('answered_at'),
    answeredBy: uuid('answered_by').references(() => users.id),
    /** SHA-256 of the answer as the owner pressed it: the same again is no other one. */
    answerHash: text('answer_hash'),
    /** What the bank is told, by the provider's names, until the provider has it. */
    evidence: jsonb('evidence').$type<Record<string, string>>(),
    createdAt: createdAt(),
  },
  (t) => [check('disputes_state', isOneOf(t.state, disputeStates)), index('disputes_order_idx').on(t.orderId)],
)

/** What we could not repair by ourselves, for the owner to look at; `subject` names it, and stands there unresolved once at most. */
export const paymentProblems = pgTable(
  'payment_problems',
  {
    id: id(),
    subject: text('subject').notNull(),
    kind: text('kind', { enum: problemKinds }).notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    /** Null also where the order knows its booking. */
    bookingId: uuid('booking_id').references(() => bookings.id),
    disputeId: text('dispute_id').references(() => disputes.id),
    text: text('text').notNull(),
    createdAt: createdAt(),
    resolvedAt: instant('resolved_at'),
  },
  (t) => [
    check('payment_problems_kind', isOneOf(t.kind, problemKinds)),
    uniqueIndex('payment_problems_open_key').on(t.subject).where(sql`${t.resolvedAt} is null`),
    index('payment_problems_subject_idx').on(t.subject),
  ],
)

/** Coaches' share of what their sessions keep, in percent, from a day of the business's zone on (PAYOUT-1). */
export const coachShares = pgTable(
  'coach_shares',
  {
    /** `YYYY-MM-DD`. */
    validFrom: text('valid_from').primaryKey(),
    percent: smallint('percent').notNull(),
    setBy: uuid('set_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [check('coach_shares_percent', sql`${t.percent} between 0 and 100`)],
)

/** What was paid to a coach, outside; a row is never changed, and its lines say what for. */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id),
    /** The last day of the sessions it covers, `YYYY-MM-DD` in the business's zone. */
    until: text('until').notNull(),
    amount: cents('amount').notNull(),
    /** How the owner finds it again, such as the number of a bank transfer. */
    reference: text('reference').notNull(),
    paidBy: uuid('paid_by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('payouts_amount', sql`${t.amount} > 0`),
    index('payouts_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('payouts_coach_idx').on(t.coachId, t.createdAt),
  ],
)

/** A booking's part of a payout: what was owed for it then; less than nothing when money went back since the one before. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => payouts.id),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    amount: signedCents('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.payoutId, t.bookingId] }),
    index('payout_lines_booking_idx').on(t.bookingId),
    check('payout_lines_amount', sql`${t.amount} <> 0`),
  ],
)
