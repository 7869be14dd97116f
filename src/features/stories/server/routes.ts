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
  presentStory,
  rejectStory,
  shareStory,
  storiesAtOnce,
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
      return rows.map(presentStory)
    })
  serve(app, calls.approveStory, async ({ params }) => presentStory(await approveStory(db, params.id)))
  serve(app, calls.featureStory, async ({ params }) => presentStory(await featureStory(db, params.id)))
  serve(app, calls.unfeatureStory, async ({ params }) => presentStory(await unfeatureStory(db, params.id)))
  serve(app, calls.rejectStory, async ({ params, body }) => presentStory(await rejectStory(db, params.id, body.reason)))
}
