import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { newId } from '#src/platform/database/columns.ts'
import { showDollars } from '#src/shared/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor, sendStripeEvent } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { orders, paymentProblems, refunds } from '../table.ts'
import { reconcile } from './reconcile.ts'
import { checkRefundOf } from './refunds.ts'

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

const start = starts[40]!
type Player = Awaited<ReturnType<typeof aUser>>
const aPaidBooking = (player: Player, card?: string) => aPaidBookingFor(app, player.token, start, { card })
const cancel = (booking: { id: string; price: string }, token: string) =>
  app.call(cancelBooking, { params: { bookingId: booking.id }, body: { refund: booking.price } }, token)
const bookingsOf = (paymentId: string) => app.deps.db.select().from(bookings).where(eq(bookings.paymentId, paymentId))

const half = basic.cents / 2

/** Half of a paid booking is to go back: written down but not sent. */
async function anUnsentRefund() {
  const { id, paymentId } = await aPaidBooking(await aUser(app.deps))
  const [order] = await app.deps.db.update(orders).set({ refunded: half }).where(eq(orders.bookingId, id)).returning()
  await app.deps.db.update(bookings).set({ refundDue: half }).where(eq(bookings.id, id))
  const refund = { orderId: order!.id, cause: 'cancelled', causeId: id, amount: half } as const
  const [written] = await app.deps.db.insert(refunds).values(refund).returning()
  return { intentId: paymentId!, refund: written! }
}
const hoursLater = (hours: number) => {
  clock = new Date(Date.now() + hours * 3_600_000)
}
const repair = () => reconcile(app.deps)
const statusOf = async (id: string) => (await app.deps.db.select().from(refunds).where(eq(refunds.id, id)))[0]!.status

test('that the provider sent and never told us of is found a day later, when it has forgotten the key', async () => {
  const { intentId, refund } = await anUnsentRefund()
  // As if it had answered 500 after its work, or we had ended before its answer came.
  await stripe.refunds.create({ payment_intent: intentId, amount: half, metadata: { refundKey: refund.id } })
  hoursLater(26)
  await repair()
  await repair()
  expect(app.sandbox.ledger.refunds(intentId)).toMatchObject([{ amount: half }])
  expect(await statusOf(refund.id)).toBe('done')
})

test('of the same amount that somebody made by hand is not taken for ours', async () => {
  const { intentId, refund } = await anUnsentRefund()
  await stripe.refunds.create({ payment_intent: intentId, amount: half })
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
  expect(await raised()).toMatchObject([{ kind: 'refund-failed', text: expect.stringContaining(showDollars(half)) }])
})

test('that stays pending at the provider is asked about, never created again', async () => {
  const player = await aUser(app.deps)
  const booking = await aPaidBooking(player, 'pm_card_pendingRefund')
  await cancel(booking, player.token)
  await app.runJobs()
  const [first] = app.sandbox.ledger.refunds(booking.paymentId!)
  const row = () => app.deps.db.select({ refund: refunds }).from(refunds).where(eq(refunds.providerId, first!.id))
  const [written] = await row()
  // What the provider forgets after a day: the key that made the repeat harmless.
  await app.deps.db.update(refunds).set({ attempt: 2 }).where(eq(refunds.id, written!.refund.id))
  hoursLater(0.5)
  await repair()
  expect(app.sandbox.ledger.refunds(booking.paymentId!)).toHaveLength(1)
  await expect
    .poll(async () => {
      await repair()
      return (await row())[0]!.refund.status
    })
    .toBe('done')
})

test('that the provider refuses for good is raised to the owner at once', async () => {
  const player = await aUser(app.deps)
  const booking = await aPaidBooking(player)
  await stripe.refunds.create({ payment_intent: booking.paymentId! })
  await cancel(booking, player.token)
  await app.runJobs()
  const [order] = await app.deps.db.select().from(orders).where(eq(orders.bookingId, booking.id))
  const raised = await app.deps.db.select().from(paymentProblems).where(eq(paymentProblems.orderId, order!.id))
  expect(raised).toContainEqual(
    expect.objectContaining({
      kind: 'refund-failed',
      text: expect.stringContaining(`refuses to send ${basic.shown} back`),
    }),
  )
})

