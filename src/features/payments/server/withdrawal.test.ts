import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as bookingCalls from '#src/features/bookings/contract.ts'
import { cancellationTerms, canWithdraw, policyUnder, refundShare, unchanged } from '#src/features/bookings/rules.ts'
import * as calls from '#src/features/payments/contract.ts'
import { bookingReceipt, seller } from '#src/features/payments/receipt-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anIntentFor, aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { orders } from './table.ts'

/** Who can withdraw from what they paid for (TERM-9). */
let app: TestApp
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
beforeEach(() => {
  clock = new Date()
  app.deps.env.withdrawal = 'applies'
})
afterAll(() => app.close())

const hour = 60 * 60_000
const startsEarly = true

async function mine(token: string, id: string) {
  const { body } = await app.call(bookingCalls.listMySessions, {}, token)
  return body.find((session) => session.id === id)!
}

async function cancel(bookingId: string, refund: string, token: string, withdraws?: boolean) {
  const body = { refund, withdraws }
  return (await app.call(bookingCalls.cancelBooking, { params: { bookingId }, body }, token)).status
}

async function mailsTo(email: string) {
  await app.runJobs()
  return app.sandbox.outbox.list().flatMap((sent) => (sent.to.includes(email) ? [sent.text] : []))
}

test('who can withdraw pays only after asking us to begin before those days are over', async () => {
  const player = await aUser(app.deps)
  const { orderId: id, asksEarlyStart } = await anIntentFor(app, player.token, starts[30]!)
  expect(asksEarlyStart).toBe(true)
  const asked = async () =>
    (await app.deps.db.select({ at: orders.earlyStartAt }).from(orders).where(eq(orders.id, id)))[0]!.at
  const say = (startsEarly?: boolean) => {
    const body = { name: 'Rimshot', email: player.email, startsEarly }
    return app.call(calls.setOrderContact, { params: { orderId: id }, body }, player.token)
  }
  for (const answer of [await say(), await say(false)])
    expect(answer).toMatchObject({ status: 400, body: { fields: { startsEarly: expect.stringContaining('tick') } } })
  expect(await asked()).toBeNull()
  expect((await say(true)).status).toBe(200)
  expect(await asked()).toEqual(clock)

  app.deps.env.withdrawal = 'exempt'
  const other = await aUser(app.deps)
  expect(await anIntentFor(app, other.token, starts[31]!)).toMatchObject({ asksEarlyStart: false })
})

test('withdrawing gives all back until the session starts, as it was sold; mail and receipt say so', async () => {
  const player = await aUser(app.deps)
  const start = starts[34]!
  const { id } = await aPaidBookingFor(app, player.token, start, { startsEarly })
  // What is sold later is sold on other terms.
  app.deps.env.withdrawal = 'exempt'
  const [booked] = await mailsTo(player.email)
  expect(booked).toContain('Everything back until it starts')
  expect(booked).toContain('Within 14 days after paying, and before it starts, you can withdraw without a reason')
  expect(booked).not.toContain('50%')

  clock = new Date(+start.startsAt - hour)
  expect(await mine(player.token, id)).toMatchObject({
    ...{ refundNow: basic.decimal, fullRefundUntilStart: true, withdrawUntil: start.startsAt.toISOString() },
  })
  expect(await cancel(id, basic.decimal, player.token, true)).toBe(200)
  expect(await mine(player.token, id)).toMatchObject({ withdrawUntil: null })
  const mails = await mailsTo(player.email)
  expect(mails.find((text) => text.includes('withdrew from your session'))).toMatch(
    /It reached us on \w{3}, \w{3} \d+, \d{4}, .+\. This mail confirms it\./,
  )
  const receipt = await app.call(bookingReceipt, { params: { bookingId: id } }, player.token)
  expect(receipt.body).toMatchObject({ isWithdrawn: true, refundDue: basic.decimal, refunds: [{}] })
})

