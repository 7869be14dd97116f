import { expect, test } from 'vitest'
import type { Availability } from '#src/features/schedule/contract.ts'
import { mergeHours } from './merge-hours.ts'

const day = (weekday: number, opens = '09:00', closes = '22:00') => ({ weekday, opens, closes })
const base: Availability = {
  zone: 'Europe/London',
  week: [day(1), day(2), day(3)],
  exceptions: [{ date: '2026-12-24', opens: null, closes: null }],
  ...{ bufferMinutes: 0, noticeHours: 0, mostADay: null },
}

test('what two devices changed of one coach’s hours is kept together, the own where both changed the same', () => {
  const theirs: Availability = {
    ...base,
    week: [day(1, '10:00'), day(3, '12:00'), day(6)],
    exceptions: [...base.exceptions, { date: '2026-12-31', opens: null, closes: null }],
    noticeHours: 12,
  }
  const mine: Availability = {
    ...base,
    week: [day(1, '08:00'), day(2, '09:00', '12:00'), day(2, '14:00', '18:00'), day(3)],
    exceptions: [],
    mostADay: 4,
  }
  expect(mergeHours(base, mine, theirs)).toEqual({
    zone: 'Europe/London',
    week: [day(1, '08:00'), day(2, '09:00', '12:00'), day(2, '14:00', '18:00'), day(3, '12:00'), day(6)],
    exceptions: [{ date: '2026-12-31', opens: null, closes: null }],
    ...{ bufferMinutes: 0, noticeHours: 12, mostADay: 4 },
  })
})

test('who changed nothing gets what the other saved, and the other way round', () => {
  const other = { ...base, zone: 'Asia/Tokyo', week: [day(5)] }
  expect(mergeHours(base, base, other)).toEqual(other)
  expect(mergeHours(base, other, base)).toEqual(other)
})
