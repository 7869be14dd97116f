import { queryOptions } from '@tanstack/react-query'
import type { freeHours } from '#src/bookings/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'

/**
 * The starts of the next 14 days for a service with one coach. The contract's schemas stay out of the coach's page;
 * free-hours-query.test.ts holds the address to the contract.
 */
export function freeHoursQuery(serviceId: string, coachId: string) {
  const url = `/api/free-hours?${new URLSearchParams({ serviceId, coachId })}`
  // What is free changes by the minute.
  return queryOptions<CallReply<typeof freeHours>>({ queryKey: [url], staleTime: 0, gcTime: 0 })
}
