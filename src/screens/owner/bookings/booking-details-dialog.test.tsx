import { expect, test } from 'vitest'
import type { Booking } from '#src/features/bookings/contract.ts'
import { currentPolicy } from '#src/features/bookings/rules.ts'
import type { BookingDetails } from '#src/features/bookings/staff-contract.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { Facts } from './booking-details-dialog.tsx'

test('the price says what has gone back and what is still on its way, each dollar once', () => {
  const shown = (refunded: string, refundDue: string) => {
    const booking = {
      ...{ customerName: 'Rimshot', coachName: 'VexFlip', minutes: 60, status: 'cancelled', price: '29.00' },
      ...{ sessionDate: 'TBD', sessionTime: 'TBD', createdAt: '2026-01-05T14:00:00Z', refunded, refundDue },
    } as Booking
    const details = { terms: currentPolicy, player: null } as unknown as BookingDetails
    return htmlOf(<Facts booking={booking} details={details} />).text
  }
  expect(shown('5.00', '29.00')).toContain('$29.00, $5.00 refunded, $24.00 on its way')
  expect(shown('29.00', '29.00')).not.toContain('on its way')
})
