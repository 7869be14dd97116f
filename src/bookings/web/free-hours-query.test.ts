import { expect, test } from 'vitest'
import { freeHours } from '#src/bookings/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { freeHoursQuery } from './free-hours-query.ts'

test('the address is that of the contract', () => {
  const query = { serviceId: '1on1-basic', coachId: '0199f3a2-7c3e-7b1d-8a44-4b1f6e0c9d21' }
  expect(freeHoursQuery(query.serviceId, query.coachId).queryKey).toEqual([callUrl(freeHours, { query })])
})
