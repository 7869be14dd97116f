import { expect, test } from 'vitest'
import { showTimeUntil } from './my-session-clock.ts'

const now = Date.parse('2026-01-05T12:00:00Z')

test.each([
  ['2026-01-08T14:30:00Z', '3 days 2 hours'],
  ['2026-01-06T12:20:00Z', '1 day'],
  ['2026-01-05T13:05:00Z', '1 hour 5 minutes'],
  ['2026-01-05T12:00:20Z', '1 minute'],
  ['2026-01-05T12:00:00Z', null],
])('until %s it is %s', (instant, words) => {
  expect(showTimeUntil(instant, now)).toBe(words)
})
