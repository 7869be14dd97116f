import { asc, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { beat, lastBeats } from '#src/platform/database/heartbeats.ts'
import type { ProviderEvent } from '#src/providers/stripe.ts'
import { showInstant } from '#src/shared/times.ts'
import { checkDispute, checkRefund, settleIntent } from './job-kinds.ts'
import { raiseFinding } from './money-desk/problems.ts'
import { orders, providerCursor, providerEvents } from './table.ts'

/**
 * Stores an event of the provider, from its webhook or its list, together with the job that acts on it, so that a
 * repeat does nothing and a crash loses nothing. Returns whether it was new.
 */
export async function acceptEvent(deps: Deps, event: ProviderEvent): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const fresh = await tx
      .insert(providerEvents)
      .values({ id: event.id, type: event.type })
      .onConflictDoNothing()
      .returning()
    if (fresh.length > 0) await plans[event.type]?.(deps, tx, event)
    return fresh.length > 0
  })
}

type Plan = (deps: Deps, tx: Tx, event: ProviderEvent) => Promise<void>

const askAboutRefund: Plan = async ({ jobs }, tx, { refundId }) => {
  if (refundId) await jobs.add(tx, checkRefund, { refundId })
}
const askAboutDispute: Plan = async ({ jobs }, tx, { disputeId }) => {
  if (disputeId) await jobs.add(tx, checkDispute, { disputeId })
}

/**
 * The job for each event; other events are stored and ignored. README and operations.md list these events for the setup
 * of the webhook. Events arrive in any order, so each job asks the provider for the current state.
 */
const plans: Record<string, Plan> = {
  'payment_intent.succeeded': async ({ jobs }, tx, { intentId }) => {
    if (intentId) await jobs.add(tx, settleIntent, { intentId })
  },
  'refund.created': askAboutRefund,
  'refund.updated': askAboutRefund,
  'refund.failed': askAboutRefund,
  'charge.dispute.created': askAboutDispute,
  'charge.dispute.updated': askAboutDispute,
  'charge.dispute.closed': askAboutDispute,
}

/** The events to subscribe to at the provider. */
export const handledEvents = Object.keys(plans)

const minute = 60_000
/** The provider forgets older events. */
const keptMs = 30 * 24 * 60 * minute
/** An event can appear in the list behind a newer one, so this much is read again each time. */
const overlapMs = 5 * minute
/** A webhook comes within seconds. */
const webhookMs = 10_000
/** How many times storing an event may fail before it is skipped and raised for the owner. */
const triesUntilRaised = 3

/**
 * Stores all events since the last run from the provider's list, including those whose webhook never came. An event
 * that fails does not affect the others; it is retried in the next runs, then raised for the owner. A gap so long that
 * the provider has dropped events is raised too. Throws when the provider does not answer.
 */
export async function readEvents(deps: Deps): Promise<void> {
  const { db, payments, log } = deps
  if (!payments) return
  const readAt = deps.now()
  const [cursor] = await db.select().from(providerCursor)
  const since = cursor?.readUntil ?? (await firstTime(deps))
  if (cursor && readAt.getTime() - cursor.readAt.getTime() > keptMs) await raiseGap(deps, cursor.readAt)

  let newest = since
  let untold: ProviderEvent | null = null
  let wasNew = false
  const failed: ProviderEvent[] = []
  const createdAfter = new Date(since.getTime() - overlapMs)
  for await (const event of payments.listEvents({ types: handledEvents, createdAfter })) {
    if (event.createdAt > newest) newest = event.createdAt
    const isNew = await acceptEvent(deps, event).catch((error: unknown) => {
      log.error({ err: error, event: event.id }, 'an event of the payment provider could not be taken')
      failed.push(event)
      return false
    })
    wasNew ||= isNew
    // Of a younger one the webhook may be on its way.
    if (isNew && readAt.getTime() - event.createdAt.getTime() >= webhookMs) untold ??= event
  }
  if (wasNew) await beat(db, 'payment-list', readAt)
  if (untold) await raiseRefused(deps, untold)
  const failedTries = failed.length > 0 ? (cursor?.failedTries ?? 0) + 1 : 0
  const isRaised = failedTries >= triesUntilRaised
  if (isRaised) for (const event of failed) await raiseUntaken(deps, event)
  const next =
    failed.length > 0 && !isRaised
      ? { readUntil: since, readAt, failedTries }
      : { readUntil: newest, readAt, failedTries: 0 }
  await db.insert(providerCursor).values(next).onConflictDoUpdate({ target: providerCursor.id, set: next })
}

/** Where the first run begins: at the oldest order that may be paid, or an hour ago. */
async function firstTime({ db, now }: Deps): Promise<Date> {
  const [oldest] = await db
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(eq(orders.status, 'open'))
    .orderBy(asc(orders.createdAt))
    .limit(1)
  const anHourAgo = new Date(now().getTime() - 60 * minute)
  return oldest && oldest.createdAt < anHourAgo ? oldest.createdAt : anHourAgo
}

/**
 * A refused webhook alone can be anybody's. Since the provider lists an event that no webhook brought, it was probably the
 * provider's, and our secret is wrong; but not when another webhook has been accepted since.
 */
async function raiseRefused(deps: Deps, { type, createdAt }: ProviderEvent): Promise<void> {
  const { 'webhook-refused': refused, 'payment-webhook': accepted } = await lastBeats(deps.db)
  // Beats within a minute are one.
  if (!refused || refused.getTime() < createdAt.getTime() - minute || (accepted && accepted > createdAt)) return
  const at = showInstant(refused, deps.env.businessTimeZone)
  const text = `A webhook was refused at ${at}, and no other brought what the payment provider lists since (${type}): check STRIPE_WEBHOOK_SECRET. Until it is right, payments and disputes are found some minutes late.`
  await raiseFinding(deps, { subject: 'webhook-refused', kind: 'webhook-refused', text })
}

async function raiseGap(deps: Deps, readAt: Date): Promise<void> {
  const from = readAt.toISOString().slice(0, 10)
  const text = `We last read what happened at the payment provider on ${from}, and it keeps that for 30 days only. Compare the days since then under Money, and look for refunds and disputes at the provider.`
  await raiseFinding(deps, { subject: `events-gap:${from}`, kind: 'events-missed', text })
}

async function raiseUntaken(deps: Deps, { id, type }: ProviderEvent): Promise<void> {
  const text = `We could not take in what the payment provider told us (${type}, ${id}): something is wrong with our software. Look it up at the provider, and tell your engineer: the log names this event.`
  await raiseFinding(deps, { subject: `event:${id}`, kind: 'events-missed', text })
}
