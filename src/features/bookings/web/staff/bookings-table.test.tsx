import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Booking } from '#src/features/bookings/contract.ts'
import { bookingStatuses } from '#src/features/bookings/rules.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { sessionWords } from './booking-entry.tsx'
import { CallLink, StatusBadge } from './bookings-table.tsx'

test('confirmed is green, anything else yellow, and what is called off says that alone', () => {
  const tones = bookingStatuses.map((status) => {
    const badge = renderToStaticMarkup(<StatusBadge booking={{ status, isCalledOff: false, dispute: null }} />)
    return (['good', 'warn'] as const).find((tone) =>
      badge.includes(/class="[^"]*?(bg-\S+)/.exec(renderToStaticMarkup(<Badge tone={tone}>x</Badge>))![1]!),
    )
  })
  expect(tones).toEqual(['good', 'warn', 'warn', 'warn'])
  const off = { status: 'confirmed', isCalledOff: true, dispute: null } as const
  const badges = renderToStaticMarkup(<StatusBadge booking={off} />)
  expect(badges).toContain('Called off')
  expect(badges, 'one truth').not.toContain('Confirmed')
  const disputed = { status: 'completed', isCalledOff: false, dispute: 'open' } as const
  expect(renderToStaticMarkup(<StatusBadge booking={disputed} />)).toMatch(/Completed.*Disputed/)
})

test('a customer with a phone can be called', () => {
  const show = (customerPhone: string | null) =>
    renderToStaticMarkup(<CallLink booking={{ customerPhone } as Booking} />)
  expect(show('+12125550100')).toMatch(/<a href="tel:\+12125550100".+Call/)
  expect(show(null)).toContain('No phone provided')
})

test('on another clock than the business’s an evening’s session is on the next day', () => {
  const booking = { sessionDate: '2026-01-05', sessionTime: '19:00', startsAt: '2026-01-06T00:00:00.000Z' } as Booking
  expect(sessionWords(booking, 'America/New_York')).toBe('Mon, Jan 5, 7:00 PM')
  expect(sessionWords(booking, 'Europe/Berlin')).toBe('Tue, Jan 6, 1:00 AM')
  expect(sessionWords({ ...booking, startsAt: null }, 'Europe/Berlin')).toBe('No date yet')
})
