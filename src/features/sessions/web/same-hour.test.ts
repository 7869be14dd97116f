import { expect, test } from 'vitest'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { sameHourNextWeek } from './same-hour.ts'

const zone = 'America/New_York'

/** The 14 days from the one after `today`, three hours each; `taken` as `DATE TIME`. */
function daysFrom(today: string, taken: string[] = []) {
  return Array.from({ length: 14 }, (_, ahead) => {
    const date = addDays(today, ahead + 1)
    const hours = ['09:00', '15:00', '16:00'].map((time): Hour => {
      const state = taken.includes(`${date} ${time}`) ? 'taken' : 'free'
      return { date, time, startsAt: instantOf(date, time, zone).toISOString(), state, seatsLeft: 1 }
    })
    return { date, hours }
  })
}

test.each([
  ['of yesterday', '2026-03-03', '2026-03-10'],
  // The clocks go forward in between: the hour is the business's.
  ['of five days ago', '2026-02-27', '2026-03-06'],
  ['of a week ago today', '2026-02-25', '2026-03-11'],
  ['of long ago', '2026-01-06', '2026-03-10'],
])('a session %s is offered at its next weekday and hour', (_, sessionDate, date) => {
  const days = daysFrom('2026-03-04')
  expect(sameHourNextWeek({ sessionDate, sessionTime: '15:00', zone }, days)).toMatchObject({
    hour: { date, time: '15:00' },
  })
})

test('where it is taken the nearest free hours are said', () => {
  const days = daysFrom('2026-03-04', ['2026-03-10 15:00'])
  const session = { sessionDate: '2026-03-03', sessionTime: '15:00', zone }
  expect(sameHourNextWeek(session, days)).toMatchObject({
    wanted: instantOf('2026-03-10', '15:00', zone).toISOString(),
    nearest: [
      { date: '2026-03-10', time: '09:00' },
      { date: '2026-03-10', time: '16:00' },
      { date: '2026-03-11', time: '09:00' },
    ],
  })
  expect(sameHourNextWeek(session, [])).toMatchObject({ nearest: [] })
})
