import type { Noun } from '#src/deps.ts'
import * as calls from '#src/features/ratings/contract.ts'
import { signedIn } from '#src/platform/http/guards.ts'
import { describePage } from '#src/platform/http/paging.ts'
import { serve } from '#src/platform/http/serve.ts'
import {
  approveRating,
  listPendingRatings,
  listPublicRatings,
  presentReviewed,
  rejectRating,
  undoRatingDecision,
} from './moderation.ts'
import { listApprovedRatings, listMyRatings, presentMine, rateSession } from './ratings.ts'

export const routes: Noun = (app, deps) => {
  const { db } = deps
  serve(app, calls.listCoachRatings, async ({ params, query }) => listApprovedRatings(db, params.slug, query.cursor))
  serve(app, calls.rateSession, async ({ body, request }) =>
    presentMine(await rateSession(deps, signedIn(request), body)),
  )
  serve(app, calls.listMyRatings, async ({ request }) => listMyRatings(db, signedIn(request)))
  serve(app, calls.listPendingRatings, async ({ query, request, reply }) => {
    const { rows, total } = await listPendingRatings(db, query.cursor)
    describePage(request, reply, rows, total, calls.pendingAtOnce)
    return rows.map(presentReviewed)
  })
  serve(app, calls.listApprovedRatings, async ({ query, request, reply }) => {
    const { rows, total } = await listPublicRatings(db, query.cursor)
    describePage(request, reply, rows, total)
    return rows.map(presentReviewed)
  })
  serve(app, calls.approveRating, async ({ params, request }) =>
    presentReviewed(await approveRating(deps, signedIn(request), params.id)),
  )
  serve(app, calls.rejectRating, async ({ params, body, request }) =>
    presentReviewed(await rejectRating(deps, signedIn(request), params.id, body.reason)),
  )
  serve(app, calls.undoRatingDecision, async ({ params, body, request }) =>
    presentReviewed(await undoRatingDecision(deps, signedIn(request), params.id, body.decisionId)),
  )
}
