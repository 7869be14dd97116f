import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import * as calls from '#src/features/payments/contract.ts'
import * as moneyCalls from '#src/features/payments/money-contract.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logInAgain } from '#tests/support/attacks/log-in-again.ts'
import { anIntentFor, aPaidBookingFor, sendStripeEvent } from '#tests/support/paid-booking.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { draws } from '#tests/support/random-draws.ts'
import { starts } from '#tests/support/starts.ts'
import { orders, paymentProblems, refunds } from '../table.ts'
import { expireOrSettle, reconcile } from './reconcile.ts'

let app: TestApp
let stripe: Stripe
let clock: Date
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
})
beforeEach(() => {
  clock = new Date()
  app.sandbox.misbehave.clear()
})
afterAll(() => app.close())

const start = starts[40]!
const minutesLater = (minutes: number) => {
  clock = new Date(Date.now() + minutes * 60_000)
}
const repair = () => reconcile(app.deps)
type Player = Awaited<ReturnType<typeof aUser>>

const anIntent = (player: Player) => anIntentFor(app, player.token, start)
const aPaidBooking = (player: Player) => aPaidBookingFor(app, player.token, start)
const cancel = (booking: { id: string; price: string }, token: string) =>
  app.call(cancelBooking, { params: { bookingId: booking.id }, body: { refund: booking.price } }, token)
const bookingsOf = (paymentId: string) => app.deps.db.select().from(bookings).where(eq(bookings.paymentId, paymentId))
const problemsOf = async (text: string) =>
  (await app.deps.db.select().from(paymentProblems)).filter(
    (problem) => problem.text.includes(text) || problem.subject.includes(text),
  )

/** A payment at the provider that no order of ours asked for. */
const aStray = () =>
  stripe.paymentIntents.create({
    amount: 1234,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })

