import { randomBytes } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import Stripe from 'stripe'
import { departureOfWebhook } from '#src/sandbox/misbehaviour.ts'
import { noSuch } from './stripe-refusal.ts'

/**
 * What every Stripe function works on: the database, and how long slow things take (milliseconds). With `happenedAt`
 * what is done is history: dated then, and no webhook tells it.
 */
export type StripeStore = { db: DatabaseSync; settleAfterMs: number; happenedAt?: Date }

type StripeObject = { id: string; object: string }

type Lists = {
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  event: Stripe.Event
}

/** Filters of a list call. `created` is in seconds since 1970, alone or as a range; all else is compared for equality. */
export type ListQuery = {
  limit?: number
  starting_after?: string
  created?: number | Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number>>
  types?: string[]
  payment_intent?: string
  charge?: string
  type?: string
}

/** A new id such as `pi_4f0c…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** Now, or when it happened, in whole seconds since 1970, as Stripe counts. */
export function nowInSeconds({ happenedAt }: StripeStore): number {
  return Math.floor((happenedAt?.getTime() ?? Date.now()) / 1000)
}

/** Writes an object, new or changed. `dueInMs`: it moves on by itself after that many milliseconds. */
export function saveObject({ db }: StripeStore, object: StripeObject, dueInMs?: number): void {
  const dueAt = dueInMs === undefined ? null : Date.now() + dueInMs
  db.prepare(
    `insert into objects (id, kind, body, due_at) values (?, ?, ?, ?)
     on conflict (id) do update set body = excluded.body, due_at = excluded.due_at`,
  ).run(object.id, object.object, JSON.stringify(object), dueAt)
}

/** The object with that id, whatever its kind, or undefined. */
export function findObject({ db }: StripeStore, id: string): StripeObject | undefined {
  const row = db.prepare('select body from objects where id = ?').get(id)
  return row && JSON.parse(row.body as string)
}

/** The object of that kind and id. Throws a 404 refusal when there is none. */
export function getObject<K extends keyof Lists>(store: StripeStore, kind: K, id: string): Lists[K] {
  const object = findObject(store, id)
  if (object?.object !== kind) throw noSuch(kind, id)
  return object as Lists[K]
}

/** The objects whose time to move on has come, oldest first. */
export function dueObjects({ db }: StripeStore): StripeObject[] {
  const rows = db.prepare('select body from objects where due_at <= ? order by seq').all(Date.now())
  return rows.map((row) => JSON.parse(row.body as string))
}

/** One page of a kind, newest first, in Stripe's list shape. */
export function listObjects<K extends keyof Lists>(store: StripeStore, kind: K, query: ListQuery = {}) {
  const { limit = 10, starting_after, created, types, ...equal } = query
  const conditions = ['kind = ?']
  const values: SQLInputValue[] = [kind]
  const where = (condition: string, ...more: SQLInputValue[]) => {
    conditions.push(condition)
    values.push(...more)
  }

  if (starting_after) where('seq < (select seq from objects where id = ?)', getObject(store, kind, starting_after).id)
  if (types) where(`body ->> 'type' in (${types.map(() => '?').join()})`, ...types)
  for (const [field, value] of Object.entries(equal)) {
    if (value !== undefined) where(`body ->> '${field}' = ?`, value)
  }
  const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' }
  const range = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
  for (const [name, seconds] of Object.entries(range)) {
    where(`body ->> 'created' ${operators[name as keyof typeof operators]} ?`, seconds)
  }

  const rows = store.db
    .prepare(`select body from objects where ${conditions.join(' and ')} order by seq desc limit ?`)
    .all(...values, limit + 1)
  const data: Lists[K][] = rows.slice(0, limit).map((row) => JSON.parse(row.body as string))
  return { object: 'list' as const, url: `/v1/${kind}s`, has_more: rows.length > limit, data }
}

/** Records that something happened to `object` and queues the webhook that tells it; of history neither. */
export function recordEvent(store: StripeStore, type: string, object: StripeObject): void {
  if (store.happenedAt) return
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: nowInSeconds(store),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  saveObject(store, event)
  const departure = departureOfWebhook(store.db)
  store.db.prepare('insert into deliveries (event_id, next_at) values (?, ?)').run(event.id, departure)
}

/** Replaces the ids that `expand` names (`latest_charge`, `data.latest_charge`, …) by the objects themselves. */
export function expandObject<T>(store: StripeStore, object: T, expand: string[]): T {
  const copy = structuredClone(object)
  for (const path of expand) expandPath(store, copy, path.split('.'))
  return copy
}

function expandPath(store: StripeStore, object: unknown, [field, ...rest]: string[]): void {
  if (Array.isArray(object)) {
    for (const item of object) expandPath(store, item, [field!, ...rest])
  } else if (field && typeof object === 'object' && object !== null) {
    const fields = object as Record<string, unknown>
    const value = fields[field]
    if (typeof value === 'string') fields[field] = findObject(store, value) ?? value
    expandPath(store, fields[field], rest)
  }
}
