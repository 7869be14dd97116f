import { expect, test } from 'vitest'
import type { MySession } from '#src/features/bookings/contract.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { WhatEnded } from './what-ended.tsx'

const session = {
  status: 'confirmed',
  startsAt: '2026-10-31T16:00:00Z',
  endsAt: '2026-10-31T17:00:00Z',
  isCalledOff: false,
  guaranteeUntil: '2026-11-07T17:00:00Z',
} as MySession

test.each<[string, Partial<MySession>, string, string]>([
  ['three days after', {}, '2026-11-03T16:59:00Z', ''],
  ['later', {}, '2026-11-04T17:01:00Z', "'Something went wrong?' ended Nov 3, 2026."],
  [
    'a week after',
    {},
    '2026-11-08T17:01:00Z',
    "'Something went wrong?' ended Nov 3, 2026. The guarantee ended Nov 7, 2026.",
  ],
  [
    'without a guarantee',
    { guaranteeUntil: null },
    '2026-11-08T17:01:00Z',
    "'Something went wrong?' ended Nov 3, 2026.",
  ],
  ['cancelled', { status: 'cancelled' }, '2026-11-08T17:01:00Z', ''],
])('a past session says what its player can do no more, and since when: %s', (_when, more, now, words) => {
  const { text } = htmlOf(<WhatEnded session={{ ...session, ...more }} now={Date.parse(now)} />)
  expect(text.replace(/\s+/g, ' ').replaceAll(' .', '.').trim()).toBe(words)
})
