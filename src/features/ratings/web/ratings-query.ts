import type { listCoachRatings } from '#src/features/ratings/contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** A coach's approved ratings, one page from `cursor` on. */
export function ratingsQuery(slug: string, cursor?: string) {
  return apiQuery<typeof listCoachRatings>(firstCalls.listCoachRatings, { params: { slug }, query: { cursor } })
}
