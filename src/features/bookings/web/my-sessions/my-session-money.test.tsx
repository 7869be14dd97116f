import { expect, test } from 'vitest'
import { htmlOf } from '#tests/support/html-of.tsx'
import { SessionMoney } from './my-session-money.tsx'

const paid = { price: '25.00', refunded: '0.00', refundDue: '0.00', status: 'confirmed' } as const

test('a player reads beside the price that their bank has the payment, and nothing of a question or a closed case', () => {
  const said = (dispute: 'inquiry' | 'open' | 'won' | 'lost' | null, status: 'confirmed' | 'cancelled' = 'confirmed') =>
    htmlOf(<SessionMoney session={{ ...paid, dispute, status }} />).text.trim()
  expect(said('open')).toBe('$25 Your bank is deciding about this payment; until then we cannot send money.')
  expect(said('lost', 'cancelled')).toBe('$25 Your bank took this payment back.')
  expect([said('inquiry'), said('won'), said(null)]).toEqual(['$25', '$25', '$25'])
  expect(said(null, 'cancelled')).toBe('$25 No refund')
})
