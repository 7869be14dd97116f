import { expect, test } from 'vitest'
import { htmlOf } from '#tests/support/html-of.tsx'
import { MoneyDesk } from './money-desk.tsx'

test('a day without payments speaks of our books only: the provider is not asked about it', () => {
  const day = { date: '2026-01-05', zone: 'UTC', readAt: '2026-01-05T12:00:00.000Z', rows: [], rowCount: 0 }
  const { text } = htmlOf(<MoneyDesk userId="o" />, [
    { queryKey: ['money-desk', 'o', null], data: { pages: [day], pageParams: [100] } },
  ])
  expect(text).toContain('No payments on Mon, Jan 5 Our books have none for this day.')
  expect(text).not.toMatch(/both|agree/i)
})

test('money that is disputed is not kept, in neither book; what the bank only asks about is marked', () => {
  const sums = { booked: '58.00', refunded: '0.00', disputed: '29.00', paid: '58.00', refundedByProvider: '0.00' }
  const row = { orderId: '1', bookingId: '1', paymentId: 'pi_1', customerName: 'A', serviceName: 'B', status: 'booked' }
  const rows = [
    { ...row, ...sums, amount: '58.00', dispute: 'open' },
    { ...row, ...sums, orderId: '2', amount: '58.00', disputed: '0.00', dispute: 'inquiry' },
  ]
  const day = { date: '2026-01-05', zone: 'UTC', readAt: '2026-01-05T12:00:00.000Z', rows, rowCount: 2 }
  const { text } = htmlOf(<MoneyDesk userId="o" />, [
    {
      queryKey: ['money-desk', 'o', null],
      data: { pages: [{ ...day, ...sums, difference: '0.00', differing: 0 }], pageParams: [100] },
    },
  ])
  expect(text).toContain('Disputed −$29 −$29 Kept $29 $29')
  expect(text).toContain('$29 disputed agrees')
  expect(text, 'the bank only asks: no money is gone').toContain('Bank asks agrees')
})