describe('reconciliation', () => {
  test('books what was paid although every webhook was lost, within 5 minutes', async () => {
    const player = await aUser(app.deps)
    const intent = await anIntent(player)
    await payByCard(app.url, intent)
    await repair()
    expect(await bookingsOf(intent.paymentIntentId), 'it may still be on its usual way').toHaveLength(0)
    minutesLater(5)
    await Promise.all([repair(), repair()])
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(1)
  })

  test('books what was paid for an order that does not know its payment', async () => {
    const intent = await anIntent(await aUser(app.deps))
    app.sandbox.misbehave.set({ lost: true })
    await payByCard(app.url, intent)
    // The process ended between asking the provider and noting its answer.
    await app.deps.db.update(orders).set({ intentId: null }).where(eq(orders.id, intent.orderId))
    await repair()
    await app.runJobs()
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(1)
  })

  test('gives back an hour whose time to be paid for is over', async () => {
    const intent = await anIntent(await aUser(app.deps))
    minutesLater(15.1)
    await repair()
    expect(app.sandbox.ledger.intent(intent.paymentIntentId).status).toBe('canceled')
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(order).toMatchObject({ status: 'released', seatId: null })
  })

  test('sends a refund whose job was lost', async () => {
    const player = await aUser(app.deps)
    const booking = await aPaidBooking(player)
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.bookingId, booking.id))
    await app.deps.db
      .insert(refunds)
      .values({ orderId: order!.id, cause: 'cancelled', causeId: booking.id, amount: 500 })
    await app.deps.db.update(orders).set({ refunded: 500 }).where(eq(orders.id, order!.id))
    await app.deps.db.update(bookings).set({ refundDue: 500 }).where(eq(bookings.id, booking.id))
    minutesLater(5)
    await repair()
    expect(app.sandbox.ledger.refunds(booking.paymentId!)).toMatchObject([{ amount: 500 }])
    expect(await bookingsOf(booking.paymentId!)).toMatchObject([{ refunded: 500 }])
  })

  test('raises a payment that settling stumbles over again and again, once, until it succeeds', async () => {
    const intent = await anIntent(await aUser(app.deps))
    await payByCard(app.url, intent)
    // Something nobody thought of: another booking names this payment, and the database refuses a second one.
    const { id } = await aBooking(app.deps, { paymentId: intent.paymentIntentId })
    const raised = []
    for (let minute = 1; minute <= 5; minute++) {
      minutesLater(minute)
      await repair()
      raised.push((await problemsOf(intent.orderId)).length)
    }
    expect(raised).toEqual([0, 0, 1, 1, 1])
    const [problem] = await problemsOf(intent.orderId)
    expect(problem).toMatchObject({
      kind: 'unsettled',
      text: expect.stringContaining(`paid ${basic.shown} for 1-on-1 Basic`),
      resolvedAt: null,
    })

    await app.deps.db.update(bookings).set({ paymentId: null }).where(eq(bookings.id, id))
    await repair()
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(1)
    expect((await problemsOf(intent.orderId))[0]!.resolvedAt).toEqual(clock)
  })

  test('raises again what was marked as dealt with by mistake, until the money is given back at the provider', async () => {
    const owner = await aUser(app.deps, { isOwner: true })
    const [stumbling, mismatched] = [await anIntent(await aUser(app.deps)), await anIntent(await aUser(app.deps))]
    for (const intent of [stumbling, mismatched]) await payByCard(app.url, intent)
    await aBooking(app.deps, { paymentId: stumbling.paymentIntentId })
    await app.deps.db.update(orders).set({ amount: 100 }).where(eq(orders.id, mismatched.orderId))
    const both = async () => [
      ...(await problemsOf(stumbling.orderId)),
      ...(await problemsOf(`payment:${mismatched.paymentIntentId}`)),
    ]
    const openKinds = async () => (await both()).flatMap(({ kind, resolvedAt }) => (resolvedAt ? [] : [kind]))
    const dealWithAll = async () => {
      await logInAgain(app.deps, clock)
      for (const { id, resolvedAt } of await both())
        if (!resolvedAt) await app.call(calls.resolveProblem, { params: { problemId: id } }, owner.token)
    }
    for (const minute of [1, 2, 3]) {
      minutesLater(minute)
      await repair()
    }
    expect(await openKinds()).toEqual(['unsettled', 'mismatch'])
    await dealWithAll()
    const day = 24 * 60
    minutesLater(day)
    await repair()
    expect(await openKinds()).toEqual([])
    minutesLater(day + 4)
    await Promise.all([repair(), repair()])
    expect(await openKinds()).toEqual(['unsettled', 'mismatch'])

    for (const { paymentIntentId } of [stumbling, mismatched])
      await stripe.refunds.create({ payment_intent: paymentIntentId })
    await dealWithAll()
    for (const days of [3, 4]) {
      minutesLater(days * day)
      await repair()
    }
    expect(await openKinds()).toEqual([])
    for (const { orderId } of [stumbling, mismatched]) {
      const [order] = await app.deps.db.select().from(orders).where(eq(orders.id, orderId))
      expect(order).toMatchObject({ status: 'released', bookingId: null })
    }
  })

  test('raises what it cannot repair, once: unknown money, another amount, a refund made elsewhere', async () => {
    const owner = await aUser(app.deps, { isOwner: true })
    const stray = await aStray()
    const intent = await anIntent(await aUser(app.deps))
    await app.deps.db.update(orders).set({ amount: 100 }).where(eq(orders.id, intent.orderId))
    await payByCard(app.url, intent)
    const booking = await aPaidBooking(await aUser(app.deps))
    await stripe.refunds.create({ payment_intent: booking.paymentId!, amount: 700 })
    for (const minute of [5, 6]) {
      minutesLater(minute)
      await repair()
      await app.runJobs()
    }
    expect(await problemsOf(stray.id)).toMatchObject([{ kind: 'unknown-payment' }])
    expect(await problemsOf(intent.paymentIntentId)).toMatchObject([{ kind: 'mismatch' }])
    const [refundedElsewhere, ...more] = await problemsOf(booking.paymentId!)
    expect([refundedElsewhere!.kind, more]).toEqual(['mismatch', []])

    const shown = await app.call(calls.listProblems, {}, owner.token)
    expect(shown.body.length).toBeGreaterThanOrEqual(3)
    const params = { problemId: refundedElsewhere!.id }
    expect((await app.call(calls.resolveProblem, { params }, owner.token)).status).toBe(200)
    expect((await app.call(calls.resolveProblem, { params }, owner.token)).status).toBe(404)
  })
})

