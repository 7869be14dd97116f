import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import { findService } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { createPaymentIntent, releaseOrder } from '#src/features/payments/contract.ts'
import { freeSeat } from '#src/features/schedule/server/schedule.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { cards, payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { orders } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Asks for the basic session with this coach at the fourth hour, as a browser does. */
const ask = (token: string, coach: CoachRow) => {
  const { date, time } = starts[3]!
  const metadata = { serviceId: '1on1-basic', coachId: coach.id, selectedDate: date, selectedTime: time }
  return app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token)
}

describe('an order', () => {
  test('asked for again by the same player is the same one', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const [first, again] = [await ask(player.token, coach), await ask(player.token, coach)]
    expect(again.body.orderId).toBe(first.body.orderId)
    expect(again.body.paymentIntentId).toBe(first.body.paymentIntentId)
  })

  test('asked for again after coach and service were renamed is the same, at the provider, too', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const first = await ask(player.token, coach)
    const renamed = `${coach.name} Stone`
    await app.deps.db.update(coaches).set({ name: renamed }).where(eq(coaches.id, coach.id))
    const again = await ask(player.token, coach)
    expect(again).toMatchObject({ status: 200, body: { orderId: first.body.orderId, coachName: renamed } })
    // A crash can lose what the provider answered: it is asked once more, for the same.
    await app.deps.db.update(orders).set({ intentId: null }).where(eq(orders.id, first.body.orderId))
    const afterCrash = await ask(player.token, coach)
    expect(afterCrash.body.paymentIntentId).toBe(first.body.paymentIntentId)
    const sold = app.sandbox.ledger.intents().filter(({ metadata }) => metadata.orderId === first.body.orderId)
    expect(sold.map(({ description }) => description)).toEqual([`1-on-1 Basic Session with ${coach.name}`])
  })

  test('asked for again says whether it is paid already, or the bank waits for the player', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const first = await ask(player.token, coach)
    expect(first.body).toMatchObject({ isPaid: false, isAsked: false })
    await payByCard(app.url, first.body, cards.asks)
    expect((await ask(player.token, coach)).body).toMatchObject({ isPaid: false, isAsked: true })
    await payByCard(app.url, first.body, cards.processing)
    const again = await ask(player.token, coach)
    expect(again.body).toMatchObject({ orderId: first.body.orderId, isPaid: true, isAsked: false })
  })

  test.each<[string, (order: { orderId: string; paymentIntentId: string }) => Promise<unknown>]>([
    ['payment was given up at the provider', ({ paymentIntentId }) => app.deps.payments!.cancelIntent(paymentIntentId)],
    [
      'seat went',
      ({ orderId }) =>
        app.deps.db.transaction(async (tx) => {
          const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
          await freeSeat(tx, order!.seatId!)
        }),
    ],
  ])('asked for again after its %s is a new one', async (_, happens) => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const { body: first } = await ask(player.token, coach)
    await happens(first)
    const again = await ask(player.token, coach)
    expect(again).toMatchObject({ status: 200, body: { heldUntil: expect.any(String), isPaid: false } })
    expect(again.body.orderId).not.toBe(first.orderId)
    expect(await payByCard(app.url, again.body)).toBe('succeeded')
  })

  test.each([
    ['price', { amount: 2500 }],
    ['terms', { terms: { ...currentPolicy, version: 0, fullRefundHours: 48 } }],
    ['contents', { includes: 'Something else.' }],
  ])('asked for again after its %s changed is a new one, sold as it is now', async (_, before) => {
    const coach = await aCoach(app.deps)
    for (const emailVerified of [true, false]) {
      const player = await aUser(app.deps, { emailVerified })
      const first = await ask(player.token, coach)
      await app.deps.db.update(orders).set(before).where(eq(orders.id, first.body.orderId))
      const again = await ask(player.token, coach)
      expect(again).toMatchObject({ status: 200, body: { amount: basic.decimal, heldUntil: expect.any(String) } })
      const [now] = await app.deps.db.select().from(orders).where(eq(orders.id, again.body.orderId))
      expect(now).toMatchObject({ ...soldNow(findService('1on1-basic')!), amount: basic.cents })
      const [old] = await app.deps.db.select().from(orders).where(eq(orders.id, first.body.orderId))
      expect(old).toMatchObject({ status: 'released', seatId: null })
      expect(app.sandbox.ledger.intent(first.body.paymentIntentId).status).toBe('canceled')
      await app.call(releaseOrder, { params: { orderId: again.body.orderId } }, player.token)
    }
  })
})
