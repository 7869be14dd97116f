import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
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
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { sides as messageSides } from '#src/features/messages/rules.ts'
import { messages } from '#src/features/messages/server/table.ts'
import { seats } from '#src/features/schedule/server/table.ts'
import { createdAt, id, instant, isOneOf } from '#src/platform/database/columns.ts'
import { callOffReasons, choiceCauses, remedies } from '../call-offs.ts'
import { askings, outcomes, sayings, sides } from '../outcomes.ts'
import { problems } from '../safety.ts'

const bookingId = () =>
  uuid('booking_id')
    .notNull()
    .references(() => bookings.id, { onDelete: 'cascade' })
/** The start it is about: a booking that moves begins anew. */
const startsAt = () => instant('starts_at').notNull()

/** What the player says before a session, for its coach; all of it optional. */
export const intakes = pgTable('session_intakes', {
  bookingId: bookingId().primaryKey(),
  rank: text('rank'),
  goal: text('goal'),
  holdsBack: text('holds_back'),
  /** Replays and clips: https addresses. */
  links: jsonb('links').$type<string[]>().notNull().default([]),
  /** When the coach ticked that they watched the replays that the offer owes. */
  watchedAt: instant('watched_at'),
  /** And when that they checked the new replay after it. */
  checkedAt: instant('checked_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Who pressed 'I am here', once for each start. */
export const checkIns = pgTable(
  'session_check_ins',
  {
    bookingId: bookingId(),
    startsAt: startsAt(),
    side: text('side', { enum: sides }).notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bookingId, t.startsAt, t.side] }),
    index('session_check_ins_start_idx').on(t.startsAt),
    check('session_check_ins_side', isOneOf(t.side, sides)),
  ],
)

/** Everything that a side said of a session, as it was said: never changed. */
export const statements = pgTable(
  'session_statements',
  {
    id: id(),
    bookingId: bookingId(),
    startsAt: startsAt(),
    by: text('by', { enum: sides }).notNull(),
    says: text('says', { enum: sayings }).notNull(),
    minutes: smallint('minutes'),
    /** Of an answer to the other side's question: whether it agrees. */
    agrees: boolean('agrees'),
    /** Of an answer that it is not so: what happened, for staff only. */
    words: text('words'),
    createdAt: createdAt(),
  },
  (t) => [
    check('session_statements_by', isOneOf(t.by, sides)),
    check('session_statements_says', isOneOf(t.says, sayings)),
    index('session_statements_booking_idx').on(t.bookingId, t.createdAt),
  ],
)

