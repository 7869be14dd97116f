import { expect, test } from 'vitest'
import { checkCoach, listCoaches } from '#src/coaches/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { coachesQuery, isCoachQuery } from './queries.ts'

test('the addresses are those of the contract', () => {
  expect(coachesQuery.queryKey).toEqual([callUrl(listCoaches)])
  const email = 'a+b@demo.test'
  expect(isCoachQuery(email).queryKey).toEqual([callUrl(checkCoach, { query: { email } })])
})
