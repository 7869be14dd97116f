import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { moveBooking } from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import { services } from '#src/features/bookings/services.ts'
import { createFreeBooking } from '#src/features/bookings/staff-contract.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { type Availability, saveAvailability } from '#src/features/schedule/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anIntentFor } from '#tests/support/paid-booking.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { bookableStarts, claimHour, freeCoaches, lockCoach, offeredStarts, type Start, shutHour } from './schedule.ts'
import { seats } from './table.ts'

/** What coaches ask of bookings beside their hours: in the free hours, and where an hour is taken. */
const zone = 'America/New_York'
/** New York's day of 23 hours is March 8, its day of 25 hours November 1. */
let now = new Date('2026-03-06T12:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(() => {
  now = new Date('2026-03-06T12:00:00Z')
})

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' }))

async function aCoachWho(rules: Partial<Availability>) {
  const user = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: user.id })
  const body = { zone, week: everyDay, exceptions: [], ...rules }
  expect((await app.call(saveAvailability, { body }, user.token)).status).toBe(200)
  return coach
}

const startAt = (date: string, time: string): Start =>
  bookableStarts(now, zone).find((start) => start.date === date && start.time === time)!

const single = { minutes: 60, capacity: 1 }
const group = { minutes: 60, capacity: 4 }

async function timesOn(coachId: string, date: string, session = single) {
  const offered = await offeredStarts(app.deps.db, { coachIds: [coachId], ...session }, now, zone)
  return offered.filter((start) => start.date === date && start.state === 'free').map(({ time }) => time)
}

const take = (coachId: string, start: Start, session: typeof single & { isAgreed?: boolean } = single) =>
  app.deps.db.transaction(async (tx) => {
    await lockCoach(tx, coachId)
    return claimHour(tx, start, { coachId, ...session, playerId: null, heldUntil: null }, { now, zone })
  })

describe('a buffer', () => {
  test('keeps the next hours free before and after a session, unless a longer pause is there anyway', async () => {
    const { id } = await aCoachWho({ bufferMinutes: 30 })
    await take(id, startAt('2026-03-09', '13:00'), { minutes: 90, capacity: 1 })
    // Until 2:30 PM: 3 PM is half an hour later.
    const day = await timesOn(id, '2026-03-09')
    expect(day).toEqual(['09:00', '10:00', '11:00', '15:00', '16:00', '17:00', '18:00', '19:00', '20:00'])
    expect(await take(id, startAt('2026-03-09', '12:00'))).toBeNull()
    expect(await take(id, startAt('2026-03-09', '14:00'))).toBeNull()
    expect(await take(id, startAt('2026-03-09', '15:00'))).toBeTruthy()
  })

  test('keeps nobody out of a group that has begun to fill, and no hour beside one that is shut', async () => {
    const { id } = await aCoachWho({ bufferMinutes: 60 })
    const noon = startAt('2026-03-09', '12:00')
    const first = await take(id, noon, group)
    expect(await take(id, noon, group)).toBeTruthy()
    expect(await timesOn(id, '2026-03-09', group)).not.toContain('13:00')
    await app.deps.db.transaction((tx) => shutHour(tx, first!))
    expect(await timesOn(id, '2026-03-09')).toEqual(expect.arrayContaining(['11:00', '13:00']))
    expect(await timesOn(id, '2026-03-09')).not.toContain('12:00')
  })

  test('is kept by one of two bookings at once', async () => {
    const { id } = await aCoachWho({ bufferMinutes: 15 })
    const hours = ['10:00', '11:00'].map((time) => startAt('2026-03-10', time))
    const won = await Promise.all(Array.from({ length: 20 }, (_, i) => take(id, hours[i % 2]!)))
    expect(won.filter(Boolean)).toHaveLength(1)
  })
})

