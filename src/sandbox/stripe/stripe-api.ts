import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import type * as z from 'zod'
import { type CallTrouble, takeCallTrouble } from '#src/sandbox/misbehaviour.ts'
import { inTransaction } from '#src/sandbox/sandbox-database.ts'
import { authenticateIntent, cancelIntent, confirmIntent, createIntent, updateIntent } from './payment-intents.ts'
import { updateDispute } from './stripe-disputes.ts'
import * as params from './stripe-params.ts'
import { createRefund } from './stripe-refunds.ts'
import { invalidRequest, type RefusalBody, StripeRefusal } from './stripe-refusal.ts'
import { expandObject, getObject, listObjects, newId, type StripeStore } from './stripe-store.ts'

export const secretKey = 'sk_test_sandbox'
export const publishableKey = 'pk_test_sandbox'

/** One call of Stripe's API: who may make it and what it does. `id` is the one in the address, '' when there is none. */
type Call = {
  method: 'GET' | 'POST'
  url: string
  browser: boolean
  run: (store: StripeStore, id: string, form: ReturnType<typeof params.parseForm>) => () => object
}

/** Parameters are parsed before the call runs: a call that makes no sense does not use up its idempotency key. */
function call<T>(
  method: Call['method'],
  url: string,
  schema: z.ZodType<T>,
  act: (store: StripeStore, id: string, params: T) => object,
  { browser = false } = {},
): Call {
  const run: Call['run'] = (store, id, form) => {
    const parsed = params.parseParams(schema, form)
    return () => act(store, id, parsed)
  }
  return { method, url, browser, run }
}

const calls: Call[] = [
  call('POST', '/payment_intents', params.createIntentParams, (store, _, given) => createIntent(store, given)),
  call('GET', '/payment_intents', params.listParams, (store, _, query) => listObjects(store, 'payment_intent', query)),
  call('GET', '/payment_intents/:id', params.nothing, (store, id) => getObject(store, 'payment_intent', id), {
    browser: true,
  }),
  call('POST', '/payment_intents/:id', params.updateIntentParams, updateIntent),
  call('POST', '/payment_intents/:id/confirm', params.confirmParams, confirmIntent, { browser: true }),
  call('POST', '/payment_intents/:id/cancel', params.cancelParams, (store, id, given) =>
    cancelIntent(store, id, given.cancellation_reason),
  ),
  // Not Stripe's: the answer of the stand-in's own confirmation dialog.
  call(
    'POST',
    '/payment_intents/:id/authenticate',
    params.authenticateParams,
    (store, id, { answer }) => authenticateIntent(store, id, answer),
    { browser: true },
  ),
  call('POST', '/refunds', params.createRefundParams, (store, _, given) => createRefund(store, given)),
  call('GET', '/refunds', params.listOfIntentParams, (store, _, query) => listObjects(store, 'refund', query)),
  call('GET', '/refunds/:id', params.nothing, (store, id) => getObject(store, 'refund', id)),
  call('GET', '/charges', params.listOfIntentParams, (store, _, query) => listObjects(store, 'charge', query)),
  call('GET', '/charges/:id', params.nothing, (store, id) => getObject(store, 'charge', id)),
  call('GET', '/disputes', params.listOfIntentParams, (store, _, query) => listObjects(store, 'dispute', query)),
  call('GET', '/disputes/:id', params.nothing, (store, id) => getObject(store, 'dispute', id)),
  call('POST', '/disputes/:id', params.updateDisputeParams, updateDispute),
  call('GET', '/events', params.listEventsParams, (store, _, query) => listObjects(store, 'event', query)),
  call('GET', '/events/:id', params.nothing, (store, id) => getObject(store, 'event', id)),
]

/**
 * The subset of Stripe's REST API that the app uses, to be registered under `…/v1`.
 * `callers`: the public copy inside the app serves browsers only, and never takes the secret key; it never fails.
 * `latencyMs` makes every call that slow.
 */
