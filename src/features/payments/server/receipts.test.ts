import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { Deps } from '#src/deps.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { bookingReceipt } from '#src/features/payments/receipt-contract.ts'
import { papers } from '#src/shared/papers.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { reconcile } from './money-desk/reconcile.ts'
import { settlePayment } from './payments.ts'
import { numberReceipts } from './receipts.ts'
import { orders } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

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
    termsVersion: papers.terms.version,
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

test('the file of bookings names the receipt of each payment', async () => {
  const [player, owner] = [await aUser(app.deps), await aUser(app.deps, { isOwner: true })]
  const booking = await aPaidBookingFor(app, player.token, starts[106]!)
  const { number } = (await receiptOf(booking.id, player.token)).body
  const headers = { authorization: `Bearer ${owner.token}` }
  const file = await app.app.http.inject({ url: '/api/bookings/export.csv', headers })
  expect(file.body.split('\r\n')).toContainEqual(expect.stringMatching(new RegExp(`,${booking.number},${number}$`)))
})

test('how a payment was taxed stays with it, whatever the setting says later', async () => {
  const player = await aUser(app.deps)
  const taxed = async (tax: string | null, start: number) => {
    app.deps.env.tax = tax
    return (await aPaidBookingFor(app, player.token, starts[start]!)).id
  }
  const [before, after] = [await taxed('19', 110), await taxed('20', 114)]
  app.deps.env.tax = null
  const taxOf = async (id: string) => (await receiptOf(id, player.token)).body.tax
  expect([await taxOf(before), await taxOf(after)]).toEqual(['19', '20'])
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

test('numbers have no gap and no double, however many are counted at once and however many fail', async () => {
  const player = await aUser(app.deps)
  const booked = []
  for (const start of starts.slice(0, 12)) booked.push(await aPaidBookingFor(app, player.token, start))
  await Promise.allSettled(
    booked.flatMap(({ id }, i) => [
      numberReceipts(i % 3 === 0 ? dying(app.deps) : app.deps),
      i % 2 === 0 ? receiptOf(id, player.token) : numberReceipts(dying(app.deps)),
    ]),
  )
  await numberReceipts(app.deps)

  const given = await app.deps.db.select().from(orders).where(isNotNull(orders.receiptNumber))
  const year = given[0]!.receiptNumber!.slice(0, 4)
  const wanted = given.map((_, i) => `${year}-${String(i + 1).padStart(6, '0')}`)
  expect(given.map(({ receiptNumber }) => receiptNumber).sort()).toEqual(wanted)
  expect(given.map(({ bookingId }) => bookingId)).toEqual(expect.arrayContaining(booked.map(({ id }) => id)))
})

test('each year counts from 1 in the order of settling, by the business’s clock, read or not', async () => {
  const { db } = app.deps
  const player = await aUser(app.deps)
  const booked = []
  for (const start of starts.slice(20, 24)) booked.push(await aPaidBookingFor(app, player.token, start))
  // The last hour of a year in New York is the next one in UTC.
  const settled = ['2032-01-01T04:30:00Z', '2032-01-01T05:30:00Z', '2031-12-31T23:00:00Z', '2032-06-01T12:00:00Z']
  for (const [i, { id }] of booked.entries())
    await db
      .update(orders)
      .set({ settledAt: new Date(settled[i]!), receiptNumber: null })
      .where(eq(orders.bookingId, id))
  await reconcile(app.deps)
  const numbers = await Promise.all(booked.map(async ({ id }) => (await receiptOf(id, player.token)).body.number))
  expect(numbers).toEqual(['2031-000002', '2032-000001', '2031-000001', '2032-000002'])
})

test('the Terms agreed to go from order to booking in the version the buyer was shown', async () => {
  const player = await aUser(app.deps)
  const coach = await aCoach(app.deps)
  const metadata = { serviceId: '1on1-basic', coachId: coach.id, termsVersion: 99 }
  const asked = { body: { amount: basic.decimal, metadata, termsVersion: 99 } }
  const { body } = await app.call(createPaymentIntent, asked, player.token)
  expect(body.termsVersion).toBe(papers.terms.version)
  // A new version comes out while the player types the card.
  await app.deps.db.update(orders).set({ termsVersion: 7 }).where(eq(orders.id, body.orderId))
  await payByCard(app.url, body)
  const settled = await settlePayment(app.deps, body.paymentIntentId, { playerId: player.id })
  expect(settled).toMatchObject({ state: 'booked', booking: { termsVersion: 7 } })
})
