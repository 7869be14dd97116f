import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aStory } from '#src/demo/a-story.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { DisputeState } from '#src/features/bookings/rules.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { findService } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import * as calls from '#src/features/insights/contract.ts'
import { disputes, orders, type refundCauses, refunds } from '#src/features/payments/server/table.ts'
import { saveAvailability } from '#src/features/schedule/server/availability.ts'
import { seats, slots } from '#src/features/schedule/server/table.ts'
import { successStories } from '#src/features/stories/server/table.ts'
import { toDecimal } from '#src/shared/money.ts'
import { instantOf } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'

const zone = 'America/New_York'
let app: TestApp
let owner: string
let now = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
  owner = (await aUser(app.deps, { isOwner: true })).token
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of [disputes, refunds, orders, bookings, seats, slots, successStories])
    await app.deps.db.delete(table)
})

const tenSecondsLater = () => {
  now = new Date(now.getTime() + 10_000)
}
const showKept = async (from: string, to: string) =>
  (await app.call(calls.showInsights, { query: { from, to } }, owner)).body
const show = async (from: string, to: string) => {
  tenSecondsLater()
  return showKept(from, to)
}
const booked = (made: string, held: string, overrides: BookingOverrides = {}) => {
  const [date, time] = held.split(' ') as [string, string]
  const createdAt = instantOf(made, '12:00', zone)
  return aBooking(app.deps, { createdAt, start: { date, time, startsAt: instantOf(date, time, zone) }, ...overrides })
}
const anOrderOf = async (booking: Awaited<ReturnType<typeof aBooking>>, refunded = 0) => {
  const [order] = await app.deps.db
    .insert(orders)
    .values({
      playerId: booking.playerId!,
      status: 'booked',
      ...soldNow(findService(booking.serviceId)!),
      game: ['fortnite'],
      amount: booking.price,
      refunded,
      contactName: '',
      contactEmail: '',
      bookingId: booking.id,
    })
    .returning()
  return order!.id
}
const givenBack = async (
  booking: Awaited<ReturnType<typeof aBooking>>,
  date: string,
  amount: number,
  cause: (typeof refundCauses)[number] = 'cancelled',
) => {
  await app.deps.db.insert(refunds).values({
    orderId: await anOrderOf(booking),
    cause,
    causeId: booking.id,
    amount,
    status: 'done',
    createdAt: instantOf(date, '09:00', zone),
  })
}

test('counts money on the day it moved, sessions on the day they were to be held', async () => {
  await booked('2026-03-01', '2026-03-04 09:00', { status: 'completed' })
  // Over, and nobody said otherwise.
  await booked('2026-02-01', '2026-03-04 11:00')
  const cancelled = await booked('2026-03-01', '2026-03-05 09:00', { status: 'cancelled' })
  await givenBack(cancelled, '2026-03-03', basic.cents / 2)
  // Came too late and went back at once: it was never revenue.
  await givenBack(await booked('2025-01-01', '2025-01-02 09:00'), '2026-03-03', basic.cents, 'late-payment')
  await booked('2026-03-02', '2026-03-05 10:00', { status: 'no_show', price: 0, paymentId: null } as BookingOverrides)

  const { totals, series, step } = await show('2026-03-01', '2026-03-05')
  expect(step).toBe('day')
  const twice = toDecimal(2 * basic.cents)
  expect(totals).toEqual({
    revenue: twice,
    refunds: basic.half,
    disputed: '0.00',
    bookings: 3,
    held: 2,
    cancelled: 1,
    noShows: 1,
  })
  expect(series.map((day) => [day.date, day.revenue, day.refunds, day.bookings, day.held, day.noShows])).toEqual([
    ['2026-03-01', twice, '0.00', 2, 0, 0],
    ['2026-03-02', '0.00', '0.00', 1, 0, 0],
    ['2026-03-03', '0.00', basic.half, 0, 0, 0],
    ['2026-03-04', '0.00', '0.00', 0, 2, 0],
    ['2026-03-05', '0.00', '0.00', 0, 0, 1],
  ])
})

