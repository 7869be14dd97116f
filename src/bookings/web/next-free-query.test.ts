import { expect, test } from 'vitest'
import { nextFreeHours } from '#src/bookings/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { nextFreeQuery } from './next-free-query.ts'

test('the addresses are those of the contract', () => {
  expect(nextFreeQuery('').queryKey).toEqual([callUrl(nextFreeHours)])
  expect(nextFreeQuery('weekend').queryKey).toEqual([callUrl(nextFreeHours, { query: { when: 'weekend' } })])
})
