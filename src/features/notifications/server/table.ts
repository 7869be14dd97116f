import { notLike, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { audiences, deliveryStates, type OptOut } from '#src/features/notifications/contract.ts'
import { createdAt, id, instant, isOneOf } from '#src/platform/database/columns.ts'

/** A calendar file that changes the reader's calendar (iMIP, RFC 6047). Rows of an older version have no more than the first two. */
export type Invite = {
  method: 'REQUEST' | 'CANCEL'
  content: string
  /** The calendar entry, and which of its revisions this is: of two files the higher one is newer. */
  uid: string
  sequence: number
  /** When the session that its mail is about takes place (ISO); null: it does not, for this reader. */
  startsAt: string | null
}

/** What mail programs read of a mail beside its text. */
export type MailHeaders = {
  /** The person who waits for an answer by mail. */
  replyTo?: { name: string; address: string }
  /** The id of what it is about: its mails stand in one thread of the inbox. */
  thread?: string
  /** The ids of all bookings it is about, where it is about several: who deletes their account is named in none. */
  about?: string[]
  /** It waits until an hour is over (`holdMailBack`). */
  isHeldBack?: true
  /** What the reader can switch off, and the address where they or their mail program do. */
  optOut?: { kind: OptOut; url: string }
}

/** How often a message is tried, with growing pauses of up to 10 minutes: the last time about a day after the first. */
export const mostTries = 151

/** One mail or SMS to one person; an SMS has no subject, HTML, headers or invite. `dedupeKey` says what it is about, so that no cause sends twice. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: id(),
    /** `kind:id`, the id of what the message is about; often more behind another colon. */
    dedupeKey: text('dedupe_key').notNull().unique('deliveries_dedupe_key'),
    channel: text('channel', { enum: ['mail', 'sms'] }).notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    headers: jsonb('headers').$type<MailHeaders>().notNull().default({}),
    invite: jsonb('invite').$type<Invite>(),
    /** Where an older version running beside this one puts the invite; goes with the next version. */
    attachments: jsonb('attachments').notNull().default([]),
    /** Which staff may read it. What is for nobody carries a one-time code: its text goes as soon as it was sent or given up. */
    audience: text('audience', { enum: audiences }).notNull(),
    status: text('status', { enum: deliveryStates }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** How often it may still be tried before it is given up. */
    triesLeft: smallint('tries_left').notNull().default(mostTries),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
    /** When the SMS provider said that it arrived; null: it has not, or nobody told us. */
    deliveredAt: instant('delivered_at'),
    /** When staff said that they dealt with its failure, or sent it again: it waits for nobody. */
    resolvedAt: instant('resolved_at'),
  },
  (t) => [
    check('deliveries_channel', isOneOf(t.channel, ['mail', 'sms'])),
    check('deliveries_status', isOneOf(t.status, deliveryStates)),
    check('deliveries_audience', isOneOf(t.audience, audiences)),
    // What staff sent lately is counted before each SMS.
    index('deliveries_sms_idx').on(t.createdAt).where(sql`${t.channel} = 'sms'`),
    index('deliveries_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // What went to somebody.
    index('deliveries_recipient_idx').on(t.recipient, t.createdAt.desc().nullsFirst()),
    // The mails that brought one calendar entry.
    index('deliveries_invite_idx').on(sql`(${t.invite} ->> 'uid')`).where(sql`${t.invite} is not null`),
    // All that counting and searching ask for: the mails themselves are large.
    index('deliveries_counted_idx').on(t.status, t.channel, t.attempts, t.recipient, t.dedupeKey),
  ],
)

/** Waits for its hour, not for the mail server. */
export const isHeldBack = sql<boolean>`(${deliveries.headers} ->> 'isHeldBack') is not null`

/** Staff read nothing of what is sent about reports: they may be about the reader (SAFE-1). */
export const isListed = notLike(deliveries.dedupeKey, 'report-%')

/** A mail's subject; the first words of an SMS without a code. */
export const shownSubject = sql<string>`case when ${deliveries.channel} = 'sms' and ${deliveries.audience} <> 'nobody' then left(${deliveries.text}, 80) else ${deliveries.subject} end`

export type DeliveryRow = typeof deliveries.$inferSelect

/** Which mails the reader of an address wants. A row is made with the first mail that can be switched off. */
export const mailChoices = pgTable('mail_choices', {
  /** SHA-256 of the address in lower case: the choice outlives what named the person. */
  addressHash: text('address_hash').primaryKey(),
  /** What the links of these mails carry; its holder may change the choice, and nothing else. */
  token: text('token').notNull().unique('mail_choices_token_key'),
  reminders: boolean('reminders').notNull().default(true),
  /** What asks how a session was. */
  ratings: boolean('ratings').notNull().default(true),
  messages: boolean('messages').notNull().default(true),
  copies: boolean('copies').notNull().default(true),
  dayPlans: boolean('day_plans').notNull().default(true),
  coachReminders: boolean('coach_reminders').notNull().default(true),
  /** When the last such mail was written, to a day. */
  usedAt: instant('used_at').notNull().defaultNow(),
})
/** What people answered to our SMS: what a number said last says whether it wants more. */
export const smsOptOuts = pgTable(
  'sms_opt_outs',
  {
    id: id(),
    /** In E.164 form. */
    number: text('number').notNull(),
    isOut: boolean('is_out').notNull(),
    /** The provider's id of the SMS that said so, which may come again; null: it only refused ours. */
    messageSid: text('message_sid').unique('sms_opt_outs_message_key'),
    createdAt: createdAt(),
    /** When it was said, by the provider's clock to a second: its webhooks come in any order. */
    saidAt: instant('said_at').notNull().defaultNow(),
  },
  (t) => [index('sms_opt_outs_number_idx').on(t.number, t.saidAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
)