export function stripeApi(
  store: StripeStore,
  { callers, latencyMs }: { callers: 'all' | 'browsers'; latencyMs: number },
): FastifyPluginAsync {
  const keysInUse = new Set<string>()

  return async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, body),
    )

    app.addHook('onRequest', async (request, reply) => {
      reply.header('request-id', newId('req'))
      reply.header('stripe-version', request.headers['stripe-version'] ?? Stripe.API_VERSION)
    })

    if (callers === 'all') misbehave(app, store)

    app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
      const status = error.statusCode ?? 500
      const answer = error instanceof StripeRefusal ? error : new StripeRefusal(status, unexpected(status, error))
      reply.status(answer.status).send({ error: answer.body })
    })

    app.setNotFoundHandler((request) => {
      const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`
      throw new StripeRefusal(404, { type: 'invalid_request_error', message })
    })

    for (const { method, url, browser, run } of calls) {
      if (callers === 'browsers' && !browser) continue
      app.route<{ Params: { id?: string } }>({
        method,
        url,
        handler: async (request, reply) => {
          const text = method === 'POST' ? String(request.body ?? '') : (request.url.split('?')[1] ?? '')
          const { expand, key, client_secret, ...form } = params.parseForm(text)
          const common = params.parseParams(params.commonParams, { expand, key, client_secret } as typeof form)
          const caller = identify(request, common.key)
          const id = request.params.id ?? ''
          if (caller === 'browser') {
            if (!browser || common.expand) throw secretKeyRequired()
            checkClientSecret(store, id, common.client_secret)
          } else if (callers === 'browsers') {
            throw invalidKey(secretKey)
          }

          const act = run(store, id, form)
          const present: Present = (object) =>
            caller === 'browser'
              ? publicPart(object as Stripe.PaymentIntent)
              : expandObject(store, object, common.expand ?? [])
          if (method === 'GET') {
            if (latencyMs > 0) await wait(latencyMs)
            return present(act())
          }

          const idempotencyKey = request.headers['idempotency-key']?.toString()
          if (idempotencyKey) {
            if (keysInUse.has(idempotencyKey)) throw keyInUse(idempotencyKey)
            keysInUse.add(idempotencyKey)
            reply.header('idempotency-key', idempotencyKey)
          }
          try {
            if (latencyMs > 0) await wait(latencyMs)
            const result = runOnce(store, idempotencyKey, `${url} ${id} ${text}`, () => attempt(act, present))
            if (result.replayed) reply.header('idempotent-replayed', 'true')
            return reply.status(result.status).type('application/json').send(result.body)
          } finally {
            if (idempotencyKey) keysInUse.delete(idempotencyKey)
          }
        },
      })
    }
  }
}

/** Gives calls the trouble that is switched on: a 500 or silence, in place of the work or only of its answer. */
function misbehave(app: FastifyInstance, { db }: StripeStore): void {
  const inStore = new WeakMap<FastifyRequest, CallTrouble>()

  app.addHook('preHandler', async (request, reply) => {
    const trouble = takeCallTrouble(db)
    if (trouble?.when === 'after') inStore.set(request, trouble)
    if (trouble?.when !== 'before') return
    if (trouble.silenceMs === null) throw new StripeRefusal(500, serverError)
    await hangUp(request, trouble.silenceMs)
    return reply.hijack()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const trouble = inStore.get(request)
    if (!trouble) return payload
    if (trouble.silenceMs !== null) await hangUp(request, trouble.silenceMs)
    reply.status(500)
    return JSON.stringify({ error: serverError })
  })
}

const serverError: RefusalBody = { type: 'api_error', message: 'An unknown error occurred' }

async function hangUp(request: FastifyRequest, afterMs: number): Promise<void> {
  await wait(afterMs, undefined, { ref: false })
  request.raw.socket.destroy()
}

/** Runs a writing call and remembers its answer under the key, both in one transaction; a known key replays it. */
function runOnce({ db }: StripeStore, key: string | undefined, request: string, answer: () => Answer) {
  // A hash, because the request may hold a card number.
  const fingerprint = createHash('sha256').update(request).digest('hex')
  return inTransaction(db, () => {
    const known = key && db.prepare('select request, status, body from idempotency_keys where key = ?').get(key)
    if (known) {
      if (known.request !== fingerprint) throw keyReused(key)
      return { status: known.status as number, body: known.body as string, replayed: true }
    }
    const { status, result } = answer()
    const body = JSON.stringify(result)
    if (key) db.prepare('insert into idempotency_keys values (?, ?, ?, ?)').run(key, fingerprint, status, body)
    return { status, body, replayed: false }
  })
}

type Answer = { status: number; result: object }

/** What the caller gets to see of an object. */
type Present = (object: object) => object

/** A refusal is an answer like any other: what was recorded on the way (a declined try) has to stay. */
function attempt(act: () => object, present: Present): Answer {
  try {
    return { status: 200, result: present(act()) }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const { payment_intent } = error.body
    const shown = payment_intent && { payment_intent: present(payment_intent) }
    return { status: error.status, result: { error: { ...error.body, ...shown } } }
  }
}

function identify(request: FastifyRequest, keyInForm: string | undefined): 'server' | 'browser' {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  // Stripe.js sends its key as a parameter, which leaves the Authorization header to the page's own server.
  if (keyInForm === publishableKey || bearer === publishableKey) return 'browser'
  if (bearer === secretKey && keyInForm === undefined) return 'server'
  throw invalidKey(keyInForm ?? bearer)
}

function checkClientSecret(store: StripeStore, id: string, secret: string | undefined): void {
  if (!secret) throw invalidRequest('Missing required param: client_secret.', { code: 'parameter_missing' })
  if (getObject(store, 'payment_intent', id).client_secret === secret) return
  throw invalidRequest(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    {
      param: 'client_secret',
    },
  )
}

/** What a browser may know of a payment: no metadata, no charge. */
function publicPart(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  const fields = [
    ...(['id', 'object', 'amount', 'automatic_payment_methods', 'canceled_at', 'cancellation_reason'] as const),
    ...(['capture_method', 'client_secret', 'confirmation_method', 'created', 'currency', 'description'] as const),
    ...(['last_payment_error', 'livemode', 'next_action', 'payment_method', 'payment_method_types'] as const),
    ...(['processing', 'receipt_email', 'setup_future_usage', 'shipping', 'status'] as const),
  ]
  return Object.fromEntries(fields.map((field) => [field, intent[field]]))
}

function invalidKey(key: string | undefined): StripeRefusal {
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  return new StripeRefusal(401, { type: 'invalid_request_error', message })
}

function secretKeyRequired(): StripeRefusal {
  return new StripeRefusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

function keyReused(key: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function keyInUse(key: string): StripeRefusal {
  return new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
  })
}

function unexpected(status: number, error: Error): RefusalBody {
  return { type: status < 500 ? 'invalid_request_error' : 'api_error', message: error.message }
}
