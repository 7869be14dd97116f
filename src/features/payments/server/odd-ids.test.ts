import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { confirmBooking } from '#src/features/payments/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { settlePayment } from './payments.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test.each([['pi_x’ AND 1=1'], ['../refunds/re_1'], [`pi_${'x'.repeat(150)}`]])(
  'a payment that cannot be one (%s) does not exist, and the provider is not asked about it',
  async (paymentIntentId) => {
    // Asked, it would say that the provider does not answer.
    app.sandbox.misbehave.set({ fail500: 'before', fail500Calls: 100 })
    const { token } = await aUser(app.deps)
    expect((await app.call(confirmBooking, { body: { paymentIntentId } }, token)).status).toBe(404)
    app.sandbox.misbehave.clear()
  },
)

test('a payment of another integration on the same account, with an order id of its own, is not ours', async () => {
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  for (const orderId of ['A-1001', '-'.repeat(36)]) {
    const { id } = await stripe.paymentIntents.create({
      ...{ amount: basic.cents, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', metadata: { orderId } },
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    await expect(settlePayment(app.deps, id)).rejects.toThrow('This payment does not exist.')
    const { token } = await aUser(app.deps)
    expect((await app.call(confirmBooking, { body: { paymentIntentId: id } }, token)).status).toBe(404)
  }
})

const event = { id: 'evt_1', object: 'event', type: 'x', data: { object: { id: 'pi_1', object: 'payment_intent' } } }

test.each([
  [{ ...event, type: undefined }],
  [{ ...event, id: undefined }],
  [{ ...event, data: {} }],
  [{ ...event, id: 'x'.repeat(10_000) }],
  [{ ...event, data: { object: { id: 'pi_\0', object: 'payment_intent' } } }],
])('a signed event that is none (case %#) is refused', async (odd) => {
  const payload = JSON.stringify(odd)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_test' })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await app.app.http.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })
  expect(answer.statusCode).toBe(400)
})
