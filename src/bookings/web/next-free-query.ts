import { queryOptions } from '@tanstack/react-query'
import type { nextFreeHours } from '#src/bookings/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'

export type NextFreeHours = CallReply<typeof nextFreeHours>

/**
 * The next free hour of each coach, among those that suit `when` (`'tomorrow'`, `'weekend'`, `'evening'` or a date); any when
 * empty. The contract's schemas stay out of the landing page; next-free-query.test.ts holds the address to the contract.
 */
export function nextFreeQuery(when: string) {
  const url = when ? `/api/next-free-hours?when=${encodeURIComponent(when)}` : '/api/next-free-hours'
  // Hours go by the minute, but not while somebody looks through the cards.
  return queryOptions<NextFreeHours>({ queryKey: [url], staleTime: 60_000 })
}
