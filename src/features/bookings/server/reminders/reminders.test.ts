import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { bookings } from '../table.ts'
import { nextReminder, remindDue } from './reminders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** A player's booking, reminded of a day and an hour before; and the reminders that clock `hours` before its start brings. */
async function aSession(overrides: BookingOverrides = {}) {
  const player = await aUser(app.deps)
  const booking = await aBooking(app.deps, { player, start: starts[30]!, ...overrides })
  const dayBefore = new Date(booking.startsAt!.getTime() - 24 * 3_600_000)
  await app.deps.db.update(bookings).set({ nextReminderAt: dayBefore }).where(eq(bookings.id, booking.id))
  const remindedAt = async (startsAt: Date, hours: number) => {
    const now = new Date(startsAt.getTime() - hours * 3_600_000)
    await remindDue({ ...app.deps, now: () => now })
    const sent = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, player.email))
    return sent.filter((mail) => /^(Today|Tomorrow|In \d+)/.test(mail.subject)).length
  }
  return { player, booking, startsAt: booking.startsAt!, remindedAt }
}

test('a reminder goes out a day and an hour before, once each, however often and by however many is looked', async () => {
  const { startsAt, remindedAt, booking } = await aSession()
  expect(await remindedAt(startsAt, 24.1)).toBe(0)
  await Promise.all(Array.from({ length: 5 }, () => remindedAt(startsAt, 24)))
  expect(await remindedAt(startsAt, 23)).toBe(1)
  await Promise.all(Array.from({ length: 5 }, () => remindedAt(startsAt, 1)))
  expect(await remindedAt(startsAt, 0.5)).toBe(2)
  const [row] = await app.deps.db.select().from(bookings).where(eq(bookings.id, booking.id))
  expect(row!.nextReminderAt).toBeNull()
})

test('one that is a day late is not followed by the other', async () => {
  const { startsAt, remindedAt } = await aSession({ start: starts[31]! })
  expect(await remindedAt(startsAt, 0.9)).toBe(1)
  expect(await remindedAt(startsAt, 0.5)).toBe(1)
})

test('goes by SMS too where a phone is known', async () => {
  const { startsAt, remindedAt } = await aSession({ customerPhone: '+12125550177', start: starts[32]! })
  await remindedAt(startsAt, 24)
  await app.runJobs()
  const sms = app.sandbox.outbox.list().filter((message) => message.to === '+12125550177')
  expect(sms).toMatchObject([{ channel: 'sms', text: expect.stringContaining('(New York)') }])
})

test('never goes out after a cancellation', async () => {
  const { player, booking, startsAt, remindedAt } = await aSession({ start: starts[33]! })
  await app.call(
    calls.cancelBooking,
    { params: { bookingId: booking.id }, body: { refund: basic.decimal } },
    player.token,
  )
  expect(await remindedAt(startsAt, 24)).toBe(0)
})

test('never comes before the old hour after a move: the new one has its own', async () => {
  const { player, booking, startsAt, remindedAt } = await aSession({ start: starts[34]! })
  const [from, to] = [startsAt, starts[90]!]
  const body = { selectedDate: to.date, selectedTime: to.time }
  const moved = await app.call(calls.moveBooking, { params: { bookingId: booking.id }, body }, player.token)
  expect(moved.status).toBe(200)
  expect(await remindedAt(from, 24)).toBe(0)
  expect(await remindedAt(to.startsAt, 24)).toBe(1)
})

test('one that comes too late, after the session began, tells nobody, and is not due again', async () => {
  const past = { date: '2026-01-05', time: '09:00', startsAt: new Date('2026-01-05T14:00:00Z') }
  const { booking, startsAt, remindedAt } = await aSession({ start: past })
  expect(await remindedAt(startsAt, 0)).toBe(0)
  const [row] = await app.deps.db.select().from(bookings).where(eq(bookings.id, booking.id))
  expect(row!.nextReminderAt).toBeNull()
})

test('the next reminder is one that is still ahead, and none without a time', () => {
  const now = new Date()
  const ahead = (hours: number) => {
    const start = { startsAt: new Date(now.getTime() + hours * 3_600_000) }
    const at = nextReminder(start, now)
    return at && (start.startsAt.getTime() - at.getTime()) / 3_600_000
  }
  expect([30, 24, 20, 1, 0.5].map(ahead)).toEqual([24, 1, 1, null, null])
  expect(nextReminder(null, now)).toBeNull()
})

test.each([
  [null, 1],
  ['vex.flip', 0],
])('of a coach whose Discord name is %j the team hears a day before: %i mails', async (discordUsername, times) => {
  await aUser(app.deps, { isOwner: true })
  const coach = await aCoach(app.deps, { discordUsername, userId: (await aUser(app.deps)).id })
  const { startsAt, remindedAt } = await aSession({ coach, start: starts[36]! })
  for (const hours of [24, 1]) await remindedAt(startsAt, hours)
  const sent = await app.deps.db.select({ subject: deliveries.subject }).from(deliveries)
  expect(sent.filter(({ subject }) => subject.startsWith(`${coach.name} still has no Discord name`))).toHaveLength(
    times,
  )
})
