import { expect, test } from 'vitest'
import { sellerQuery } from '#src/features/payments/web/seller-query.ts'
import { htmlOf } from '#tests/support/html-of.tsx'
import { SellerMissing } from './seller-missing.tsx'

test('the owner reads what buyers cannot read yet: who sells, then whether they can withdraw', () => {
  const shown = (data: { isPublished: boolean; asksWithdrawal: boolean }) =>
    htmlOf(<SellerMissing />, [{ queryKey: sellerQuery.queryKey, data }]).text
  expect(shown({ isPublished: false, asksWithdrawal: true })).toContain('Nobody can read who sells')
  expect(shown({ isPublished: true, asksWithdrawal: true })).toContain('Nobody has said whether buyers can withdraw')
  expect(shown({ isPublished: true, asksWithdrawal: false })).toBe('')
})