test('says what is with the bank on the day it was asked: what is open or lost, and no more than refunds left', async () => {
  const asked = async (states: DisputeState[], amount: number, refunded = 0) => {
    const orderId = await anOrderOf(await booked('2026-03-01', '2026-03-04 09:00'), refunded)
    const createdAt = instantOf('2026-03-03', '23:30', zone)
    for (const state of states) {
      const facts = { state, amount, reason: 'general', dueBy: null, createdAt }
      await app.deps.db.insert(disputes).values({ id: `dp_${orderId}_${state}`, orderId, ...facts })
    }
  }
  await asked(['open', 'lost'], 2900)
  await asked(['lost', 'inquiry'], 1000)
  await asked(['won', 'inquiry'], 2900)
  await asked(['open'], 2900, 1450)
  const { totals, series } = await show('2026-03-01', '2026-03-03')
  expect([totals.revenue, totals.disputed]).toEqual(['116.00', '53.50'])
  expect(series.map(({ disputed }) => disputed)).toEqual(['0.00', '0.00', '53.50'])
})

test('is ten seconds old at the most, each stretch by itself', async () => {
  const bookingsOf = async (from: string, to: string) => (await showKept(from, to)).totals.bookings
  tenSecondsLater()
  expect(await bookingsOf('2026-03-01', '2026-03-01')).toBe(0)
  await booked('2026-03-01', '2026-04-01 09:00')
  expect(await bookingsOf('2026-03-01', '2026-03-01')).toBe(0)
  expect(await bookingsOf('2026-03-01', '2026-03-02')).toBe(1)
  tenSecondsLater()
  expect(await bookingsOf('2026-03-01', '2026-03-01')).toBe(1)
})

test('compares with the stretch of the same length just before', async () => {
  await booked('2026-03-01', '2026-04-01 09:00')
  await booked('2026-03-03', '2026-04-01 10:00')
  const { totals, previous } = await show('2026-03-03', '2026-03-04')
  expect([totals.bookings, previous.bookings]).toEqual([1, 1])
  expect((await show('2026-03-06', '2026-03-07')).previous.bookings).toBe(0)
})

test('takes days as the business lives them, also when the clocks change', async () => {
  // The night of March 8, 2026 lasts 23 hours in New York.
  for (const at of ['2026-03-08T04:59:00Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:00Z', '2026-03-09T04:00:00Z'])
    await aBooking(app.deps, { createdAt: new Date(at) })
  const { series } = await show('2026-03-07', '2026-03-09')
  expect(series.map((day) => day.bookings)).toEqual([1, 2, 1])
  expect((await show('2026-03-08', '2026-03-08')).totals.bookings).toBe(2)
})

test('long stretches go by week and month, and the first step begins before the stretch', async () => {
  await booked('2026-01-01', '2026-03-12 09:00')
  const weeks = await show('2025-12-31', '2026-04-15')
  expect([weeks.step, weeks.series[0]!.date, weeks.series[0]!.bookings]).toEqual(['week', '2025-12-29', 1])
  const months = await show('2024-12-15', '2026-02-01')
  expect([months.step, months.series.length, months.series[0]!.date]).toEqual(['month', 15, '2024-12-01'])
  expect(months.series.find((month) => month.date === '2026-01-01')!.bookings).toBe(1)
})

