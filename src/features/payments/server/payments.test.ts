import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { cards, payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { orders, providerEvents } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const hour = (i: number) => ({ selectedDate: starts[i]!.date, selectedTime: starts[i]!.time })

async function intentFor(token: string, coach: CoachRow, metadata: object = hour(0), amount = basic.decimal) {
  const body = { amount, metadata: { serviceId: '1on1-basic', coachId: coach.id, ...metadata } }
  const answer = await app.call(createPaymentIntent, { body }, token)
  expect(answer.status).toBe(200)
  return answer.body
}
const confirm = (token: string, paymentIntentId: string, more: object = {}) =>
  app.call(confirmBooking, { body: { paymentIntentId, ...more } }, token)
const bookingsOf = (paymentId: string) => app.deps.db.select().from(bookings).where(eq(bookings.paymentId, paymentId))
const mailsTo = (email: string) => app.sandbox.outbox.list().filter((mail) => mail.to.includes(email))

/** A webhook as Stripe would sign it. */
function sendEvent(type: string, intentId: string, { id = `evt_${Math.random()}`, secret = 'whsec_test' } = {}) {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    data: { object: { id: intentId, object: 'payment_intent' } },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return fetch(`${app.url}/api/webhooks/stripe`, {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  })
}

describe('a paid intent', () => {
  test('becomes the booking of what was held, whatever the browser claims', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    expect(await payByCard(app.url, intent)).toBe('succeeded')
    const lies = {
      customerName: 'Eve',
      customerEmail: 'eve@x.io',
      coachName: 'Eve',
      serviceName: 'All',
      servicePrice: 0,
      ...hour(5),
    }
    const { status, body } = await confirm(player.token, intent.paymentIntentId, lies)
    expect(status).toBe(200)
    expect(body.booking).toMatchObject({
      customerName: player.name,
      customerEmail: player.email,
      coachName: coach.name,
      serviceName: '1-on-1 Basic Session',
      price: basic.decimal,
      sessionDate: starts[0]!.date,
      sessionTime: '09:00',
      startsAt: starts[0]!.startsAt.toISOString(),
      status: 'confirmed',
      paymentId: intent.paymentIntentId,
    })
    // 2.9 % and 30 cents, as the provider told.
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(order!.fee).toBe(114)
    expect(body.calendarInvite).toContain('BEGIN:VCALENDAR')
  })

  test('confirmed 50 times at once with the webhook in between is one booking and one mail', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    await payByCard(app.url, intent)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        if (i % 10 === 5) {
          await sendEvent('payment_intent.succeeded', intent.paymentIntentId)
          await app.runJobs()
        }
        return confirm(player.token, intent.paymentIntentId)
      }),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.body.booking.id)).size).toBe(1)
    await app.runJobs()
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(1)
    expect(mailsTo(player.email)).toHaveLength(1)
  })

  test('is booked by the webhook alone, once for any number of repeats', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    await payByCard(app.url, intent)
    for (let i = 0; i < 5; i++)
      expect((await sendEvent('payment_intent.succeeded', intent.paymentIntentId, { id: 'evt_same' })).status).toBe(200)
    await app.runJobs()
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(1)
    expect(await app.deps.db.select().from(providerEvents).where(eq(providerEvents.id, 'evt_same'))).toHaveLength(1)
  })

  test('that cannot be found by its id yet is found by the order it names', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    await app.deps.db.update(orders).set({ intentId: null }).where(eq(orders.id, intent.orderId))
    await payByCard(app.url, intent)
    await sendEvent('payment_intent.succeeded', intent.paymentIntentId)
    await app.runJobs()
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(1)
  })

  test('without a time takes the one the confirmation names when it is free, else its time is to be decided', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const timed = await intentFor(player.token, coach, {})
    await payByCard(app.url, timed)
    expect((await confirm(player.token, timed.paymentIntentId, hour(7))).body.booking).toMatchObject({
      sessionTime: starts[7]!.time,
      coachName: coach.name,
    })
    const late = await intentFor(player.token, coach, {})
    await payByCard(app.url, late)
    const { body } = await confirm(player.token, late.paymentIntentId, hour(7))
    expect(body.booking).toMatchObject({
      sessionDate: 'TBD',
      sessionTime: 'TBD',
      startsAt: null,
      coachName: coach.name,
    })
    expect(body.calendarInvite).toBeNull()
  })

  test('without a time waits for its player to name one, although the webhook comes first', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach, {})
    await payByCard(app.url, intent)
    await sendEvent('payment_intent.succeeded', intent.paymentIntentId)
    await app.runJobs()
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(0)
    expect((await confirm(player.token, intent.paymentIntentId, hour(6))).body.booking.sessionTime).toBe(
      starts[6]!.time,
    )
  })

  test('goes to the person named at the checkout', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    await app.deps.db
      .update(orders)
      .set({ contactName: 'Kid', contactEmail: 'kid@example.com' })
      .where(eq(orders.id, intent.orderId))
    await payByCard(app.url, intent)
    await confirm(player.token, intent.paymentIntentId)
    await app.runJobs()
    expect(mailsTo('kid@example.com')).toHaveLength(1)
    expect(mailsTo(player.email)).toHaveLength(0)
  })
})

