import { expect, test } from 'vitest'
import { callUrl } from '#src/shared/define-call.ts'
import { listFeaturedStories } from '#src/stories/contract.ts'
import { featuredStoriesQuery } from './queries.ts'

test('the address is that of the contract', () => {
  expect(featuredStoriesQuery.queryKey).toEqual([callUrl(listFeaturedStories)])
})
