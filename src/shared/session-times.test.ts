import { expect, test } from 'vitest'
import { showMoment, showSession } from './session-times.ts'

test.each([
  ['America/New_York', '2026-11-24T14:00Z', 'Tue, Nov 24, 9:00 AM – 10:30 AM (New York)'],
  ['America/Toronto', '2026-11-24T14:00Z', 'Tue, Nov 24, 9:00 AM – 10:30 AM (Toronto)'],
  ['Europe/Berlin', '2026-11-24T14:00Z', 'Tue, Nov 24, 3:00 PM – 4:30 PM (Berlin) · 9:00 AM New York'],
  ['Europe/Berlin', '2026-11-25T01:00Z', 'Wed, Nov 25, 2:00 AM – 3:30 AM (Berlin) · Tue, Nov 24, 8:00 PM New York'],
  ['Asia/Kolkata', '2026-11-24T17:30Z', 'Tue, Nov 24, 11:00 PM – Wed, Nov 25, 12:30 AM (Kolkata) · 12:30 PM New York'],
  // Europe changes its clocks a week before New York does.
  ['Europe/Berlin', '2026-10-26T14:00Z', 'Mon, Oct 26, 3:00 PM – 4:30 PM (Berlin) · 10:00 AM New York'],
  ['UTC', '2026-11-24T14:00Z', 'Tue, Nov 24, 2:00 PM – 3:30 PM (UTC) · 9:00 AM New York'],
])('for a reader in %s a session at %s is %s', (readerZone, start, shown) => {
  const startsAt = new Date(start)
  const session = { startsAt, endsAt: new Date(+startsAt + 90 * 60_000), zone: 'America/New_York' }
  expect(showSession(session, readerZone)).toBe(shown)
  expect(shown.startsWith(showMoment(startsAt, readerZone).split(' (')[0]!)).toBe(true)
})
