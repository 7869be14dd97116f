import { and, count, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Delivery, DeliveryDetails, DeliveryFilters } from '#src/features/notifications/contract.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { readPage } from '#src/platform/http/paging.ts'
import { inviteName } from '#src/providers/mailer.ts'
import { phoneDigits } from '#src/shared/phone.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { showDateIn } from '#src/shared/times.ts'
import { isWanted } from './mail-choices.ts'
import { findNewer, findNews } from './newer-invite.ts'
import { isNobody } from './personal-data.ts'
import { plainError } from './plain-error.ts'
import { addDeliveries, sendDelivery } from './queue.ts'
import { smsRefusal } from './queue-sms.ts'
import { type DeliveryRow, deliveries, isListed, mostTries, shownSubject } from './table.ts'

const { id, dedupeKey, channel, recipient, status, attempts, lastError, createdAt, sentAt, deliveredAt, resolvedAt } =
  deliveries

/** What lists say of a delivery: its text only where that is its subject. */
const listed = {
  ...{ id, dedupeKey, channel, recipient, status, attempts, lastError, createdAt, sentAt, deliveredAt, resolvedAt },
  subject: shownSubject,
}
type Listed = Omit<DeliveryRow, 'text' | 'html' | 'headers' | 'invite' | 'attachments' | 'audience' | 'triesLeft'>

/** The mails and SMS that fit, newest first, one page from `cursor` on, and how many fit. */
export async function listDeliveries(
  db: Db,
  filters: DeliveryFilters,
  cursor?: string,
): Promise<{ rows: Listed[]; total: number }> {
  const wanted = and(fits(filters), stateFits(filters.state))
  return readPage(db, db.select(listed).from(deliveries).$dynamic(), { table: deliveries, wanted, cursor })
}

/** How many of the mails and SMS that fit are in each state. */
export async function countDeliveries(db: Db, filters: Omit<DeliveryFilters, 'state'>) {
  const countOf = (state: DeliveryFilters['state']) =>
    sql<number>`count(*) filter (where ${stateFits(state)})`.mapWith(Number)
  const counts = {
    all: count(),
    queued: countOf('queued'),
    sent: countOf('sent'),
    failed: countOf('failed'),
    superseded: countOf('superseded'),
    retried: countOf('retried'),
  }
  return only(await db.select(counts).from(deliveries).where(fits(filters)))
}

/** All about one mail or SMS, as far as this member of staff may read it. Throws `NotFound`. */
export async function deliveryDetails(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  staff: Account,
  deliveryId: string,
): Promise<DeliveryDetails> {
  const row = await find(db, deliveryId)
  const refusal = textRefusal(row, staff)
  return {
    ...presentDelivery({ ...row, subject: firstWords(row) }),
    text: refusal ? null : row.text,
    textRefusal: refusal,
    attachments: row.invite ? [inviteName] : [],
    // A server may quote what it was given.
    providerError: row.audience === 'nobody' ? null : row.lastError,
    ...(await whetherResent(db, env, row)),
  }
}

/**
 * Queues a failed mail once more, or a copy of an SMS or of a mail that was sent; returns what is queued. Throws `NotFound`,
 * `Conflict` where it cannot be sent again, and what `smsRefusal` says of an SMS.
 */
export async function resendDelivery(deps: Deps, deliveryId: string): Promise<Delivery> {
  return deps.db.transaction(async (tx) => {
    const row = await find(tx, deliveryId, true)
    const { resendRefusal: refusal } = await whetherResent(tx, deps.env, row)
    if (refusal) throw new Conflict(refusal)
    // The cap on SMS (SMS-2) holds for those sent again, too.
    const smsRefused = row.channel === 'sms' ? await smsRefusal(deps, tx, row.recipient) : null
    if (smsRefused) throw smsRefused
    // An SMS is a new one each time, since the cap counts them by their day.
    const isRequeued = row.status === 'failed' && row.channel === 'mail'
    const again = isRequeued ? await requeue(deps, tx, row) : await copy(deps, tx, row)
    return presentDelivery({ ...again, subject: firstWords(again) })
  })
}

/** Staff have dealt with a failed one; a repeat changes nothing. Throws `NotFound`, and `Conflict` for what did not fail. */
export async function resolveDelivery(deps: Pick<Deps, 'db' | 'now'>, deliveryId: string): Promise<Delivery> {
  return deps.db.transaction(async (tx) => {
    const row = await find(tx, deliveryId, true)
    if (row.status !== 'failed') throw new Conflict('It did not fail: there is nothing to deal with.')
    const resolvedAt = row.resolvedAt ?? deps.now()
    await tx.update(deliveries).set({ resolvedAt }).where(eq(deliveries.id, row.id))
    return presentDelivery({ ...row, resolvedAt, subject: firstWords(row) })
  })
}

/** A delivery as answers carry it. */
export function presentDelivery(row: Listed): Delivery {
  const { id, channel, recipient, subject, status, attempts, lastError, createdAt, sentAt, deliveredAt, resolvedAt } =
    row
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
    deliveredAt: deliveredAt?.toISOString() ?? null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}

