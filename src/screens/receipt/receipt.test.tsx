import { expect, test } from 'vitest'
import type { Booking } from '#src/features/bookings/contract.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import ReceiptPage from './receipt.tsx'

const booking = {
  ...{ number: 'LU-4KQ2X', customerName: 'Rimshot', customerEmail: 'rimshot@example.test', coachName: 'VexFlip' },
  ...{ serviceName: '1-on-1 Basic Session', minutes: 60, includes: null, status: 'completed', price: '29.00' },
  ...{ startsAt: null, endsAt: null, zone: 'America/New_York', createdAt: '2026-01-05T14:00:00Z' },
} as unknown as Booking

/** What the receipt says of a payment, or another one. */
function shown(change: { tax?: string | null; taxId?: string; paid?: string; refundDue?: string }): string {
  const { tax = null, taxId = null, paid = '29.00', refundDue = '0.00' } = change
  const seller = { name: 'Rung LLC', address: '1 Ladder St', taxId, email: 'hello@rung.test' }
  const receipt = { booking, seller, number: '2026-000001', paidWith: null, paidAt: null, tax, paid, refundDue }
  const queries = [{ queryKey: ['receipt', undefined, null], data: { ...receipt, refunds: [], termsVersion: 6 } }]
  return htmlOf(<ReceiptPage />, queries).text
}

test('a receipt says how much tax is in what was paid and kept, or why none is', () => {
  expect(shown({ tax: '19', taxId: 'VAT 42' })).toContain('You paid in total $29.00 Included tax, 19% $4.63')
  expect(shown({ tax: '19', taxId: 'VAT 42', refundDue: '14.50' })).toContain('$14.50 Included tax, 19% $2.32')
  expect(shown({ tax: 'reverse-charge', taxId: 'VAT 42' })).toContain('Reverse charge: the buyer owes the tax.')
  expect(shown({ tax: 'none', taxId: 'VAT 42' })).toContain('No tax included.')
  expect(shown({})).toContain('No tax included.')
  expect(shown({ taxId: 'VAT 42' })).toContain('[tax: to be filled in by the owner]')
  expect(shown({ taxId: 'VAT 42' })).not.toContain('No tax')
  // Of a gift nobody paid any.
  expect(shown({ tax: null, paid: '0.00' })).not.toContain('tax')
})
