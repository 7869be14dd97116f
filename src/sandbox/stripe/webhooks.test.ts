import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#src/sandbox/sandbox.ts'

const secret = 'whsec_test'
let dataDir: string
let sandbox: Sandbox
let stripe: Stripe

/** Events the receiver verified and took. */
let received: Stripe.Event[]
/** The next this many deliveries are answered with 500. */
let failures: number
let listening: boolean

const receiver = createServer(async (request, response) => {
  let payload = ''
  for await (const chunk of request) payload += chunk
  if (failures > 0) {
    failures -= 1
    response.writeHead(500).end()
    return
  }
  received.push(stripe.webhooks.constructEvent(payload, request.headers['stripe-signature']!, secret))
  response.end()
})

const start = async () => {
  const { port } = receiver.address() as AddressInfo
  const url = () => (listening ? `http://127.0.0.1:${port}/api/webhooks/stripe` : null)
  sandbox = await startSandbox({ dataDir, webhook: { url, secret }, pace: { retryAfter: 50 } })
  stripe = new Stripe(sandbox.stripe.secretKey, sandbox.stripe.apiAddress)
}

beforeEach(async () => {
  received = []
  failures = 0
  listening = true
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  await start()
})

afterEach(async () => {
  await sandbox.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
  await rm(dataDir, { recursive: true })
})

const pay = () =>
  stripe.paymentIntents.create({ amount: 2900, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' })
const allDelivered = () => expect.poll(() => sandbox.ledger.pendingWebhooks()).toBe(0)

test('every change is told once, signed, and can be looked up', async () => {
  const intent = await pay()
  await allDelivered()
  expect(received.map(({ type }) => type).sort()).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
  const event = received.find(({ type }) => type === 'payment_intent.succeeded')!
  expect(event.data.object).toMatchObject({ id: intent.id, status: 'succeeded', metadata: {} })
  expect(event.api_version).toBe(Stripe.API_VERSION)
  expect(await stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, type: event.type })
})

test('a failing receiver is asked again until it accepts', async () => {
  failures = 5
  await pay()
  await allDelivered()
  expect(failures).toBe(0)
  expect(new Set(received.map(({ id }) => id)).size).toBe(2)
})

test('what could not be delivered is delivered after a restart', async () => {
  listening = false
  await pay()
  expect(sandbox.ledger.pendingWebhooks()).toBe(2)
  await sandbox.close()
  listening = true
  await start()
  await allDelivered()
  expect(received).toHaveLength(2)
})

test('two processes on one folder share the ledger and tell each event once', async () => {
  const second = await startSandbox({
    dataDir,
    webhook: { url: () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, secret },
  })
  const intents = await Promise.all(Array.from({ length: 10 }, pay))
  expect(second.ledger.intent(intents[9]!.id).status).toBe('succeeded')
  await allDelivered()
  await second.close()
  expect(received).toHaveLength(20)
  expect(new Set(received.map(({ id }) => id)).size).toBe(20)
})
