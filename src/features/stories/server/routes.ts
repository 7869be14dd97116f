import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/stories/contract.ts'
import { serveReady } from '#src/platform/cache/ready-list.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import {
  approveStory,
  featureStory,
  listApprovedStories,
  listFeaturedStories,
  listPendingStories,
  listPublicStories,
  presentReviewed,
  presentStory,
  rejectStory,
  shareStory,
  storiesAtOnce,
  undoStoryDecision,
  unfeatureStory,
} from './stories.ts'

export const routes: Noun = (app, deps) => {
  const { db } = deps
  serve(app, calls.shareStory, async ({ body, request }) => presentStory(await shareStory(db, signedIn(request), body)))
  serveReady(app, deps, calls.listFeaturedStories, async () => (await listFeaturedStories(db)).map(presentStory))
  serve(app, calls.listStories, async ({ query, request, reply }) => {
    const { rows, total } = await listPublicStories(db, query.cursor)
    describePage(request, reply, rows, total, storiesAtOnce)
    return rows.map(presentStory)
  })
  for (const [call, list] of [
    [calls.listPendingStories, listPendingStories],
    [calls.listApprovedStories, listApprovedStories],
  ] as const)
    serve(app, call, async ({ query, request, reply }) => {
      const { rows, total } = await list(db, query.cursor)
      describePage(request, reply, rows, total)
      return rows.map(presentReviewed)
    })
  serve(app, calls.approveStory, async ({ params }) => presentReviewed(await approveStory(deps, params.id)))
  serve(app, calls.featureStory, async ({ params }) => presentReviewed(await featureStory(deps, params.id)))
  serve(app, calls.unfeatureStory, async ({ params }) => presentReviewed(await unfeatureStory(deps, params.id)))
  serve(app, calls.rejectStory, async ({ params, body }) =>
    presentReviewed(await rejectStory(deps, params.id, body.reason)),
  )
  serve(app, calls.undoStoryDecision, async ({ params, body }) =>
    presentReviewed(await undoStoryDecision(deps, params.id, body.decisionId)),
  )
}
