import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#src/bookings/contract.ts'
import { aBooking, type BookingWish } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { deliveries } from '#src/notifications/server/table.ts'
import { bookableStarts } from '#src/schedule/server/schedule.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'
import { planReminders, remind } from './reminders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const starts = bookableStarts(new Date(), 'America/New_York')

/** A player's booking, and what reminds of it. */
async function aSession(wish: BookingWish = {}) {
  const player = await aUser(app.deps)
  const booking = await aBooking(app.deps, { player, start: starts[30]!, ...wish })
  const dayBefore = { bookingId: booking.id, sequence: booking.sequence, hours: 24 }
  const sent = () => app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, player.email))
  return { player, booking, dayBefore, sent }
}

test('a reminder goes out once, however often its job runs', async () => {
  const { booking, dayBefore, sent } = await aSession()
  await Promise.all(Array.from({ length: 5 }, () => remind(app.deps, dayBefore)))
  expect(await sent()).toMatchObject([{ subject: `Coming up: 1-on-1 Basic Session with ${booking.coachName}` }])
  await remind(app.deps, { ...dayBefore, hours: 1 })
  expect(await sent()).toHaveLength(2)
})

test('goes by SMS too where a phone is known', async () => {
  const { dayBefore } = await aSession({ customerPhone: '+12125550177' })
  await remind(app.deps, dayBefore)
  await app.runJobs()
  const sms = app.sandbox.outbox.list().filter((message) => message.to === '+12125550177')
  expect(sms).toMatchObject([{ channel: 'sms', text: expect.stringContaining('(New York time)') }])
})

test('never goes out after a cancellation', async () => {
  const { player, booking, dayBefore, sent } = await aSession()
  await app.call(calls.cancelBooking, { params: { bookingId: booking.id }, body: { refund: '29.00' } }, player.token)
  await remind(app.deps, dayBefore)
  expect((await sent()).map((mail) => mail.subject).join()).not.toContain('Coming up')
})

test('never names the old hour after a move: the new one has its own', async () => {
  const { player, booking, dayBefore, sent } = await aSession()
  const to = { selectedDate: starts[60]!.date, selectedTime: starts[60]!.time }
  await app.call(calls.moveBooking, { params: { bookingId: booking.id }, body: to }, player.token)
  await remind(app.deps, dayBefore)
  expect((await sent()).map((mail) => mail.subject).join()).not.toContain('Coming up')
  await remind(app.deps, { ...dayBefore, sequence: 1 })
  expect((await sent()).map((mail) => mail.subject).join()).toContain('Coming up')
})

test('that comes too late, after the session began, tells nobody', async () => {
  const past = { date: '2026-01-05', time: '09:00', startsAt: new Date('2026-01-05T14:00:00Z') }
  const { dayBefore, sent } = await aSession({ start: past })
  await remind(app.deps, dayBefore)
  expect(await sent()).toHaveLength(0)
})

test('reminders are planned for what is still ahead, and none without a time', async () => {
  const planned: number[] = []
  const jobs = {
    ...app.deps.jobs,
    addAll: async (_tx: unknown, _kind: unknown, list: { data: { hours: number } }[]) =>
      void planned.push(...list.map(({ data }) => data.hours)),
  }
  const deps = { ...app.deps, jobs: jobs as never }
  const inHours = (hours: number) => ({ id: 'x', sequence: 0, startsAt: new Date(Date.now() + hours * 3_600_000) })
  await planReminders(deps, app.deps.db as never, inHours(30))
  await planReminders(deps, app.deps.db as never, inHours(20))
  await planReminders(deps, app.deps.db as never, inHours(0.5))
  await planReminders(deps, app.deps.db as never, { ...inHours(1), startsAt: null })
  expect(planned).toEqual([24, 1, 1])
})
