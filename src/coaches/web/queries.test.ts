import { expect, test } from 'vitest'
import { listCoaches } from '#src/coaches/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { coachesQuery } from './queries.ts'

test('the address is that of the contract', () => {
  expect(coachesQuery.queryKey).toEqual([callUrl(listCoaches)])
})
