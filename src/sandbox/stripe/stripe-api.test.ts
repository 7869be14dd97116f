import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '#src/sandbox/sandbox.ts'

let dataDir: string
let sandbox: Sandbox
let stripe: Stripe

const start = async (pace: SandboxOptions['pace'] = {}) => {
  const webhook = { url: () => null, secret: 'whsec_test' }
  sandbox = await startSandbox({ dataDir, webhook, pace: { settleAfter: 200, ...pace } })
  const { secretKey, apiAddress } = sandbox.stripe
  stripe = new Stripe(secretKey, { ...apiAddress, maxNetworkRetries: 0, telemetry: false })
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  await start()
})

afterEach(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true })
})

const session = { amount: 2900, currency: 'usd', automatic_payment_methods: { enabled: true } }
const pay = (token = 'pm_card_visa') =>
  stripe.paymentIntents.create({ ...session, confirm: true, payment_method: token })
const eventTypes = () => sandbox.ledger.events().map(({ type }) => type)

test('a payment starts with a client secret, its metadata and nothing received', async () => {
  const intent = await stripe.paymentIntents.create({ ...session, description: 'Pro', metadata: { serviceId: 'pro' } })

  expect(intent).toMatchObject({ status: 'requires_payment_method', amount: 2900, amount_received: 0 })
  expect(intent).toMatchObject({ currency: 'usd', description: 'Pro', metadata: { serviceId: 'pro' } })
  expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
  expect(intent.lastResponse.requestId).toMatch(/^req_/)
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id })
})

test('the same idempotency key replays the answer, and refuses other parameters', async () => {
  const key = { idempotencyKey: 'order-1' }
  const first = await stripe.paymentIntents.create(session, key)
  const again = await stripe.paymentIntents.create(session, key)

  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(sandbox.ledger.intents()).toHaveLength(1)
  await expect(stripe.paymentIntents.create({ ...session, amount: 100 }, key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('a decline is replayed under its key, a call that makes no sense is not', async () => {
  const intent = await stripe.paymentIntents.create(session)
  const confirm = () =>
    stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'k' })
  await expect(confirm()).rejects.toMatchObject({ code: 'card_declined' })
  await expect(confirm()).rejects.toMatchObject({ code: 'card_declined' })
  expect(eventTypes().filter((type) => type === 'payment_intent.payment_failed')).toHaveLength(1)

  const key = { idempotencyKey: 'k2' }
  await expect(stripe.paymentIntents.create({ ...session, amount: 1 }, key)).rejects.toMatchObject({ param: 'amount' })
  await expect(stripe.paymentIntents.create(session, key)).resolves.toMatchObject({ amount: 2900 })
})

test('of two calls at once under one key, the second is told to wait', async () => {
  await sandbox.close()
  await start({ latency: 100 })
  const create = () => stripe.paymentIntents.create(session, { idempotencyKey: 'twice' })
  const [first, second] = await Promise.allSettled([create(), create()])

  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
  const refused = [first, second].find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(sandbox.ledger.intents()).toHaveLength(1)
})

test('4242 pays, with a charge that can be expanded', async () => {
  const paid = await pay()
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2900 })
  const { latest_charge } = await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] })
  expect(latest_charge).toMatchObject({ object: 'charge', paid: true, amount: 2900, payment_intent: paid.id })
  expect(eventTypes()).toEqual(['payment_intent.succeeded', 'payment_intent.created'])
})

test('0002 is declined in words the customer reads, and another card may follow', async () => {
  const intent = await stripe.paymentIntents.create(session)
  const declined = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' })
  await expect(declined).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    payment_intent: { status: 'requires_payment_method' },
  })
  expect(sandbox.ledger.intent(intent.id).last_payment_error).toMatchObject({ code: 'card_declined' })
  await expect(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).resolves.toMatchObject({
    status: 'succeeded',
    last_payment_error: null,
  })
})

