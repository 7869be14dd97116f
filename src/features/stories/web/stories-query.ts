import type { listFeaturedStories } from '#src/features/stories/contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** The stories on the home page. */
export const featuredStoriesQuery = apiQuery<typeof listFeaturedStories>(firstCalls.listFeaturedStories)
