import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { moveBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { reopenHours } from '#src/features/schedule/contract.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { safetyActs } from '#tests/support/sessions/safety-acts.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { reports } from '../table.ts'
import { giveBackOverdue } from './deadlines.ts'

/** A session that was called off, and is on again. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people, book, aStart, read, after, later, now, callOff, choose, look, say, question, mailsTo } = day
const { block } = safetyActs(day)
afterAll(() => app.close())
beforeEach(day.begin)

const withBank = (id: string, dispute: 'open' | 'won') =>
  app.deps.db.update(bookings).set({ dispute }).where(eq(bookings.id, id))
const move = (bookingId: string, { date: selectedDate, time: selectedTime }: Start) =>
  app.call(moveBooking, { params: { bookingId }, body: { selectedDate, selectedTime } }, people.player.token)

/** Its player moves away from a called-off hour, which our team reopens, and back. */
async function moveAwayAndBack(bookingId: string, start: Start): Promise<void> {
  expect((await move(bookingId, aStart(90))).status).toBe(200)
  await reopen(start)
  expect((await move(bookingId, start)).status).toBe(200)
}

async function reopen({ startsAt }: Start): Promise<void> {
  const body = { from: startsAt.toISOString(), to: new Date(+startsAt + 3_600_000).toISOString() }
  const params = { coachId: people.coach.profile.id }
  expect((await app.call(reopenHours, { params, body }, people.owner.token)).status).toBe(200)
}

/** Our team agreed with the player's report about the coach: their block then gives all back, or waits for the bank. */
async function blockWithBank(booking: Awaited<ReturnType<typeof book>>): Promise<void> {
  await app.deps.db.insert(reports).values({
    ...{ bookingId: booking.id, coachId: people.coach.profile.id, by: 'player', reporterId: people.player.id },
    ...{ problem: 'rude', createdAt: now(), settledAt: now(), upheld: true, reason: 'We agree.' },
  })
  await withBank(booking.id, 'open')
  expect((await block(booking, people.player)).status).toBe(200)
}

/** Our team finds another coach for the same hour. */
async function schedule(bookingId: string, { date: selectedDate, time: selectedTime }: Start): Promise<void> {
  const body = { selectedDate, selectedTime, coachId: people.other.profile.id }
  expect((await app.call(scheduleBooking, { params: { bookingId }, body }, people.owner.token)).status).toBe(200)
}

test('with another coach at the same hour: the time to choose about the first one ends nothing', async () => {
  const start = aStart(50)
  const booking = await book({ start })
  await callOff(booking.id)
  await blockWithBank(booking)
  await schedule(booking.id, start)
  await withBank(booking.id, 'won')
  await after(start, -30)
  await giveBackOverdue(app.deps)
  expect(await read(booking.id)).toMatchObject({ status: 'confirmed', refundDue: 0 })
})

test('with another coach who calls it off too: the player chooses anew', async () => {
  const start = aStart(50)
  const booking = await book({ start })
  await callOff(booking.id)
  await blockWithBank(booking)
  await schedule(booking.id, start)
  const first = await look(booking.id)
  await later(1)
  await callOff(booking.id, people.other.account)
  expect((await look(booking.id)).id).not.toBe(first.id)
  expect(await mailsTo(people.player, 'choose:')).toHaveLength(2)
})

test('what was asked of the coach before is not asked of who gets the session from our team', async () => {
  const start = aStart(50)
  const booking = await book({ start })
  expect((await say(booking.id, people.player, 'coach-asked')).status).toBe(200)
  await blockWithBank(booking)
  await schedule(booking.id, start)
  expect(await question(booking.id)).toMatchObject({ state: 'settled', outcome: 'withdrawn' })
  expect(await read(booking.id)).toMatchObject({ isQuestioned: false })
})

test('moved away and back to its hour: the time to choose ends nothing', async () => {
  const start = aStart(60)
  const booking = await book({ start })
  await callOff(booking.id)
  await moveAwayAndBack(booking.id, start)
  expect((await choose(booking.id, { chosen: 'money' })).status).toBe(409)
  await after(start, -30)
  await giveBackOverdue(app.deps)
  expect(await read(booking.id)).toMatchObject({ status: 'confirmed', refundDue: 0 })
})

test('called off again at the same hour: the player chooses anew, and hears of each choice', async () => {
  const start = aStart(60)
  const booking = await book({ start })
  const chooseHour = ({ date: selectedDate, time: selectedTime }: Start) =>
    choose(booking.id, { chosen: 'another-hour', selectedDate, selectedTime })
  await callOff(booking.id)
  await moveAwayAndBack(booking.id, start)
  await callOff(booking.id)
  expect(await mailsTo(people.player, 'choose:')).toHaveLength(2)
  expect((await chooseHour(aStart(74))).status).toBe(200)
  await reopen(start)
  expect((await move(booking.id, start)).status).toBe(200)
  await callOff(booking.id)
  expect((await chooseHour(aStart(75))).status).toBe(200)
  for (const reader of [people.player, people.coach.account])
    expect(await mailsTo(reader, 'another-hour:')).toHaveLength(2)
})