test('0077 is processing at first and succeeds by itself, also after a restart', async () => {
  const intent = await pay('pm_card_bypassPending')
  expect(intent.status).toBe('processing')
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })

  await sandbox.close()
  await start()
  await expect.poll(() => sandbox.ledger.intent(intent.id).status).toBe('succeeded')
  expect(eventTypes()).toEqual(['payment_intent.succeeded', 'payment_intent.processing', 'payment_intent.created'])
})

test('an open payment can be cancelled once, a paid one never', async () => {
  const { id } = await stripe.paymentIntents.create(session)
  const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 })
  await expect(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })

  const paid = await pay()
  await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
    message: expect.stringContaining('it has a status of succeeded'),
  })
})

test('metadata is merged, and the amount is fixed once paid', async () => {
  const intent = await stripe.paymentIntents.create({ ...session, metadata: { a: '1', b: '2' } })
  const changed = await stripe.paymentIntents.update(intent.id, { amount: 3900, metadata: { b: '', c: '3' } })
  expect(changed).toMatchObject({ amount: 3900, metadata: { a: '1', c: '3' } })
  expect(changed.metadata).not.toHaveProperty('b')

  const paid = await pay()
  await expect(stripe.paymentIntents.update(paid.id, { amount: 100 })).rejects.toMatchObject({ statusCode: 400 })
  await expect(stripe.paymentIntents.update(paid.id, { description: 'later' })).resolves.toBeDefined()
})

test('refunds add up to the amount and never above it', async () => {
  const { id } = await pay()
  const half = await stripe.refunds.create({ payment_intent: id, amount: 1450, metadata: { cause: 'late' } })
  expect(half).toMatchObject({ status: 'succeeded', amount: 1450, payment_intent: id, metadata: { cause: 'late' } })
  await expect(stripe.refunds.create({ payment_intent: id, amount: 1451 })).rejects.toMatchObject({ param: 'amount' })
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 1450 })
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_already_refunded' })

  expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([1450, 1450])
  const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(latest_charge).toMatchObject({ amount_refunded: 2900, refunded: true })
  expect(eventTypes().slice(0, 2)).toEqual(['refund.created', 'charge.refunded'])
})

test('an unpaid payment has nothing to refund', async () => {
  const { id } = await stripe.paymentIntents.create(session)
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 })
})

test('a refund may come back, and the amount can then be refunded again', async () => {
  const { id } = await pay('pm_card_refundFail')
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('succeeded')
  await expect.poll(() => sandbox.ledger.refunds(id)[0]).toMatchObject({ status: 'failed' })
  expect(eventTypes().slice(0, 2)).toEqual(['refund.failed', 'refund.updated'])
  await expect(stripe.refunds.create({ payment_intent: id })).resolves.toMatchObject({ amount: 2900 })
})

test('lists are paged, newest first, and filtered by time and type', async () => {
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await stripe.paymentIntents.create(session)).id)
  const listed: string[] = []
  for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) listed.push(id)
  expect(listed).toEqual(ids)

  const future = Math.floor(Date.now() / 1000) + 60
  expect((await stripe.paymentIntents.list({ created: { gte: future } })).data).toEqual([])
  expect((await stripe.events.list({ types: ['payment_intent.created'], limit: 100 })).data).toHaveLength(5)
  expect((await stripe.events.list({ type: 'refund.failed' })).data).toEqual([])
})

test('wrong keys, ids, parameters and addresses are refused in the shape of Stripe', async () => {
  const stranger = new Stripe('sk_test_other', sandbox.stripe.apiAddress)
  await expect(stranger.paymentIntents.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
  await expect(stripe.paymentIntents.retrieve('pi_no')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_no'",
  })
  const nonsense = { currency: 'usd', amout: 2900 } as unknown as Stripe.PaymentIntentCreateParams
  await expect(stripe.paymentIntents.create(nonsense)).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
  })
  await expect(stripe.paymentIntents.create({ ...session, ...nonsense, amount: 2900 })).rejects.toMatchObject({
    code: 'parameter_unknown',
    param: 'amout',
  })
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404 })
})
