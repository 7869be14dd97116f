import { expect, test } from 'vitest'
import type { MySession } from '#src/features/bookings/contract.ts'
import { cancellationTerms, currentPolicy, unchanged } from '#src/features/bookings/rules.ts'
import { toDecimal } from '#src/shared/money.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { SessionShare } from './my-session-share.tsx'

const startsAt = new Date('2026-12-03T22:00:00Z')

/** What a player of a session for $29 reads so many hours before its start. */
function shownAt(hours: number, change: Partial<typeof unchanged> = {}) {
  const booking = { ...unchanged, price: 2900, createdAt: new Date(0), startsAt, terms: currentPolicy, ...change }
  const { full, half } = cancellationTerms(booking)
  const step = ({ amount, until }: typeof full) => ({ amount: toDecimal(amount), until: until.toISOString() })
  const session = {
    ...{ startsAt: startsAt.toISOString(), status: 'confirmed', price: '29.00', refundDue: '0.00' },
    ...{ coachId: 'c', coachName: 'VexFlip', fullRefundUntilStart: booking.fullRefundUntilStart },
    terms: { full: step(full), half: step(half), freeMoveUntil: '' },
  } as MySession
  return htmlOf(<SessionShare session={session} now={+startsAt - hours * 3_600_000} />).text.trim()
}

test('who waits for an answer reads until when cancelling gives back how much', () => {
  expect(shownAt(30)).toMatch(/^Until .+ you get all \$29 back if you cancel\. After that: \$14\.50\.$/)
  expect(shownAt(20)).toMatch(/^Until .+ you get \$14\.50 back if you cancel\. After that: nothing\.$/)
  // Moved late: half is all there is, all along.
  expect(shownAt(30, { refundShareLimit: 50 })).toMatch(/you get \$14\.50 back .+ After that: nothing\.$/)
  for (const nothing of [
    shownAt(1),
    shownAt(30, { fullRefundUntilStart: true }),
    shownAt(30, { dispute: 'open' } as object),
  ])
    expect(nothing).toBe('')
})
