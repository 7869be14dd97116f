import type { listFeaturedStories, listStories } from '#src/features/stories/contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'

/** The stories on the home page. */
export const featuredStoriesQuery = apiQuery<typeof listFeaturedStories>(firstCalls.listFeaturedStories)

/** The first page of all stories, which the server draws. */
export const firstStoriesQuery = apiQuery<typeof listStories>(firstCalls.listStories)
