import { expect, test } from 'vitest'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import type { ThreadSummary } from '#src/features/messages/contract.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { ClientSessions } from './client-sessions.tsx'

test('a coach’s chats come as the agenda does, unread ones first, and say what was cancelled', () => {
  const sessions = [
    { id: 'next', customerName: 'Rimshot', status: 'confirmed' },
    { id: 'later', customerName: 'NachoBoost', status: 'confirmed' },
    { id: 'off', customerName: 'Skylane', status: 'cancelled' },
    { id: 'past', customerName: 'Zenith', status: 'completed' },
  ] as CoachSession[]
  const talk = (bookingId: string, unread: number) =>
    ({ bookingId, unread, last: { content: '', isMine: true } }) as ThreadSummary
  const { text } = htmlOf(<ClientSessions sessions={sessions} talks={[talk('later', 0), talk('past', 2)]} />)
  expect(text).toMatch(/Zenith.*2 new.*Rimshot.*NachoBoost.*Skylane Cancelled/)
})
