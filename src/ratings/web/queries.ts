import { queryOptions } from '@tanstack/react-query'
import type { listCoachRatings } from '#src/ratings/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'

/**
 * A coach's approved ratings, one page from `cursor` on. The contract's schemas stay out of the coach's page;
 * queries.test.ts holds the address to the contract.
 */
export function ratingsQuery(slug: string, cursor?: string) {
  const query = cursor ? `?${new URLSearchParams({ cursor })}` : ''
  const url = `/api/coaches/${encodeURIComponent(slug)}/ratings${query}`
  return queryOptions<CallReply<typeof listCoachRatings>>({ queryKey: [url] })
}
