import { queryOptions } from '@tanstack/react-query'
import type { freeHours } from '#src/features/bookings/hours-contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import type { PlayedGame } from '#src/shared/games.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** The starts of the next 14 days for a service with one coach, or, without one, with any coach of a game. */
export function freeHoursQuery(serviceId: string, coachId: string | null, game?: PlayedGame) {
  const whose = coachId ? { coachId } : { game }
  const query = apiQuery<typeof freeHours>(firstCalls.freeHours, { query: { serviceId, ...whose } })
  // What is free changes by the minute.
  return queryOptions({ ...query, staleTime: 0, gcTime: 0 })
}
