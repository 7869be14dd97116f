import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookings } from '#src/bookings/server/table.ts'
import { aUser } from '#src/demo/a-user.ts'
import { confirmBooking, createPaymentIntent } from '#src/payments/contract.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
import { payByCard } from '#src/testing/pay.ts'
import { reconcile } from './reconcile.ts'
import { orders, paymentProblems, refunds } from './table.ts'

let app: TestApp
let stripe: Stripe
let clock: Date
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => app.close())

/** A paid booking of which $14.50 are to go back, written down but not sent. */
async function anUnsentRefund() {
  const { token } = await aUser(app.deps)
  const intent = (
    await app.call(createPaymentIntent, { body: { amount: 29, metadata: { serviceId: '1on1-basic' } } }, token)
  ).body
  await payByCard(app.url, intent)
  expect((await app.call(confirmBooking, { body: intent }, token)).status).toBe(200)
  const [refund] = await app.deps.db
    .insert(refunds)
    .values({ orderId: intent.orderId, cause: 'cancelled', amount: 1450 })
    .returning()
  await app.deps.db.update(orders).set({ refunded: 1450 }).where(eq(orders.id, intent.orderId))
  await app.deps.db.update(bookings).set({ refundDue: 1450 }).where(eq(bookings.paymentId, intent.paymentIntentId))
  return { intentId: intent.paymentIntentId, refund: refund! }
}
const hoursLater = (hours: number) => {
  clock = new Date(Date.now() + hours * 3_600_000)
}
const repair = () => reconcile(app.deps, { lookBackHours: 1 })
const statusOf = async (id: string) => (await app.deps.db.select().from(refunds).where(eq(refunds.id, id)))[0]!.status

test('that the provider sent and never told us of is found a day later, when it has forgotten the key', async () => {
  const { intentId, refund } = await anUnsentRefund()
  // As if it had answered 500 after its work, or we had ended before its answer came.
  await stripe.refunds.create({ payment_intent: intentId, amount: 1450, metadata: { key: refund.id } })
  hoursLater(26)
  await repair()
  await repair()
  expect(app.sandbox.ledger.refunds(intentId)).toMatchObject([{ amount: 1450 }])
  expect(await statusOf(refund.id)).toBe('done')
})

test('of the same amount that somebody made by hand is not taken for ours', async () => {
  const { intentId, refund } = await anUnsentRefund()
  await stripe.refunds.create({ payment_intent: intentId, amount: 1450 })
  hoursLater(1)
  await repair()
  expect(app.sandbox.ledger.refunds(intentId)).toHaveLength(2)
  expect(await statusOf(refund.id)).toBe('done')
})

test('that is under way for more than three days is raised to the owner, once', async () => {
  const { refund } = await anUnsentRefund()
  app.sandbox.misbehave.set({ fail500: 'before' })
  const raised = () => app.deps.db.select().from(paymentProblems).where(eq(paymentProblems.orderId, refund.orderId))
  for (const [hours, problems] of [
    [71, 0],
    [73, 1],
    [74, 1],
  ] as const) {
    hoursLater(hours)
    await repair().catch(() => {})
    expect(await raised()).toHaveLength(problems)
  }
  app.sandbox.misbehave.clear()
  expect(await raised()).toMatchObject([{ kind: 'refund-failed', text: expect.stringContaining('$14.50') }])
})
