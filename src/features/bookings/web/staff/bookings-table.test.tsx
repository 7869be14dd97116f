import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Booking } from '#src/features/bookings/contract.ts'
import { bookingStatuses } from '#src/features/bookings/rules.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { CallLink, StatusBadge } from './bookings-table.tsx'

test('confirmed is green, anything else yellow', () => {
  const tones = bookingStatuses.map((status) => {
    const badge = renderToStaticMarkup(<StatusBadge booking={{ status, dispute: null }} />)
    return (['good', 'warn'] as const).find((tone) =>
      badge.includes(/class="[^"]*?(bg-\S+)/.exec(renderToStaticMarkup(<Badge tone={tone}>x</Badge>))![1]!),
    )
  })
  expect(tones).toEqual(['good', 'warn', 'warn', 'warn'])
})

test('a customer with a phone can be called', () => {
  const show = (customerPhone: string | null) =>
    renderToStaticMarkup(<CallLink booking={{ customerPhone } as Booking} />)
  expect(show('+12125550100')).toMatch(/<a href="tel:\+12125550100".+Call/)
  expect(show(null)).toContain('No phone provided')
})