describe('an intent', () => {
  test('that nobody knows is 404, and somebody else’s looks the same', async () => {
    const [player, other, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    await payByCard(app.url, intent)
    const [unknown, foreign] = [
      await confirm(player.token, 'pi_unknown'),
      await confirm(other.token, intent.paymentIntentId),
    ]
    expect(unknown).toMatchObject({ status: 404 })
    expect(foreign).toMatchObject({ status: 404, body: unknown.body })
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(0)
  })

  test.each([
    ['unpaid', null],
    ['declined', cards.declined],
  ])('that is %s is 409 and books nothing', async (_, card) => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    if (card) await payByCard(app.url, intent, card)
    expect(await confirm(player.token, intent.paymentIntentId)).toMatchObject({
      status: 409,
      body: { reason: 'unpaid' },
    })
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(0)
  })

  test('still processing is 202, and is booked when the money arrives', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    expect(await payByCard(app.url, intent, cards.processing)).toBe('processing')
    expect((await confirm(player.token, intent.paymentIntentId)).status).toBe(202)
    await expect.poll(() => app.sandbox.ledger.intent(intent.paymentIntentId).status).toBe('succeeded')
    expect((await confirm(player.token, intent.paymentIntentId)).status).toBe(200)
  })

  test('of another amount, or made for another order, is never booked', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
    const intent = await intentFor(player.token, coach)
    const cheap = await stripe.paymentIntents.create({
      amount: 100,
      currency: 'usd',
      metadata: { orderId: intent.orderId },
      automatic_payment_methods: { enabled: true },
    })
    await payByCard(app.url, { paymentIntentId: cheap.id, clientSecret: cheap.client_secret! })
    expect(await confirm(player.token, cheap.id)).toMatchObject({ status: 409, body: { reason: 'mismatch' } })
    await app.deps.db.update(orders).set({ amount: 100 }).where(eq(orders.id, intent.orderId))
    await payByCard(app.url, intent)
    expect(await confirm(player.token, intent.paymentIntentId)).toMatchObject({
      status: 409,
      body: { reason: 'mismatch' },
    })
    expect(await bookingsOf(cheap.id)).toHaveLength(0)
  })

  test('already used gives its own booking again, and no second one', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await intentFor(player.token, coach)
    await payByCard(app.url, intent)
    const first = await confirm(player.token, intent.paymentIntentId)
    const again = await confirm(player.token, intent.paymentIntentId, hour(9))
    expect(again.body.booking).toEqual(first.body.booking)
  })
})

describe('the webhook', () => {
  test('believes only the provider’s signature', async () => {
    expect(
      (await sendEvent('payment_intent.succeeded', 'pi_x', { id: 'evt_forged', secret: 'whsec_wrong' })).status,
    ).toBe(400)
    const unsigned = await fetch(`${app.url}/api/webhooks/stripe`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(unsigned.status).toBe(400)
    expect(await app.deps.db.select().from(providerEvents).where(eq(providerEvents.id, 'evt_forged'))).toHaveLength(0)
  })

  test('about an intent that is not ours, or an event we do not need, changes nothing', async () => {
    expect((await sendEvent('payment_intent.succeeded', 'pi_unknown')).status).toBe(200)
    expect((await sendEvent('charge.refunded', 'pi_unknown')).status).toBe(200)
    await app.runJobs()
    expect(await bookingsOf('pi_unknown')).toHaveLength(0)
  })
})