function fits({ channel, to }: DeliveryFilters): SQL | undefined {
  return and(isListed, channel && eq(deliveries.channel, channel), to ? wentTo(to) : undefined)
}

/** Whether a mail's or SMS's recipient has this text in it, or the digits of this phone number. */
function wentTo(to: string): SQL | undefined {
  const isIn = (part: string) => sql`strpos(lower(${deliveries.recipient}), lower(${part})) > 0`
  const digits = phoneDigits(to)
  return or(isIn(to), digits ? isIn(digits) : undefined)
}

function stateFits(state: DeliveryFilters['state']): SQL | undefined {
  if (state === 'retried') return gt(deliveries.attempts, 1)
  return state && eq(deliveries.status, state)
}

async function find(db: Db | Tx, deliveryId: string, forUpdate = false): Promise<DeliveryRow> {
  const query = db
    .select()
    .from(deliveries)
    .where(and(isListed, eq(deliveries.id, deliveryId)))
  const [row] = await (forUpdate ? query.for('update') : query)
  if (!row) throw new NotFound('This message does not exist.')
  return row
}

/** The cause's name stands first in the dedupe key. */
function kindOf({ dedupeKey }: Pick<DeliveryRow, 'dedupeKey'>): string {
  const [kind = ''] = dedupeKey.split(':')
  return kind
}

function firstWords({ channel, subject, text, audience }: DeliveryRow): string {
  return channel === 'sms' && audience !== 'nobody' ? text.slice(0, 80) : subject
}

function textRefusal({ audience, recipient }: DeliveryRow, staff: Account): string | null {
  if (audience === 'nobody') return 'It carries a one-time code, so nobody can read it here.'
  if (isNobody(recipient)) return 'It was emptied when an account was deleted.'
  if (audience === 'owner' && !staff.isOwner) return 'Only owners read this.'
  if (audience === 'admin' && !staff.isAdmin) return 'Only admins read this.'
  return null
}

/** Whether a mail or SMS can be sent again as it is; what is sent instead where its session has moved. */
async function whetherResent(
  db: Db | Tx,
  env: Env,
  row: DeliveryRow,
): Promise<Pick<DeliveryDetails, 'resendRefusal' | 'newTimeId'>> {
  const refusal = await refusalToResend(db, row)
  if (refusal) return { resendRefusal: refusal, newTimeId: null }
  if (!(await findNewer(db, row)).isOutOfDate) return { resendRefusal: null, newTimeId: null }
  const { id, invite, createdAt, dedupeKey } = await findNews(db, row)
  const zone = env.businessTimeZone
  if (invite.startsAt)
    return { resendRefusal: `This session moved to ${showMoment(invite.startsAt, zone)}.`, newTimeId: id }
  const isCancelled = kindOf({ dedupeKey }) === 'booking-cancelled'
  const since = `${isCancelled ? 'Cancelled on' : 'Not theirs any more since'} ${showDateIn(createdAt, zone)}`
  return { resendRefusal: `${since}: its invite is not sent again.`, newTimeId: null }
}

async function refusalToResend(
  db: Db | Tx,
  { audience, recipient, status, headers }: DeliveryRow,
): Promise<string | null> {
  if (audience === 'nobody') return 'One-time codes are never sent again. Whoever needs one can ask for a new one.'
  if (isNobody(recipient)) return 'It was emptied when an account was deleted.'
  if (status === 'queued') return 'It is already on its way.'
  const isOff = headers.optOut && !(await isWanted(db, recipient, headers.optOut.kind))
  return isOff ? 'Its reader has switched such mails off.' : null
}

async function requeue({ jobs }: Deps, tx: Tx, row: DeliveryRow): Promise<DeliveryRow> {
  const again = { status: 'queued', triesLeft: mostTries, resolvedAt: null } as const
  await tx.update(deliveries).set(again).where(eq(deliveries.id, row.id))
  await jobs.add(tx, sendDelivery, { deliveryId: row.id })
  return { ...row, ...again }
}

/**
 * The key begins with the first one's: it names the person the message is about (`forgetPerson`). The minute in it makes two
 * presses of a button one copy.
 */
async function copy(deps: Deps, tx: Tx, row: DeliveryRow): Promise<DeliveryRow> {
  const { audience, channel, recipient, subject, text, html, headers, invite } = row
  const dedupeKey = `${row.dedupeKey}:again:${deps.now().toISOString().slice(0, 16)}`
  const [made] = await addDeliveries(deps, tx, [
    { dedupeKey, audience, channel, recipient, subject, text, html, headers, invite },
  ])
  if (!made) throw new Conflict('It was sent again a moment ago.')
  // Its copy goes on: that may fail, too.
  if (row.status === 'failed')
    await tx.update(deliveries).set({ resolvedAt: deps.now() }).where(eq(deliveries.id, row.id))
  return made
}
