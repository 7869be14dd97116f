import { expect, test } from 'vitest'
import { offers } from '#src/features/bookings/services.ts'
import type { Rung } from '#src/features/sessions/write-up-contract.ts'
import { must } from '#src/shared/must.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { Rungs } from './rungs.tsx'

const end = Date.parse('2026-11-03T17:00:00Z')
const rung = {
  ...{ bookingId: 'b', coachId: null, coachName: 'VexFlip', serviceName: 'Session', minutes: 60, status: 'completed' },
  ...{ startsAt: '2026-11-03T16:00:00Z', endsAt: new Date(end).toISOString(), notesSentAt: null, notesMissedAt: null },
  ...{ seen: [], nextStep: null, homework: [] },
} as unknown as Rung

test('notes are promised only for an offer that was sold with them', () => {
  const textOf = (serviceId: string) => {
    const sold = must(
      offers.find(({ id }) => id === serviceId),
      'a service',
    )
    const owed = sold.owed && { ...sold.owed, difference: '14.00' }
    return htmlOf(<Rungs rungs={[{ ...rung, owed }]} userId="p" now={end} onBook={() => {}} />).text
  }
  expect(textOf('1on1-basic')).toContain('VexFlip writes here by')
  expect(textOf('package-starter')).toContain('Written notes are no part of this session.')
  expect(textOf('package-starter')).not.toMatch(/writes here|not written anything yet/)
})
