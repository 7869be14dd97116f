import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailer, type Mail, MailRefused } from '#src/providers/mailer.ts'
import { createStripe, type PaymentProvider } from '#src/providers/stripe.ts'
import { createSms, SmsRefused } from '#src/providers/twilio.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

const secret = 'whsec_test'
let dataDir: string
let sandbox: Sandbox
/** The official client without retries, to see each answer; `ours` is the app's. */
let stripe: Stripe
let ours: PaymentProvider

/** What came to the receiver: the id of a rightly signed event, or `forged`. */
let received: { id: string; type: string; at: number }[]
/** What was told of SMS, oldest first. */
let told: Record<string, string>[]

const receiver = createServer(async (request, response) => {
  let payload = ''
  for await (const chunk of request) payload += chunk
  if (request.url === '/status') {
    told.push(Object.fromEntries(new URLSearchParams(payload)))
    return response.end()
  }
  try {
    const { id, type } = stripe.webhooks.constructEvent(payload, request.headers['stripe-signature']!, secret)
    received.push({ id, type, at: Date.now() })
    response.end()
  } catch {
    received.push({ id: 'forged', type: JSON.parse(payload).type, at: Date.now() })
    response.writeHead(400).end()
  }
})

beforeEach(async () => {
  received = []
  told = []
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/webhooks/stripe`
  sandbox = await startSandbox({ dataDir, webhook: { url, secret }, pace: { retryAfter: 50 } })
  stripe = new Stripe(sandbox.stripe.secretKey, { ...sandbox.stripe.apiAddress, maxNetworkRetries: 0 })
  ours = createStripe(sandbox.stripe)
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

describe('webhooks', () => {
  test('lost ones never come, until they are sent again', async () => {
    sandbox.misbehave.set({ lost: true })
    const { id } = await pay()
    await allDelivered()
    expect(received).toEqual([])

    sandbox.misbehave.clear()
    expect(sandbox.resendWebhooks(id)).toBe(2)
    await allDelivered()
    expect(received.map(({ type }) => type).sort()).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
  })

  test('late ones come late, and at once when all is back to normal', async () => {
    sandbox.misbehave.set({ delayed: 400 })
    const paidAt = Date.now()
    await pay()
    await allDelivered()
    expect(Math.min(...received.map(({ at }) => at)) - paidAt).toBeGreaterThanOrEqual(390)

    sandbox.misbehave.set({ delayed: 600_000 })
    await pay()
    sandbox.misbehave.clear()
    await allDelivered()
    expect(received).toHaveLength(4)
  })

  test('repeated ones carry the same id', async () => {
    sandbox.misbehave.set({ doubled: 3 })
    await pay()
    await allDelivered()
    expect(received).toHaveLength(8)
    expect(new Set(received.map(({ id }) => id)).size).toBe(2)
  })

  test('shuffled ones come in another order, each once', async () => {
    sandbox.misbehave.set({ reordered: 1_000 })
    for (let count = 0; count < 10; count += 1) await pay()
    await allDelivered()
    const happened = sandbox.ledger.events().map(({ id }) => id)
    const arrived = received.map(({ id }) => id)
    expect(arrived.toSorted()).toEqual(happened.toSorted())
    expect(arrived).not.toEqual(happened.toReversed())
  })

  test('a forged one beside each has a wrong signature', async () => {
    sandbox.misbehave.set({ forged: true })
    await pay()
    await allDelivered()
    const forged = received.filter(({ id }) => id === 'forged')
    expect(forged.map(({ type }) => type).sort()).toEqual(['payment_intent.created', 'payment_intent.succeeded'])
    expect(received).toHaveLength(4)
  })
})

describe('Stripe', () => {
  const order = { key: 'order-1', amount: 2900, description: 'Pro', orderId: 'o1', metadata: {} }
  const refund = (intentId: string) => ours.refund({ key: 'refund-1', intentId, amount: 2900 })

  test.each(['before', 'after'] as const)('two 500s %s the work are one intent and one refund', async (when) => {
    sandbox.misbehave.set({ fail500: when, fail500Calls: 2 })
    await ours.createIntent(order)
    expect(sandbox.misbehave.read()).toMatchObject({ fail500: 'off', fail500Calls: 0 })
    expect(sandbox.ledger.intents()).toHaveLength(1)

    const { id } = await pay()
    sandbox.misbehave.set({ fail500: when, fail500Calls: 2 })
    expect(await refund(id)).toMatchObject({ status: 'succeeded' })
    expect(sandbox.ledger.refunds(id)).toMatchObject([{ amount: 2900 }])
  })

  test.each(['before', 'after'] as const)('silence %s the work, then a hang-up, is asked again', async (when) => {
    sandbox.misbehave.set({ timeout: when, timeoutCalls: 1, timeoutSeconds: 1 })
    await ours.createIntent(order)
    expect(sandbox.ledger.intents()).toHaveLength(1)
  })

  test('our client waits 4 s for an answer, and asks again under the same key', async () => {
    const { id } = await pay()
    sandbox.misbehave.set({ timeout: 'after', timeoutCalls: 1, timeoutSeconds: 60 })
    const askedAt = Date.now()
    await refund(id)
    expect(Date.now() - askedAt).toBeGreaterThan(3_900)
    expect(sandbox.ledger.refunds(id)).toHaveLength(1)
  })

  test('500s without end are given up; the same key later makes no second intent', async () => {
    sandbox.misbehave.set({ fail500: 'after' })
    await expect(ours.createIntent(order)).rejects.toMatchObject({ statusCode: 500 })
    await expect(stripe.paymentIntents.list()).rejects.toMatchObject({ type: 'StripeAPIError' })
    sandbox.misbehave.clear()
    await ours.createIntent(order)
    expect(sandbox.ledger.intents()).toHaveLength(1)
  })

  test('every card is declined', async () => {
    sandbox.misbehave.set({ decline: true })
    await expect(pay()).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 })
    sandbox.misbehave.clear()
    await expect(pay()).resolves.toMatchObject({ status: 'succeeded' })
  })

  test('no more of a payment is disputed than was paid, and the bank decides once', async () => {
    const { id } = await pay()
    const { id: disputeId } = sandbox.disputes.open(id, { reason: 'product_not_received' })
    expect(() => sandbox.disputes.open(id)).toThrow('disputed already')
    expect(await stripe.disputes.retrieve(disputeId)).toMatchObject({
      object: 'dispute',
      payment_intent: id,
      amount: 2900,
      status: 'needs_response',
      reason: 'product_not_received',
    })
    expect(await refund(id)).toMatchObject({ refused: expect.stringContaining('charged back') })
    sandbox.disputes.close(disputeId, 'lost')
    expect(() => sandbox.disputes.close(disputeId)).toThrow('decided already')
    expect((await stripe.disputes.list({ payment_intent: id })).data).toMatchObject([{ id: disputeId, status: 'lost' }])
    await allDelivered()
    const told = received.map(({ type }) => type).filter((type) => type.startsWith('charge.dispute'))
    expect(told.sort()).toEqual(['charge.dispute.closed', 'charge.dispute.created'])
  })

  test('a bank that only asks holds nothing: a refund answers it, or it becomes a dispute', async () => {
    const refunded = await pay()
    const asked = sandbox.disputes.open(refunded.id, { isInquiry: true })
    expect(asked).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true })
    await refund(refunded.id)
    expect(await stripe.disputes.retrieve(asked.id)).toMatchObject({ status: 'warning_closed' })

    const { id } = await pay()
    const inquiry = sandbox.disputes.open(id, { isInquiry: true })
    const part = sandbox.disputes.open(id, { amount: 900 })
    expect(() => sandbox.disputes.open(id, { amount: 2_001 })).toThrow('disputed already')
    expect(sandbox.disputes.escalate(inquiry.id)).toMatchObject({ status: 'needs_response' })
    expect(() => sandbox.disputes.escalate(part.id)).toThrow('does not ask')
    await allDelivered()
    const told = received.map(({ type }) => type).filter((type) => type.startsWith('charge.dispute'))
    expect(told.sort()).toEqual([
      ...['charge.dispute.closed', 'charge.dispute.created', 'charge.dispute.created', 'charge.dispute.created'],
      'charge.dispute.updated',
    ])
  })
})

describe('mail', () => {
  const mail: Mail = {
    to: 'player@demo.test',
    subject: 'Booked',
    text: 'Yes',
    html: '',
    messageId: '<1@levelup.example>',
  }

  test('is refused in four ways, also on an open connection, and taken again afterwards', async () => {
    const mailer = createMailer(sandbox.smtpUrl, 'Level Up <hello@levelup.example>')
    await mailer.send(mail)
    sandbox.misbehave.set({ mailDown: 'unreachable' })
    await expect(mailer.send(mail)).rejects.not.toBeInstanceOf(MailRefused)
    await expect(mailer.send(mail)).rejects.not.toBeInstanceOf(MailRefused)
    sandbox.misbehave.set({ mailDown: 'busy' })
    await expect(mailer.send(mail)).rejects.toMatchObject({ responseCode: 451 })
    for (const mailDown of ['rejecting', 'refusing'] as const) {
      sandbox.misbehave.set({ mailDown })
      await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailRefused)
    }
    sandbox.misbehave.clear()
    await mailer.send(mail)
    mailer.close()
    expect(sandbox.outbox.list()).toHaveLength(2)
  })
})

describe('SMS', () => {
  const statusCallback = 'http://127.0.0.1/status'
  const sms = { to: '+12125550177', text: 'See you at 5 PM', statusCallback }

  test('goes to the outbox', async () => {
    expect(await createSms(sandbox.sms).send(sms)).toMatch(/^SM[0-9a-f]{32}$/)
    expect(sandbox.outbox.list()).toMatchObject([{ channel: 'sms', to: sms.to, subject: '', text: sms.text }])
  })

  test('is refused in three ways, and taken again afterwards', async () => {
    const { send } = createSms(sandbox.sms)
    sandbox.misbehave.set({ smsDown: 'unreachable' })
    await expect(send(sms)).rejects.toThrow(/did not take the message: (socket hang up|read ECONNRESET)/)
    sandbox.misbehave.set({ smsDown: 'busy' })
    await expect(send(sms)).rejects.toThrow('did not take the message: Service Unavailable')
    sandbox.misbehave.set({ smsDown: 'rejecting' })
    await expect(send(sms)).rejects.toBeInstanceOf(SmsRefused)
    expect(sandbox.outbox.list()).toEqual([])
    sandbox.misbehave.clear()
    await send(sms)
    expect(sandbox.outbox.list()).toHaveLength(1)
  })

  test('is told to have arrived, or not to have, and then nobody has it', async () => {
    const { send } = createSms(sandbox.sms)
    const MessageSid = await send(sms)
    await expect.poll(() => told.map(({ MessageStatus }) => MessageStatus)).toEqual(['sent', 'delivered'])
    expect(told[1]).toMatchObject({ MessageSid, To: sms.to })
    sandbox.misbehave.set({ smsUndelivered: '30003' })
    await send(sms)
    await expect.poll(() => told.at(-1)).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: '30003' })
    expect(sandbox.outbox.list()).toHaveLength(1)
  })

  test.each(['+15005550001', '+15005550004', '+15005550009', '0212 555 0177', '+1'])(
    'to %s is refused for good',
    async (to) => {
      await expect(createSms(sandbox.sms).send({ ...sms, to })).rejects.toBeInstanceOf(SmsRefused)
    },
  )

  test('with a wrong key is a failure that can be put right, and does not tell the key', async () => {
    const sending = createSms({ ...sandbox.sms, authToken: 'not-this-one' }).send(sms)
    const error = await sending.catch((reason: unknown) => reason)
    expect(error).not.toBeInstanceOf(SmsRefused)
    expect(error).toMatchObject({ message: 'The SMS provider did not take the message: Authenticate' })
    const text = { ...sms, text: 'x'.repeat(1601) }
    await expect(createSms(sandbox.sms).send(text)).rejects.toThrow('1600 character limit')
  })
})

test('switches survive a restart, and unknown ones are refused', async () => {
  sandbox.misbehave.set({ smsDown: 'busy' })
  await sandbox.close()
  sandbox = await startSandbox({ dataDir, webhook: { url: () => null, secret } })
  expect(sandbox.misbehave.read().smsDown).toBe('busy')
  expect(() => sandbox.misbehave.set({ lots: true } as object)).toThrow('lots')
  expect(() => sandbox.misbehave.set({ doubled: -1 })).toThrow()
})
