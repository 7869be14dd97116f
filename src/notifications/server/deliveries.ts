import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Delivery, DeliveryDetails, DeliveryFilters } from '#src/notifications/contract.ts'
import type { Db, Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { newestFirst, pageSize } from '#src/server/pages.ts'
import { smsRefusal } from './notifications.ts'
import { isNobody } from './personal-data.ts'
import { plainError } from './plain-error.ts'
import { deliveries } from './table.ts'

type DeliveryRow = typeof deliveries.$inferSelect

const { id, dedupeKey, channel, recipient, subject, secret, status, attempts, lastError, createdAt, sentAt } =
  deliveries

/** What lists say of a delivery: its text only where that is the first words of an SMS without a code. */
const listed = {
  ...{ id, dedupeKey, channel, recipient, status, attempts, lastError, createdAt, sentAt },
  subject: sql<string>`case when ${channel} = 'sms' and not ${secret} then left(${deliveries.text}, 80) else ${subject} end`,
}
type Listed = Omit<DeliveryRow, 'text' | 'html' | 'attachments' | 'secret' | 'nextTryAt'>

/** The mails and SMS that fit, newest first, one page from `cursor` on, and how many fit. */
export async function listDeliveries(
  db: Db,
  filters: DeliveryFilters,
  cursor?: string,
): Promise<{ rows: Listed[]; total: number }> {
  const { after, order } = newestFirst(deliveries, cursor)
  const fitting = and(fits(filters), stateFits(filters.state))
  const [rows, total] = await Promise.all([
    db
      .select(listed)
      .from(deliveries)
      .where(and(fitting, after))
      .orderBy(...order)
      .limit(pageSize),
    db.$count(deliveries, fitting),
  ])
  return { rows, total }
}

/** How many of the mails and SMS that fit are in each state. */
export async function countDeliveries(db: Db, filters: Omit<DeliveryFilters, 'state'>) {
  const states = ['queued', 'sent', 'failed', 'retried'] as const
  const [queued, sent, failed, retried] = states.map((state) =>
    sql<number>`count(*) filter (where ${stateFits(state)})`.mapWith(Number),
  ) as [SQL<number>, SQL<number>, SQL<number>, SQL<number>]
  const [counted] = await db
    .select({ all: count(), queued, sent, failed, retried })
    .from(deliveries)
    .where(fits(filters))
  return counted!
}

/** All about one mail or SMS, as far as this member of staff may read it. Throws `NotFound`. */
export async function deliveryDetails(db: Db, staff: Account, deliveryId: string): Promise<DeliveryDetails> {
  const row = await find(db, deliveryId)
  const refusal = textRefusal(row, staff)
  return {
    ...presentDelivery({ ...row, subject: firstWords(row) }),
    text: refusal ? null : row.text,
    textRefusal: refusal,
    attachments: row.attachments.map(({ filename }) => filename),
    // A server may quote what it was given.
    providerError: row.secret ? null : row.lastError,
    resendRefusal: resendRefusal(row),
  }
}

/**
 * Queues a failed mail once more, or a copy of an SMS or of a mail that was sent; gives what is queued. Throws `NotFound`,
 * `Conflict` where it cannot be sent again, and what `smsRefusal` says of an SMS.
 */
export async function resendDelivery(deps: Deps, deliveryId: string): Promise<Delivery> {
  return deps.db.transaction(async (tx) => {
    const row = await find(tx, deliveryId, true)
    const refusal = resendRefusal(row)
    if (refusal) throw new Conflict(refusal)
    // The cap on SMS (reading R20) holds for those sent again, too.
    const smsRefused = row.channel === 'sms' ? await smsRefusal(deps, tx, row.recipient) : null
    if (smsRefused) throw smsRefused
    // An SMS is a new one each time, since the cap counts them by their day.
    const isRequeued = row.status === 'failed' && row.channel === 'mail'
    const again = isRequeued ? await requeue(tx, row) : await copy(tx, row, deps.now())
    return presentDelivery({ ...again, subject: firstWords(again) })
  })
}

/** A delivery as answers carry it. */
export function presentDelivery(row: Listed): Delivery {
  const { id, channel, recipient, subject, status, attempts, lastError, createdAt, sentAt } = row
  return {
    id,
    channel,
    kind: kindOf(row),
    to: isNobody(recipient) ? null : recipient,
    subject,
    state: status,
    attempts,
    lastError: lastError && plainError(channel, lastError),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }
}

function fits({ channel, to }: DeliveryFilters): SQL | undefined {
  return and(
    channel && eq(deliveries.channel, channel),
    to ? sql`strpos(lower(${deliveries.recipient}), lower(${to})) > 0` : undefined,
  )
}

function stateFits(state: DeliveryFilters['state']): SQL | undefined {
  if (state === 'retried') return gt(deliveries.attempts, 1)
  return state && eq(deliveries.status, state)
}

async function find(db: Db | Tx, deliveryId: string, forUpdate = false): Promise<DeliveryRow> {
  const query = db.select().from(deliveries).where(eq(deliveries.id, deliveryId))
  const [row] = await (forUpdate ? query.for('update') : query)
  if (!row) throw new NotFound('This message does not exist.')
  return row
}

/** The cause's name stands first in the dedupe key. */
function kindOf({ dedupeKey }: Pick<DeliveryRow, 'dedupeKey'>): string {
  return dedupeKey.split(':')[0]!
}

function firstWords({ channel, subject, text, secret }: DeliveryRow): string {
  return channel === 'sms' && !secret ? text.slice(0, 80) : subject
}

/** Inquiries, guarantee claims and the day's figures are the owner's, applications the admins' (reading R28): so are the mails that quote them. */
const readers: Record<string, { role: 'isOwner' | 'isAdmin'; words: string }> = {
  contact: { role: 'isOwner', words: 'Only owners read this.' },
  claim: { role: 'isOwner', words: 'Only owners read this.' },
  digest: { role: 'isOwner', words: 'Only owners read this.' },
  application: { role: 'isAdmin', words: 'Only admins read this.' },
}

function textRefusal(row: DeliveryRow, staff: Account): string | null {
  if (row.secret) return 'It carries a one-time code, so nobody can read it here.'
  if (isNobody(row.recipient)) return 'It was emptied when an account was deleted.'
  const reader = readers[kindOf(row).split('-')[0]!]
  return reader && !staff[reader.role] ? reader.words : null
}

function resendRefusal({ secret, recipient, status }: DeliveryRow): string | null {
  if (secret) return 'One-time codes are never sent again. Whoever needs one can ask for a new one.'
  if (isNobody(recipient)) return 'It was emptied when an account was deleted.'
  return status === 'queued' ? 'It is already on its way.' : null
}

async function requeue(tx: Tx, { id }: DeliveryRow): Promise<DeliveryRow> {
  const again = { status: 'queued', nextTryAt: sql`now()` } as const
  const [row] = await tx.update(deliveries).set(again).where(eq(deliveries.id, id)).returning()
  return row!
}

/**
 * The key begins with the first one's: it says whom the message is about (`forgetPerson`). The minute in it makes two
 * presses of a button one copy.
 */
async function copy(tx: Tx, row: DeliveryRow, now: Date): Promise<DeliveryRow> {
  const { channel, recipient, subject, text, html, attachments } = row
  const dedupeKey = `${row.dedupeKey}:again:${now.toISOString().slice(0, 16)}`
  const [made] = await tx
    .insert(deliveries)
    .values({ dedupeKey, channel, recipient, subject, text, html, attachments })
    .onConflictDoNothing({ target: deliveries.dedupeKey })
    .returning()
  if (!made) throw new Conflict('It was sent again a moment ago.')
  return made
}
