import { eq, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { Deps } from '#src/deps.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { bookingReceipt } from '#src/features/payments/receipt-contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anIntentFor, aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { settlePayment } from './payments.ts'
import { takeReceiptNumber } from './receipts.ts'
import { orders, receiptNumbers } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const starts = bookableStarts(new Date(), 'America/New_York')
const receiptOf = (bookingId: string, token: string) => app.call(bookingReceipt, { params: { bookingId } }, token)

test('a receipt says who sold, what was paid how, and each refund with date and reference', async () => {
  const player = await aUser(app.deps)
  const booking = await aPaidBookingFor(app, player.token, starts[100]!)
  const paid = (await receiptOf(booking.id, player.token)).body
  expect(paid).toMatchObject({
    seller: app.deps.env.seller,
    number: expect.stringMatching(/^\d{4}-\d{6}$/),
    paidWith: 'Visa •••• 4242',
    paidAt: expect.any(String),
    paid: basic.decimal,
    refunds: [],
    termsVersion: 1,
  })

  const cancel = { params: { bookingId: booking.id }, body: { refund: basic.decimal } }
  expect((await app.call(cancelBooking, cancel, player.token)).status).toBe(200)
  await app.runJobs()
  await app.runJobs()
  const [refund] = app.sandbox.ledger.refunds(booking.paymentId!)
  expect((await receiptOf(booking.id, player.token)).body).toMatchObject({
    number: paid.number,
    refundDue: basic.decimal,
    refunds: [{ amount: basic.decimal, createdAt: expect.any(String), reference: refund!.id }],
  })
})

test('it is for the player and staff, and free sessions have no number', async () => {
  const [coachUser, owner, other] = [
    await aUser(app.deps),
    await aUser(app.deps, { isOwner: true }),
    await aUser(app.deps),
  ]
  const player = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: coachUser.id })
  const { id } = await aBooking(app.deps, { player, coach, price: 0, paymentId: null })
  expect((await receiptOf(id, player.token)).body).toMatchObject({ number: null, paidWith: null, paid: '0.00' })
  expect((await receiptOf(id, owner.token)).status).toBe(200)
  for (const { token } of [coachUser, other]) expect((await receiptOf(id, token)).status).toBe(404)
})

/** The process dies when a transaction is done, just before it commits. */
function dying(deps: Deps): Deps {
  const transaction: typeof deps.db.transaction = (act) =>
    deps.db.transaction(async (tx) => {
      await act(tx)
      throw new Error('died')
    })
  return { ...deps, db: Object.assign(Object.create(deps.db), { transaction }) }
}

test('numbers have no gap and no double, however many payments settle at once and however many fail', async () => {
  // What is settled twice, or by a webhook too, is one booking.
  app.sandbox.misbehave.set({ lost: true })
  const intents = await Promise.all(
    Array.from({ length: 16 }, async (_, i) => {
      const intent = await anIntentFor(app, (await aUser(app.deps)).token, starts[i]!)
      await payByCard(app.url, intent)
      return intent.paymentIntentId
    }),
  )
  await Promise.allSettled(
    intents.flatMap((id, i) => [
      settlePayment(i % 3 === 0 ? dying(app.deps) : app.deps, id),
      settlePayment(i % 2 === 0 ? dying(app.deps) : app.deps, id),
    ]),
  )
  for (const id of intents) expect((await settlePayment(app.deps, id)).state).toBe('booked')

  const given = await app.deps.db.select().from(orders).where(isNotNull(orders.receiptNumber))
  const year = given[0]!.receiptNumber!.slice(0, 4)
  const wanted = given.map((_, i) => `${year}-${String(i + 1).padStart(6, '0')}`)
  expect(given.map(({ receiptNumber }) => receiptNumber).sort()).toEqual(wanted)
  expect(given.length).toBeGreaterThanOrEqual(intents.length)
})

test('in any order of settlements and failures each year counts from 1, by the business’s clock', async () => {
  const { db, env } = app.deps
  const attempt = fc.record({ year: fc.constantFrom(2031, 2032), fails: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 12 }), async (attempts) => {
      for (const year of [2031, 2032]) await db.delete(receiptNumbers).where(eq(receiptNumbers.year, year))
      // The last hour of a year in New York is the next one in UTC.
      const take = ({ year, fails }: (typeof attempts)[number]) =>
        db.transaction(async (tx) => {
          const number = await takeReceiptNumber(tx, { env, now: () => new Date(`${year + 1}-01-01T04:30:00Z`) })
          if (fails) throw new Error('no')
          return number
        })
      const done = await Promise.allSettled(attempts.map(take))
      const numbers = done.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
      for (const year of [2031, 2032]) {
        const ofYear = numbers.filter((number) => number.startsWith(`${year}-`)).sort()
        expect(ofYear).toEqual(ofYear.map((_, i) => `${year}-${String(i + 1).padStart(6, '0')}`))
      }
      expect(numbers).toHaveLength(attempts.filter(({ fails }) => !fails).length)
    }),
    { numRuns: 25 },
  )
})

test('the Terms agreed to go from order to booking in the version the buyer was shown', async () => {
  const player = await aUser(app.deps)
  const coach = await aCoach(app.deps)
  const metadata = { serviceId: '1on1-basic', coachId: coach.id, termsVersion: 99 }
  const asked = { body: { amount: basic.decimal, metadata, termsVersion: 99 } }
  const { body } = await app.call(createPaymentIntent, asked, player.token)
  expect(body.termsVersion).toBe(1)
  // A new version comes out while the player types the card.
  await app.deps.db.update(orders).set({ termsVersion: 7 }).where(eq(orders.id, body.orderId))
  await payByCard(app.url, body)
  const settled = await settlePayment(app.deps, body.paymentIntentId, { playerId: player.id })
  expect(settled).toMatchObject({ state: 'booked', booking: { termsVersion: 7 } })
})
