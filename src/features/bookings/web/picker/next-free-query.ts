import { queryOptions } from '@tanstack/react-query'
import type { nextFreeHours } from '#src/features/bookings/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'

export type NextFreeHours = CallReply<typeof nextFreeHours>

/** The next free hour of each coach, among those that suit `when` (`'tomorrow'`, `'weekend'`, `'evening'` or a date); any when empty. */
export function nextFreeQuery(when: string) {
  const query = apiQuery<typeof nextFreeHours>(firstCalls.nextFreeHours, { query: { when: when || undefined } })
  // Hours go by the minute, but not while somebody looks through the cards.
  return queryOptions({ ...query, staleTime: 60_000 })
}