test('a right has no limit a day', async () => {
  const player = await aUser(app.deps)
  for (const start of starts.slice(40, 46)) {
    const { id } = await aPaidBookingFor(app, player.token, start, { startsEarly })
    expect(await cancel(id, basic.decimal, player.token, true)).toBe(200)
  }
})

test('who cancels, though they could withdraw, gets the same and has cancelled', async () => {
  const player = await aUser(app.deps)
  const start = starts[48]!
  const { id } = await aPaidBookingFor(app, player.token, start, { startsEarly })
  clock = new Date(+start.startsAt - hour)
  expect(await cancel(id, basic.decimal, player.token)).toBe(200)
  const receipt = await app.call(bookingReceipt, { params: { bookingId: id } }, player.token)
  expect(receipt.body).toMatchObject({ isWithdrawn: false, refundDue: basic.decimal })
})

test('what was sold without the right, or given away, has none', async () => {
  app.deps.env.withdrawal = 'exempt'
  const player = await aUser(app.deps)
  const [sold, given] = [
    await aPaidBookingFor(app, player.token, starts[50]!),
    await aBooking(app.deps, { player, price: 0, paymentId: null, start: starts[54]! }),
  ]
  clock = new Date(+starts[50]!.startsAt - hour)
  expect(await mine(player.token, sold.id)).toMatchObject({ refundNow: '0.00', withdrawUntil: null })
  expect(await mine(player.token, given.id)).toMatchObject({ withdrawUntil: null })
  expect(await cancel(sold.id, '0.00', player.token, true)).toBe(409)
  expect(await cancel(sold.id, '0.00', player.token)).toBe(200)
  const receipt = await app.call(bookingReceipt, { params: { bookingId: sold.id } }, player.token)
  expect(receipt.body).toMatchObject({ isWithdrawn: false })
})

test('the days are counted from the day after paying, wherever the buyer lives; later the ordinary terms hold', () => {
  const createdAt = new Date('2026-06-01T10:00:00Z')
  const end = new Date('2026-06-16T10:00:00Z')
  const sold = { ...unchanged, createdAt, price: 2900, terms: policyUnder('applies') }
  const at = (startsAt: Date, now: Date) => refundShare({ ...sold, startsAt }, now)
  const later = (from: Date, hours: number) => new Date(+from + hours * hour)
  // Moved to 5 hours after they are over: all back until then, half until 2 hours before.
  const moved = later(end, 5)
  expect([-1, 1, 4].map((hours) => at(moved, later(end, hours)))).toEqual([100, 50, 0])
  expect(cancellationTerms({ ...sold, startsAt: moved })).toMatchObject({
    full: { amount: 2900, until: end },
    half: { amount: 1450, until: later(moved, -2) },
  })
  // To an hour after they are over: then nothing.
  expect(cancellationTerms({ ...sold, startsAt: later(end, 1) }).half.amount).toBe(0)
  // To days after: the ordinary terms alone.
  const far = later(end, 100)
  expect(cancellationTerms({ ...sold, startsAt: far }).full).toEqual({ amount: 2900, until: later(far, -24) })
  // Not once it may have been held.
  expect(canWithdraw({ ...sold, startsAt: null, refundShareLimit: 0 }, createdAt)).toBe(false)
  expect(canWithdraw({ ...sold, startsAt: null }, createdAt)).toBe(true)
  expect(canWithdraw({ ...sold, startsAt: null }, end)).toBe(false)
})

test('production asks its owner until somebody has said whether buyers can withdraw', async () => {
  const asked = async (production: boolean, withdrawal: 'exempt' | null) => {
    Object.assign(app.deps.env, { production, withdrawal })
    const { asksWithdrawal } = (await app.call(seller, {})).body
    app.deps.env.production = false
    return asksWithdrawal
  }
  expect([await asked(false, null), await asked(true, 'exempt'), await asked(true, null)]).toEqual([false, false, true])
})
