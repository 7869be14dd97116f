import { expect, test } from 'vitest'
import { listCoachRatings } from '#src/ratings/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { ratingsQuery } from './queries.ts'

test('the addresses are those of the contract', () => {
  const params = { slug: 'vexflip' }
  expect(ratingsQuery('vexflip').queryKey).toEqual([callUrl(listCoachRatings, { params })])
  const second = callUrl(listCoachRatings, { params, query: { cursor: 'a b' } })
  expect(ratingsQuery('vexflip', 'a b').queryKey).toEqual([second])
})