describe('most sessions a day', () => {
  test('closes the rest of a day of the coach’s own clock, and no other', async () => {
    // Tokyo's March 10 is New York's from 11 AM of March 9 on.
    const { id } = await aCoachWho({ zone: 'Asia/Tokyo', mostADay: 2 })
    await take(id, startAt('2026-03-09', '11:00'))
    await take(id, startAt('2026-03-10', '10:00'))
    expect(await timesOn(id, '2026-03-09')).toEqual(['09:00', '10:00'])
    expect((await timesOn(id, '2026-03-10'))[0]).toBe('11:00')
    expect(await take(id, startAt('2026-03-09', '20:00'))).toBeNull()
    expect(await take(id, startAt('2026-03-10', '11:00'))).toBeTruthy()
  })

  test('counts a group once and a session that was called off not at all; a group can fill', async () => {
    const { id } = await aCoachWho({ mostADay: 1 })
    const noon = startAt('2026-03-09', '12:00')
    const first = await take(id, noon, group)
    expect(await take(id, noon, group)).toBeTruthy()
    expect(await timesOn(id, '2026-03-09', group)).toEqual(['12:00'])
    expect(await timesOn(id, '2026-03-09')).toEqual([])
    await app.deps.db.transaction((tx) => shutHour(tx, first!))
    expect(await timesOn(id, '2026-03-09')).toHaveLength(11)
  })

  test.each([
    ['2026-03-06T12:00:00Z', '2026-03-08'],
    ['2026-10-30T12:00:00Z', '2026-11-01'],
  ])('counts the day when the clocks change as one (%s)', async (at, day) => {
    now = new Date(at)
    const { id } = await aCoachWho({ mostADay: 2 })
    await take(id, startAt(day, '09:00'))
    expect(await timesOn(id, day)).toHaveLength(11)
    await take(id, startAt(day, '20:00'))
    expect(await timesOn(id, day)).toEqual([])
    const [before, after] = await Promise.all([-1, 1].map((days) => timesOn(id, shift(day, days))))
    expect([before!.length, after!.length]).toEqual([12, 12])
  })

  test('is kept when many book at once', async () => {
    const { id } = await aCoachWho({ mostADay: 3 })
    const hours = bookableStarts(now, zone).filter(({ date }) => date === '2026-03-11')
    const won = await Promise.all(hours.map((hour) => take(id, hour)))
    expect(won.filter(Boolean)).toHaveLength(3)
  })

  test('holds for players, moves and the team’s free sessions alike; a session that moves is in its own way no more', async () => {
    const coach = await aCoachWho({ mostADay: 1 })
    const [player, other, admin] = [
      await aUser(app.deps),
      await aUser(app.deps),
      await aUser(app.deps, { isAdmin: true }),
    ]
    const booking = await aBooking(app.deps, { coach, player, start: startAt('2026-03-12', '12:00') })
    const onDay = { selectedDate: '2026-03-12', selectedTime: '15:00' }
    const metadata = { serviceId: '1on1-basic', coachId: coach.id, ...onDay }
    const hold = await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, other.token)
    expect(hold).toMatchObject({ status: 409, body: { reason: 'taken' } })
    const serviceName = freeServices.find(
      ({ games, minutes }) => games.includes('rocket-league') && minutes === 60,
    )!.name
    const customer = { customerName: 'Rimshot', customerEmail: 'rimshot@else.test' }
    const body = { ...customer, serviceName, coachName: coach.name, ...onDay }
    expect(await app.call(createFreeBooking, { body }, admin.token)).toMatchObject({
      status: 409,
      body: { reason: 'taken' },
    })
    const free = await app.call(
      freeHours,
      { query: { serviceId: services[0]!.id, coachId: coach.id, moving: booking.id } },
      player.token,
    )
    const hours = free.body.days.find(({ date }) => date === '2026-03-12')!.hours
    expect(hours.filter(({ state }) => state === 'free')).toHaveLength(11)
    const moved = await app.call(moveBooking, { params: { bookingId: booking.id }, body: onDay }, player.token)
    expect(moved.status).toBe(200)
  })

  test('leaves no room for a payment after its hold ran out, when another session took the day meanwhile', async () => {
    const coach = await aCoachWho({ mostADay: 1 })
    const player = await aUser(app.deps)
    const intent = await anIntentFor(app, player.token, startAt('2026-03-13', '12:00'), { coachId: coach.id })
    const ranOut = { heldUntil: new Date(+now - 1_000) }
    await app.deps.db.update(seats).set(ranOut).where(eq(seats.playerId, player.id))
    await app.deps.db.update(orders).set(ranOut).where(eq(orders.id, intent.orderId))
    expect(await take(coach.id, startAt('2026-03-13', '15:00'))).toBeTruthy()
    await payByCard(app.url, intent)
    const body = { paymentIntentId: intent.paymentIntentId }
    expect(await app.call(confirmBooking, { body }, player.token)).toMatchObject({
      status: 409,
      body: { reason: 'late' },
    })
  })
})

describe('notice', () => {
  test('closes what begins sooner, to the minute, but not for a session the coach says yes to', async () => {
    const { id } = await aCoachWho({ noticeHours: 48 })
    // Until Sunday, 7 AM: then the clocks of New York are an hour ahead, and it is 8 AM.
    expect(await timesOn(id, '2026-03-07')).toEqual([])
    expect(await timesOn(id, '2026-03-08')).toHaveLength(12)
    now = new Date('2026-03-06T14:00:01Z')
    expect(await timesOn(id, '2026-03-08')).toHaveLength(10)
    const ten = startAt('2026-03-08', '10:00')
    expect(await take(id, ten)).toBeNull()
    expect(await freeCoaches(app.deps.db, { coachIds: [id], ...single }, ten, { now, zone })).toEqual([])
    expect(await take(id, ten, { ...single, isAgreed: true })).toBeTruthy()
  })

  test('reads as closed, not as taken', async () => {
    const coach = await aCoachWho({ noticeHours: 72 })
    const player = await aUser(app.deps)
    const metadata = { serviceId: '1on1-basic', coachId: coach.id, selectedDate: '2026-03-07', selectedTime: '12:00' }
    const hold = await app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, player.token)
    expect(hold).toMatchObject({ status: 409, body: { reason: 'closed' } })
    expect(await app.deps.db.$count(orders, eq(orders.playerId, player.id))).toBe(0)
  })
})

test('rules that are not sent stay', async () => {
  const user = await aUser(app.deps)
  await aCoach(app.deps, { userId: user.id })
  const rules = { bufferMinutes: 45, noticeHours: 12, mostADay: 4 }
  const hours = { zone, week: everyDay, exceptions: [] }
  await app.call(saveAvailability, { body: { ...hours, ...rules } }, user.token)
  expect((await app.call(saveAvailability, { body: hours }, user.token)).body).toMatchObject(rules)
  const none = await app.call(saveAvailability, { body: { ...hours, mostADay: null } }, user.token)
  expect(none.body).toMatchObject({ ...rules, mostADay: null })
})

function shift(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 24 * 3_600_000).toISOString().slice(0, 10)
}
