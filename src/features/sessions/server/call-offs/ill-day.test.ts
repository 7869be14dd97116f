import { afterAll, beforeEach, expect, test } from 'vitest'
import { aProfile } from '#src/demo/a-profile.ts'
import { moveBooking } from '#src/features/bookings/contract.ts'
import { bookableStarts, type Start } from '#src/features/schedule/server/schedule.ts'
import { callOffDay } from '#src/features/sessions/call-off-contract.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startSessionDay, type User, zone } from '#tests/support/sessions/session-day.ts'

/** The day on which a coach is ill is not to be had another way than by the page of the choice. */
const day = await startSessionDay()
const { app, people, today, now, after, book, read, here, say, callOff, look, choose } = day
afterAll(() => app.close())
beforeEach(day.begin)

const startOn = (isWanted: (start: Start) => boolean) => must(bookableStarts(now(), zone).find(isWanted), 'a start')
const move = (bookingId: string, { date: selectedDate, time: selectedTime }: Start, by: User) =>
  app.call(moveBooking, { params: { bookingId }, body: { selectedDate, selectedTime } }, by.token)

test('the player moves what was called off to another day only; our team, who asked the coach, to any hour', async () => {
  const start = startOn(({ date, time }) => date > day.date && time === '12:00')
  const sameDay = startOn(({ date, time }) => date === start.date && time === '18:00')
  const dayAfter = startOn(({ date, time }) => date > start.date && time === '12:00')
  const own = await book({ start })
  await callOff(own.id)
  expect(await move(own.id, sameDay, people.player)).toMatchObject({
    ...{ status: 409, body: { message: expect.stringContaining('no hour on this day') } },
  })
  expect(await read(own.id)).toMatchObject({ startsAt: start.startsAt, seatId: null })
  expect((await move(own.id, sameDay, people.owner)).status).toBe(200)
  // It is on again: an hour like any other.
  expect((await move(own.id, dayAfter, people.player)).status).toBe(200)
})

/** At a noon whose coach does not come, their player keeps an hour for later. */
async function keepsAnHour() {
  const start = today('12:00')
  const booking = await book({ start })
  await after(start, 0)
  await here(booking.id, people.player)
  await after(start, 15)
  await say(booking.id, people.player, 'not-here')
  // By the clock of Tokyo noon and nine in the morning after are one day.
  const hour = startOn(({ date, time }) => date > day.date && time === '09:00')
  const wish = { chosen: 'another-hour', selectedDate: hour.date, selectedTime: hour.time } as const
  expect((await choose(booking.id, wish)).body.held).toMatchObject({ date: hour.date })
  return { booking, hour }
}

test('an hour that is kept for later is gone when the coach is ill on its day: the player chooses anew', async () => {
  await aProfile(app.deps, people.coach.account, { zone: 'Asia/Tokyo' })
  const { booking, hour } = await keepsAnHour()
  expect((await callOff(booking.id)).status).toBe(200)
  expect(await read(booking.id)).toMatchObject({ startsAt: booking.startsAt, seatId: null })
  const page = await look(booking.id)
  expect(page).toMatchObject({ cause: 'called-off', chosen: null, held: null, settled: null })
  // Nobody sits in it any more.
  expect((await book({ start: hour })).seatId).not.toBeNull()
})

test('so it is when its whole day is called off, for whatever reason', async () => {
  const { booking } = await keepsAnHour()
  const startsAt = must(booking.startsAt, 'a start')
  const ofTokyo = { zone: 'Asia/Tokyo', date: wallClock(startsAt, 'Asia/Tokyo').date }
  const sessions = [{ bookingId: booking.id, startsAt: startsAt.toISOString() }]
  const body = { reason: 'emergency', ...ofTokyo, sessions } as const
  expect((await app.call(callOffDay, { body }, people.coach.account.token)).status).toBe(200)
  expect(await read(booking.id)).toMatchObject({ startsAt: booking.startsAt, seatId: null })
  expect(await look(booking.id)).toMatchObject({ chosen: null, held: null, settled: null })
})
