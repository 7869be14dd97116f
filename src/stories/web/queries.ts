import { queryOptions } from '@tanstack/react-query'
import type { CallReply } from '#src/shared/define-call.ts'
import type { listFeaturedStories } from '#src/stories/contract.ts'

/** The stories on the home page; only a type of the contract is imported, as in the coaches' queries. */
export const featuredStoriesQuery = queryOptions<CallReply<typeof listFeaturedStories>>({
  queryKey: ['/api/success-stories/featured'],
})
