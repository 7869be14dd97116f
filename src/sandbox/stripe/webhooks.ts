import type { DatabaseSync } from 'node:sqlite'
import Stripe from 'stripe'
import { readSwitches } from '#src/sandbox/misbehaviour.ts'

/** Where events go: asked for at each try, null while nobody listens. */
export type WebhookTarget = { url: () => string | null; secret: string }

const maxTries = 12
const timeoutMs = 10_000
/** Longer than a try can take: a delivery whose process died is taken up again after this time. */
const leaseMs = timeoutMs + 5_000

// Only its signing is used; the key is never sent anywhere.
const { webhooks } = new Stripe('sk_test_unused')

/** Sends the deliveries that are due now. Every try is noted; after a failure the next one waits 1, 2, 4, 8 … `retryAfterMs`. */
export async function deliverDue(
  db: DatabaseSync,
  target: WebhookTarget,
  { retryAfterMs, signal }: Pace,
): Promise<void> {
  const url = target.url()
  if (!url) return
  await Promise.all(claimDue(db).map((delivery) => deliver(db, url, target.secret, delivery, { retryAfterMs, signal })))
}

/** The first pause between tries, and the signal that ends the tries under way. */
type Pace = { retryAfterMs: number; signal: AbortSignal }

type Delivery = { event_id: string; tries: number }

/** Takes up to ten due deliveries for this process: while leased, no other process sends them. */
function claimDue(db: DatabaseSync): Delivery[] {
  const now = Date.now()
  const due = 'select event_id from deliveries where next_at <= ? order by next_at limit 10'
  // A look before the update, because an update takes the write lock even when it changes nothing.
  if (!db.prepare(due).get(now)) return []
  const claim = `update deliveries set tries = tries + 1, next_at = ? where event_id in (${due}) returning event_id, tries`
  return db.prepare(claim).all(now + leaseMs, now) as Delivery[]
}

async function deliver(
  db: DatabaseSync,
  url: string,
  secret: string,
  { event_id, tries }: Delivery,
  { retryAfterMs, signal }: Pace,
): Promise<void> {
  const payload = db.prepare('select body from objects where id = ?').get(event_id)!.body as string
  const { lost, doubled, forged } = readSwitches(db)
  const send = () => post(url, payload, webhooks.generateTestHeaderString({ payload, secret }), signal)
  const [result] = lost
    ? ['lost']
    : await Promise.all([
        send(),
        ...Array.from({ length: doubled }, send),
        ...(forged ? [sendForged(url, payload, signal)] : []),
      ])
  const done = lost || result === 'accepted' || tries >= maxTries
  const pauseMs = Math.min(2 ** (tries - 1), 32) * retryAfterMs
  db.prepare('update deliveries set url = ?, last_result = ?, next_at = ? where event_id = ?').run(
    url,
    result,
    done ? null : Date.now() + pauseMs,
    event_id,
  )
}

/** What an attacker would send: a new event of the same content, signed with another key. */
function sendForged(url: string, original: string, signal: AbortSignal): Promise<string> {
  const event = JSON.parse(original) as Stripe.Event
  const payload = JSON.stringify({ ...event, id: event.id.replace('evt_', 'evt_forged_') })
  return post(url, payload, webhooks.generateTestHeaderString({ payload, secret: 'whsec_forged' }), signal)
}

async function post(url: string, body: string, signature: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return response.ok ? 'accepted' : `refused: ${response.status}`
  } catch (error) {
    return `failed: ${String(error)}`
  }
}

/** Sends the events of a payment, its refunds and its disputes once more, under their old ids. Returns how many. */
export function resendWebhooks(db: DatabaseSync, intentId: string): number {
  const resent = db
    .prepare(
      `update deliveries set next_at = ?, tries = 0 where event_id in (
         select id from objects where kind = 'event'
         and ? in (body ->> '$.data.object.id', body ->> '$.data.object.payment_intent'))`,
    )
    .run(Date.now(), intentId)
  return Number(resent.changes)
}