test('of a cancelled booking is sent once, although it is cancelled and refunded many times', async () => {
  const player = await aUser(app.deps)
  const booking = await aPaidBooking(player)
  await Promise.all(Array.from({ length: 10 }, () => cancel(booking, player.token)))
  await app.runJobs()
  hoursLater(0.1)
  await repair()
  await app.runJobs()
  expect(app.sandbox.ledger.refunds(booking.paymentId!)).toMatchObject([{ amount: basic.cents }])
  expect(await bookingsOf(booking.paymentId!)).toMatchObject([
    { status: 'cancelled', refundDue: basic.cents, refunded: basic.cents },
  ])
})

test('that the provider took and could not send is tried again, never doubled, and raised in the end', async () => {
  const player = await aUser(app.deps)
  const booking = await aPaidBooking(player, 'pm_card_refundFail')
  await cancel(booking, player.token)
  for (let attempt = 1; attempt <= 3; attempt++) {
    await app.runJobs()
    await expect
      .poll(() => app.sandbox.ledger.refunds(booking.paymentId!).filter(({ status }) => status === 'failed').length)
      .toBe(attempt)
    for (const refund of app.sandbox.ledger.refunds(booking.paymentId!))
      await sendStripeEvent(app, 'refund.failed', refund, `evt_${refund.id}_${attempt}`)
    await app.runJobs()
    hoursLater(attempt / 6)
    await repair()
  }
  await app.runJobs()
  const sent = app.sandbox.ledger.refunds(booking.paymentId!)
  expect(sent.map((refund) => refund.status)).toEqual(['failed', 'failed', 'failed'])
  expect(await bookingsOf(booking.paymentId!)).toMatchObject([{ refundDue: basic.cents, refunded: 0 }])
  const [row] = await app.deps.db
    .select({ id: refunds.id, status: refunds.status })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(orders.bookingId, booking.id))
  expect(row!.status).toBe('failed')
  expect(
    await app.deps.db
      .select()
      .from(paymentProblems)
      .where(eq(paymentProblems.subject, `refund:${row!.id}`)),
  ).toMatchObject([{ kind: 'refund-failed' }])
})

test('of goodwill can be given a second time, each of them once', async () => {
  const booking = await aPaidBooking(await aUser(app.deps))
  await app.deps.db.update(bookings).set({ refundDue: 1500 }).where(eq(bookings.id, booking.id))
  const give = (causeId: string, amount: number) =>
    app.deps.db.transaction((tx) =>
      app.deps.jobs.emit(tx, refundDue, { bookingId: booking.id, cause: 'goodwill', causeId, amount }),
    )
  const [first, second] = [newId(), newId()]
  for (const [causeId, amount] of [
    [first, 500],
    [second, 1000],
    [first, 500],
  ] as const)
    await give(causeId, amount)
  await app.runJobs()
  const sent = app.sandbox.ledger.refunds(booking.paymentId!).map(({ amount }) => amount)
  expect(sent.sort((a, b) => a - b)).toEqual([500, 1000])
  expect(await bookingsOf(booking.paymentId!)).toMatchObject([{ refundDue: 1500, refunded: 1500 }])
})

test('that a booking owes without an order is raised to the owner, with the booking', async () => {
  const player = await aUser(app.deps)
  // As an import would bring it: paid somewhere, but through no order of ours.
  const imported = await aBooking(app.deps, { player, start })
  const cancelled = await cancel({ id: imported.id, price: basic.decimal }, player.token)
  expect(cancelled.status).toBe(200)
  await app.runJobs()
  const raised = await app.deps.db.select().from(paymentProblems).where(eq(paymentProblems.bookingId, imported.id))
  expect(raised).toMatchObject([
    { kind: 'refund-without-order', text: expect.stringContaining(`${basic.shown} is due back`) },
  ])
})

test('a refund of ours whose event comes before the answer to our call is no mismatch', async () => {
  const player = await aUser(app.deps)
  const booking = await aPaidBooking(player)
  await cancel(booking, player.token)
  await app.runJobs()
  const [sent, ...more] = app.sandbox.ledger.refunds(booking.paymentId!)
  expect(more).toEqual([])
  await app.deps.db.update(refunds).set({ providerId: null, status: 'pending' }).where(eq(refunds.providerId, sent!.id))
  await checkRefundOf(app.deps, sent!.id)
  const problems = await app.deps.db.select().from(paymentProblems)
  expect(JSON.stringify(problems)).not.toContain(booking.paymentId!)
})
