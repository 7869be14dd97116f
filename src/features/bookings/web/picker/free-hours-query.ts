import { queryOptions } from '@tanstack/react-query'
import type { freeHours } from '#src/features/bookings/contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** The starts of the next 14 days for a service with one coach. */
export function freeHoursQuery(serviceId: string, coachId: string) {
  const query = apiQuery<typeof freeHours>(firstCalls.freeHours, { query: { serviceId, coachId } })
  // What is free changes by the minute.
  return queryOptions({ ...query, staleTime: 0, gcTime: 0 })
}
