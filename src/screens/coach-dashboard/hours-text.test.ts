import { expect, test } from 'vitest'
import { changesBetween, showRanges } from './hours-text.ts'

const before = {
  zone: 'America/New_York',
  week: [
    { weekday: 1, opens: '14:00', closes: '24:00' },
    { weekday: 1, opens: '09:00', closes: '12:00' },
    { weekday: 2, opens: '09:00', closes: '22:00' },
  ],
  exceptions: [
    { date: '2026-12-24', opens: null, closes: null },
    { date: '2026-12-31', opens: '09:00', closes: '12:00' },
  ],
}

test('hours read in the order of the day, none as a day off', () => {
  expect(showRanges(before.week.slice(0, 2))).toBe('9:00 AM to 12:00 PM and 2:00 PM to midnight')
  expect(showRanges([])).toBe('Day off')
})

test('what changed is told, and what did not is not', () => {
  expect(changesBetween(before, { ...before, week: before.week.toReversed() })).toEqual([])
  expect(
    changesBetween(before, {
      zone: 'Europe/London',
      week: [...before.week.slice(0, 2), { weekday: 7, opens: '10:00', closes: '11:30' }],
      exceptions: [
        { date: '2026-12-24', opens: '09:00', closes: '10:00' },
        { date: '2027-01-01', until: '2027-01-06', opens: null, closes: null },
      ],
      bufferMinutes: 15,
      mostADay: 4,
    }),
  ).toEqual([
    'London time (was New York time)',
    'Tuesday: Day off (was 9:00 AM to 10:00 PM)',
    'Sunday: 10:00 AM to 11:30 AM (was Day off)',
    'Thu, Dec 24: 9:00 AM to 10:00 AM (was Day off)',
    'Thu, Dec 31: hours of the week (was 9:00 AM to 12:00 PM)',
    'Fri, Jan 1: Day off until Wed, Jan 6 (was hours of the week)',
    'Pause between sessions: 15 minutes (was No pause)',
    'Most sessions a day: 4 a day (was As many as fit)',
  ])
})
