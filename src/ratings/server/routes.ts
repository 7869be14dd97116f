import { listCoachRatings } from '#src/ratings/contract.ts'
import type { Noun } from '#src/server/deps.ts'
import { serve } from '#src/server/serve.ts'
import { listApprovedRatings } from './ratings.ts'

export const routes: Noun = (app, { db }) => {
  serve(app, listCoachRatings, async ({ params, query }) => listApprovedRatings(db, params.slug, query.cursor))
}