describe('an hour paid for in time', () => {
  test('is booked by the expiry itself, however late that runs', async () => {
    const intent = await anIntent(await aUser(app.deps))
    await payByCard(app.url, intent)
    await expireOrSettle(app.deps, intent.orderId)
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(1)
  })

  test('is refunded, not booked, when the money arrives after the session has begun', async () => {
    const player = await aUser(app.deps)
    const intent = await anIntent(player)
    await payByCard(app.url, intent)
    clock = new Date(start.startsAt.getTime() + 60_000)
    expect(await app.call(calls.confirmBooking, { body: intent }, player.token)).toMatchObject({
      status: 409,
      body: { reason: 'late' },
    })
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(0)
  })
})

describe('the provider’s events', () => {
  test('each 1 to 20 times, shuffled, with the confirmation in between, lead to one end state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.integer({ min: 0, max: 1_000 })),
        fc.integer({ min: 1, max: 20 }),
        async (dice, repeats) => {
          const player = await aUser(app.deps)
          const intent = await anIntent(player)
          await payByCard(app.url, intent)
          const object = { id: intent.paymentIntentId, object: 'payment_intent' }
          const types = ['created', 'processing', 'succeeded', 'payment_failed', 'canceled', 'requires_action'].map(
            (name) => `payment_intent.${name}`,
          )
          const steps = types.flatMap((type) =>
            Array.from(
              { length: repeats },
              (_, i) => () => sendStripeEvent(app, type, object, `evt_${intent.orderId}_${type}_${i % 3}`),
            ),
          )
          const confirm = async () => void (await app.call(calls.confirmBooking, { body: intent }, player.token))
          steps.push(confirm, confirm, async () => void (await app.runJobs()))
          const shuffled = steps.map((step) => ({ step, key: dice.next().value! })).sort((a, b) => a.key - b.key)
          await Promise.all(shuffled.map(({ step }) => step()))
          await app.runJobs()
          const booked = await bookingsOf(intent.paymentIntentId)
          expect(booked).toHaveLength(1)
          expect(booked[0]).toMatchObject({ status: 'confirmed', price: basic.cents, refundDue: 0 })
          expect(app.sandbox.outbox.list().filter((mail) => mail.to.includes(player.email))).toHaveLength(1)
        },
      ),
      { numRuns: draws(6) },
    )
  })
})

describe('the money desk', () => {
  test('agrees with the provider after bookings and refunds, and shows what differs', async () => {
    const owner = await aUser(app.deps, { isOwner: true })
    const { date } = wallClock(clock, 'America/New_York')
    const desk = async () => {
      // What was read a moment ago would be given again.
      clock = new Date(clock.getTime() + 10_000)
      return (await app.call(moneyCalls.moneyDesk, { query: { date } }, owner.token)).body
    }
    const before = await desk()
    const player = await aUser(app.deps)
    const [kept, cancelled] = [await aPaidBooking(player), await aPaidBooking(player)]
    await cancel(cancelled, player.token)
    await app.runJobs()
    const after = await desk()
    const price = Number(basic.decimal)
    expect(Number(after.booked) - Number(before.booked)).toBe(2 * price)
    expect(Number(after.refunded) - Number(before.refunded)).toBe(price)
    expect(after.difference).toBe(before.difference)
    const row = after.rows.find((each) => each.bookingId === kept.id)
    expect(row).toMatchObject({
      amount: basic.decimal,
      paid: basic.decimal,
      refunded: '0.00',
      refundedByProvider: '0.00',
    })

    await stripe.refunds.create({ payment_intent: kept.paymentId!, amount: 1000 })
    expect(Number((await desk()).difference) - Number(after.difference)).toBe(10)
    const empty = await app.call(moneyCalls.moneyDesk, { query: { date: '2020-01-01' } }, owner.token)
    expect(empty.body).toMatchObject({ booked: '0.00', paid: '0.00', difference: '0.00', rows: [] })
  })
})