test('knows the busiest hours and how much of their time coaches are booked', async () => {
  const coach = await aCoach(app.deps, { name: 'VexFlip', hoursConfirmedAt: now })
  const group = findService('group-basic')!
  await booked('2026-03-01', '2026-03-04 09:00', { coach, service: group })
  await booked('2026-03-01', '2026-03-04 09:00', { coach, service: group })
  await booked('2026-03-01', '2026-03-05 19:00', { coach, service: findService('1on1-advanced')! })
  await booked('2026-03-01', '2026-03-05 12:00', { coach, status: 'cancelled' })
  const unconfirmed = await aCoach(app.deps, { name: 'Default' })
  await booked('2026-03-01', '2026-03-05 19:00', { coach: unconfirmed })
  const { busiest, coaches } = await show('2026-03-04', '2026-03-05')
  expect(busiest).toEqual([
    { weekday: 3, hour: 9, sessions: 2 },
    { weekday: 4, hour: 19, sessions: 2 },
  ])
  // Two players of one group are one session of the coach; open are twelve starts a day.
  expect(coaches).toEqual([
    { coachId: coach.id, name: 'VexFlip', sessions: 2, bookedHours: 2.5, openHours: 24 },
    // Hours that nobody confirmed are no measure.
    { coachId: unconfirmed.id, name: 'Default', sessions: 1, bookedHours: 1, openHours: null },
  ])
})

test('open hours are those of the coach’s own clock and week, also while clocks change', async () => {
  const confirmed = { hoursConfirmedAt: now }
  const [usual, abroad] = [await aCoach(app.deps, confirmed), await aCoach(app.deps, confirmed)]
  // Every day but Tuesday.
  const week = [1, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '22:00' }))
  await saveAvailability(app.deps, abroad.id, { zone: 'Europe/Berlin', week, exceptions: [] })
  for (const coach of [usual, abroad]) await booked('2026-03-01', '2026-03-07 09:00', { coach })
  const { coaches } = await show('2026-03-07', '2026-03-10')
  // Berlin's 22:00 is 16:00 in New York, and 17:00 from the 8th on, until its clocks change, too.
  expect(Object.fromEntries(coaches.map((coach) => [coach.coachId, coach.openHours]))).toEqual({
    [usual.id]: 4 * 12,
    [abroad.id]: 7 + 8 + 8,
  })
})

test('counts the rungs climbed in approved stories', async () => {
  const createdAt = instantOf('2026-03-04', '12:00', zone)
  await aStory(app.deps, { createdAt, isApproved: true, beforeRank: 'Gold III', afterRank: 'Champion I' })
  await aStory(app.deps, { createdAt, isApproved: true, beforeRank: 'Diamond', afterRank: 'Platinum' })
  await aStory(app.deps, { createdAt, isApproved: true, beforeRank: 'new', afterRank: 'good' })
  await aStory(app.deps, { createdAt })
  expect((await show('2026-03-04', '2026-03-04')).ranks).toEqual([
    { game: 'rocket-league', stories: 2, rungs: 3 },
    { game: 'fortnite', stories: 0, rungs: 0 },
  ])
})

test('a stretch without anything is all zeroes', async () => {
  const { totals, series, busiest, coaches } = await show('2020-01-01', '2020-01-02')
  expect(totals).toEqual({
    revenue: '0.00',
    refunds: '0.00',
    disputed: '0.00',
    bookings: 0,
    held: 0,
    cancelled: 0,
    noShows: 0,
  })
  expect([series.length, busiest, coaches]).toEqual([2, [], []])
})

test.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
  [{ from: '2010-01-01', to: '2026-03-01' }, 'from'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
  [{ from: '0000-01-01', to: '0000-02-01' }, 'from', 'to'],
  [{ from: '9999-12-01', to: '9999-12-31' }, 'from', 'to'],
])('refuses the stretch %o', async (query, ...fields) => {
  const { status, body } = await app.call(calls.showInsights, { query }, owner)
  expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([400, fields])
})

test('is for the owner alone', async () => {
  const query = { from: '2026-03-01', to: '2026-03-02' }
  const admin = await aUser(app.deps, { isAdmin: true })
  expect((await app.call(calls.showInsights, { query }, admin.token)).status).toBe(403)
  expect((await app.call(calls.showInsights, { query })).status).toBe(401)
})
