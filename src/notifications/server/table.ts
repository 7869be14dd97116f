import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from '#src/server/columns.ts'

/** An attachment as stored: text only (a calendar invite). */
export type Attachment = { filename: string; contentType: string; content: string }

/** One mail or SMS to one person; an SMS has no subject, HTML or attachment. `dedupeKey` says what it is about, so that no cause sends twice. */
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
    attachments: jsonb('attachments').$type<Attachment[]>().notNull().default([]),
    /** It carries a one-time code: text and HTML are blanked as soon as it was sent or given up. */
    secret: boolean('secret').notNull().default(false),
    status: text('status', { enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** While it is queued: when it is tried, or tried again. */
    nextTryAt: instant('next_try_at').notNull().default(sql`now()`),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    index('deliveries_due_idx').on(t.nextTryAt).where(sql`${t.status} = 'queued'`),
    // What staff sent lately is counted before each SMS.
    index('deliveries_sms_idx').on(t.createdAt).where(sql`${t.channel} = 'sms'`),
    index('deliveries_created_idx').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // All that counting and searching ask for: the mails themselves are large.
    index('deliveries_counted_idx').on(t.status, t.channel, t.attempts, t.recipient),
  ],
)
