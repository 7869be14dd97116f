import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { currentPolicy, holdMinutes, longerHoldMinutes, refundLeft } from '#src/features/bookings/rules.ts'
import { packages, services } from '#src/features/bookings/services.ts'
import * as payments from '#src/features/payments/contract.ts'
import { settlePayment } from '#src/features/payments/server/payments.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { seats } from '#src/features/schedule/server/table.ts'
import { anIntentFor } from '../../../support/paid-booking.ts'
import { payByCard } from '../../../support/pay.ts'
import { basic } from '../../../support/prices.ts'
import { app, clock, intentFor, nextStart, rowOf, type Statement, sessionsOf, sold } from './app.ts'

export const paymentStatements: Statement[] = [
  ['You need an account to pay', async () => (await intentFor(undefined, nextStart())).status, 401],
  ['The price you see is the price you pay', () => chargesOf([...services, ...packages]), 'the same'],
  ['no tax comes on top of it', () => chargesOf([services[0]]), 'the same'],
  [
    `your hour is held for you for ${holdMinutes} minutes, and once for ${longerHoldMinutes} more when you ask`,
    holdAnHour,
    [holdMinutes, holdMinutes + longerHoldMinutes, 409],
  ],
  [
    'If a payment arrives after the hour has gone to somebody else, or after the session would have begun, nothing is booked and you get all of it back',
    async () => [await payLate('gone'), await payLate('begun')],
    ['refunded', 'refunded'].map((state) => [state, basic.cents, 0]),
  ],
  ['That text, the price and these terms stay with your booking as they were when you paid', sellOld, 1],
  [
    'While your bank decides about a payment, or after it gave you the money back, we refund nothing for it',
    () => (['open', 'lost', 'won'] as const).map((dispute) => refundLeft({ ...sold, dispute })),
    [0, 0, 2900],
  ],
]

/** What Stripe is asked to charge for each of these, compared with the price that is shown. */
async function chargesOf(offers: { id: string; price: number }[]) {
  for (const { id, price } of offers) {
    const coach = await aCoach(app.deps)
    const { body } = await intentFor(await aUser(app.deps), nextStart(), id, coach.id)
    const intent = await app.deps.payments!.findIntent(body.paymentIntentId)
    expect(intent!.amount, id).toBe(price)
  }
  return 'the same'
}

async function holdAnHour() {
  const player = await aUser(app.deps)
  const { orderId, heldUntil } = await anIntentFor(app, player.token, nextStart())
  const longer = () => app.call(payments.holdLonger, { params: { orderId } }, player.token)
  const minutesUntil = (until: string | null) => Math.round((Date.parse(until!) - clock.getTime()) / 60_000)
  return [minutesUntil(heldUntil), minutesUntil((await longer()).body.heldUntil), (await longer()).status]
}

/** A payment that comes too late: how it ends, what goes back, and how many bookings came of it. */
async function payLate(why: 'gone' | 'begun') {
  const [player, coach, start] = [await aUser(app.deps), await aCoach(app.deps), nextStart()]
  const { orderId, paymentIntentId, clientSecret } = (await intentFor(player, start, '1on1-basic', coach.id)).body
  await payByCard(app.url, { paymentIntentId, clientSecret })
  const past = new Date(Date.now() - 60_000)
  if (why === 'gone') {
    await app.deps.db.update(seats).set({ heldUntil: past }).where(eq(seats.playerId, player.id))
    await aBooking(app.deps, { coach, start })
  } else await app.deps.db.update(orders).set({ startsAt: past }).where(eq(orders.id, orderId))
  const { state } = await settlePayment(app.deps, paymentIntentId)
  await app.runJobs()
  const refunded = app.sandbox.ledger.refunds(paymentIntentId).reduce((sum, { amount }) => sum + amount, 0)
  return [state, refunded, (await sessionsOf(player)).length]
}

/** What was sold then, and what a booking says that is paid after the catalogue and the terms have changed. */
async function sellOld() {
  const player = await aUser(app.deps)
  const intent = await anIntentFor(app, player.token, nextStart())
  const old = {
    includes: 'As it was then.',
    terms: { ...currentPolicy, version: 0, fullRefundHours: 48 },
    termsVersion: 1,
  }
  await app.deps.db.update(orders).set(old).where(eq(orders.id, intent.orderId))
  await payByCard(app.url, intent)
  await settlePayment(app.deps, intent.paymentIntentId)
  const { includes, terms, termsVersion, price } = await rowOf((await sessionsOf(player))[0]!.id)
  expect(price).toBe(basic.cents)
  expect({ includes, terms, termsVersion }).toEqual(old)
  return termsVersion
}
