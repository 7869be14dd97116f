import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MySession } from '#src/features/bookings/contract.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { NextSession } from './my-session-list.tsx'

const startsAt = '2999-01-05T20:00:00Z'
const session = {
  id: 'b',
  coachName: 'VexFlip',
  serviceName: '1-on-1 Basic',
  minutes: 60,
  price: '29.00',
  refunded: '0.00',
  refundDue: '0.00',
  status: 'confirmed',
  startsAt,
  endsAt: '2999-01-05T21:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
  zone: 'America/New_York',
  terms: {
    full: { amount: '29.00', until: startsAt },
    half: { amount: '14.50', until: startsAt },
    freeMoveUntil: startsAt,
  },
  refusals: { move: null, cancel: null },
  claim: null,
} as unknown as MySession

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://levelup.test' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('what the coach called off does not start, and offers nothing to get ready for it', () => {
  const shown = (isOff: boolean) =>
    htmlOf(
      <NextSession
        session={session}
        now={Date.parse('2999-01-02T20:00:00Z')}
        actions={() => null}
        more={() => 'Prepare'}
        last={() => null}
        choice={() => null}
        news={() => null}
        join={() => null}
        isCalledOff={() => isOff}
        onCoachAsked={async () => {}}
        onChanged={async () => {}}
      />,
    ).text
  const gettingReady = /Starts in 3 days|Your session starts|Prepare|Calendar/
  expect(shown(false)).toMatch(gettingReady)
  expect(shown(true)).not.toMatch(gettingReady)
  expect(shown(true)).toMatch(/Called off.*Receipt.*Cancel/)
})