/** A question about a session: opened by a statement, answered by the other side, decided by clock or staff. One is open at a time. */
export const questions = pgTable(
  'session_questions',
  {
    id: id(),
    bookingId: bookingId(),
    startsAt: startsAt(),
    /** The coach it is about; null: the booking had none. */
    coachId: uuid('coach_id').references(() => coaches.id),
    by: text('by', { enum: sides }).notNull(),
    says: text('says', { enum: askings }).notNull(),
    minutes: smallint('minutes'),
    askedAt: instant('asked_at').notNull(),
    agrees: boolean('agrees'),
    answeredAt: instant('answered_at'),
    /** `staff`: they decide, and `why` says what made it theirs. */
    state: text('state', { enum: ['waiting', 'staff', 'settled'] }).notNull(),
    why: text('why'),
    staffSince: instant('staff_since'),
    /** When the clock looks at it next: the answer's end; with staff, when the owner is reminded; settled, until when the player can object. Null once it is final. */
    dueAt: instant('due_at'),
    outcome: text('outcome', { enum: outcomes }),
    /** Null: the clock, or the other side's answer. */
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** Staff's words, which both read. */
    reason: text('reason'),
    settledAt: instant('settled_at'),
  },
  (t) => [
    check('session_questions_by', isOneOf(t.by, sides)),
    check('session_questions_says', isOneOf(t.says, askings)),
    check('session_questions_state', isOneOf(t.state, ['waiting', 'staff', 'settled'])),
    check('session_questions_outcome', isOneOf(t.outcome, outcomes)),
    uniqueIndex('session_questions_open_key').on(t.bookingId).where(sql`${t.state} <> 'settled'`),
    index('session_questions_booking_idx').on(t.bookingId, t.askedAt),
    index('session_questions_due_idx').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
)

/** What a player may choose after their coach called off or did not come. One for each start and coach of a booking. */
export const choices = pgTable(
  'session_choices',
  {
    id: id(),
    bookingId: bookingId(),
    startsAt: startsAt(),
    /** The coach who is not coming. */
    coachId: uuid('coach_id').references(() => coaches.id),
    cause: text('cause', { enum: choiceCauses }).notNull(),
    /** For staff only. */
    reason: text('reason', { enum: callOffReasons }),
    /** The word of who called it off to the player. */
    word: text('word'),
    /** SHA-256 of the mail link's secret; null: there was no mail yet. Once it is settled the link only says how. */
    tokenHash: text('token_hash').unique('session_choices_token_key'),
    /** Until when the player chooses; null while the coach can still answer. Nothing chosen by then is all money back. */
    deadline: instant('deadline'),
    chosen: text('chosen', { enum: remedies }),
    /** The hour held for the player while the coach can still answer: `YYYY-MM-DD` and `HH:mm` in the business's zone, and its seat. */
    date: text('date'),
    time: text('time'),
    seatId: uuid('seat_id').references(() => seats.id, { onDelete: 'set null' }),
    chosenAt: instant('chosen_at'),
    /** When it was carried out. */
    settledAt: instant('settled_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('session_choices_cause', isOneOf(t.cause, choiceCauses)),
    check('session_choices_reason', isOneOf(t.reason, callOffReasons)),
    check('session_choices_chosen', isOneOf(t.chosen, remedies)),
    unique('session_choices_start_key').on(t.bookingId, t.startsAt, t.coachId),
    index('session_choices_due_idx').on(t.deadline).where(sql`${t.settledAt} is null`),
    index('session_choices_coach_idx').on(t.coachId, t.createdAt),
  ],
)

/** Coaches asked to jump in at short notice: the first yes wins. */
export const takeOvers = pgTable(
  'session_take_overs',
  {
    choiceId: uuid('choice_id')
      .notNull()
      .references(() => choices.id, { onDelete: 'cascade' }),
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    askedAt: instant('asked_at').notNull(),
    /** Null: no answer yet. */
    accepts: boolean('accepts'),
    answeredAt: instant('answered_at'),
  },
  (t) => [primaryKey({ columns: [t.choiceId, t.coachId] }), index('session_take_overs_coach_idx').on(t.coachId)],
)

/** Another hour that the coach proposes for a session; the newest counts, and only for the start it was made for. */
export const proposals = pgTable('session_proposals', {
  bookingId: bookingId().primaryKey(),
  startsAt: startsAt(),
  /** `YYYY-MM-DD` and `HH:mm` in the business's zone. */
  date: text('date').notNull(),
  time: text('time').notNull(),
  proposedAt: instant('proposed_at').notNull(),
  acceptedAt: instant('accepted_at'),
})

/** What a coach wrote of a session. When it was first sent stands with the booking, as its notes. */
export const writeUps = pgTable('session_write_ups', {
  bookingId: bookingId().primaryKey(),
  /** The things seen, at most three. */
  seen: jsonb('seen').$type<string[]>().notNull(),
  nextStep: text('next_step'),
  writtenAt: instant('written_at').notNull(),
})

/** What the player practises after a session: copied from the coach's drills, so that later changes of these leave it alone. */
export const homework = pgTable(
  'session_homework',
  {
    id: id(),
    bookingId: bookingId(),
    /** Its place in the list, from 0. */
    place: smallint('place').notNull(),
    text: text('text').notNull(),
    /** An https address. */
    link: text('link'),
    /** When the player ticked it. */
    doneAt: instant('done_at'),
  },
  (t) => [unique('session_homework_text_key').on(t.bookingId, t.text)],
)

/** What a coach gives as homework again and again. */
export const drills = pgTable(
  'coach_drills',
  {
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /** An https address. */
    link: text('link'),
    /** Its place in the list, from 0. */
    place: smallint('place').notNull(),
  },
  (t) => [primaryKey({ columns: [t.coachId, t.text] })],
)

/** A problem that one of the two of a session reports to our team; the other never hears of it. One is open at a time. */
export const reports = pgTable(
  'session_reports',
  {
    id: id(),
    bookingId: bookingId(),
    by: text('by', { enum: sides }).notNull(),
    /** Who reports or is reported, while the session may have another coach by now. */
    coachId: uuid('coach_id').references(() => coaches.id),
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    problem: text('problem', { enum: problems }).notNull(),
    words: text('words'),
    /** Whether our team agrees; null: it has not settled it. */
    upheld: boolean('upheld'),
    /** What our team wrote to the reporter. */
    reason: text('reason'),
    /** Null: nobody could settle it, and the player was believed. */
    settledBy: uuid('settled_by').references(() => users.id, { onDelete: 'set null' }),
    settledAt: instant('settled_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('session_reports_by', isOneOf(t.by, sides)),
    check('session_reports_problem', isOneOf(t.problem, problems)),
    check('session_reports_settled', sql`(${t.settledAt} is null) = (${t.upheld} is null)`),
    uniqueIndex('session_reports_open_key').on(t.bookingId, t.by, t.coachId).where(sql`${t.settledAt} is null`),
    index('session_reports_booking_idx').on(t.bookingId, t.createdAt),
    index('session_reports_reporter_idx').on(t.reporterId),
    index('session_reports_waiting_idx').on(t.createdAt).where(sql`${t.settledAt} is null`),
    index('session_reports_settled_idx').on(t.settledAt).where(sql`${t.settledAt} is not null`),
  ],
)

/** The last messages of the session's chat as they were when it was reported. */
export const reportMessages = pgTable(
  'session_report_messages',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    side: text('side', { enum: messageSides }).notNull(),
    senderId: uuid('sender_id').references(() => users.id, { onDelete: 'set null' }),
    content: text('content').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reportId, t.messageId] }),
    check('session_report_messages_side', isOneOf(t.side, messageSides)),
    index('session_report_messages_sender_idx').on(t.senderId),
  ],
)

/** Times in which our service did not run. Without `to` it is no outage yet: `from` is when it was last seen to run. */
export const outages = pgTable('outages', { id: id(), from: instant('from').notNull(), to: instant('to') }, (t) => [
  index('outages_to_idx').on(t.to),
])
