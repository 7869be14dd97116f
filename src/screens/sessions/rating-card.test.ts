import { expect, test } from 'vitest'
import type { MySession } from '#src/features/bookings/contract.ts'
import type { SessionState } from '#src/features/sessions/contract.ts'
import { sessionToRate } from './rating-card.tsx'

const now = Date.parse('2026-01-20T12:00:00Z')
const session = (id: string, more: object = {}) =>
  ({
    id,
    coachId: 'coach',
    isOwn: false,
    claim: null,
    dispute: null,
    endsAt: '2026-01-19T12:00:00Z',
    ...more,
  }) as MySession
const question = (bookingId: string, state: 'waiting' | 'settled') =>
  ({ bookingId, question: { state, outcome: 'held', answerBy: null } }) as unknown as SessionState
const asked = (held: MySession[], more: Partial<Parameters<typeof sessionToRate>[1]> = {}) =>
  sessionToRate(held, { states: [], linkedId: null, isWanted: true, now, ...more })?.id

test('the last session held is asked about for two weeks, or the one that a mail leads to', () => {
  const held = [session('last'), session('before')]
  expect(asked(held)).toBe('last')
  expect(asked(held, { linkedId: 'before' })).toBe('before')
  expect(asked([session('old', { endsAt: '2026-01-02T12:00:00Z' })])).toBeUndefined()
})

test('who switched it off is asked only where a mail led to that session', () => {
  const off = { isWanted: false }
  expect(asked([session('last')], off)).toBeUndefined()
  expect(asked([session('last')], { ...off, linkedId: 'somebody’s' })).toBeUndefined()
  expect(asked([session('last')], { ...off, linkedId: 'last' })).toBe('last')
})

test('a session with a claim, a dispute or an open question is not asked about; one whose question is settled is', () => {
  const without = (more: object, states: SessionState[] = []) => asked([session('last', more)], { states })
  expect(without({ claim: { status: 'declined' } })).toBeUndefined()
  expect(without({ dispute: 'open' })).toBeUndefined()
  expect(without({}, [question('last', 'waiting')])).toBeUndefined()
  expect(without({}, [question('last', 'settled')])).toBe('last')
})
