import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { instantSchema } from '#src/shared/fields.ts'
import { gameSchema } from '#src/shared/game.ts'

/** An approved rating as everybody sees it. */
export const ratingSchema = z.object({
  id: z.string(),
  /** 1 to 5 stars. */
  rating: z.number(),
  review: z.nullable(z.string()),
  /** The player's gamer tag, or the first part of their name. */
  reviewer: z.string(),
  game: gameSchema,
  createdAt: instantSchema,
})
export type Rating = z.output<typeof ratingSchema>

export const listCoachRatings = defineCall({
  method: 'GET',
  path: '/api/coaches/:slug/ratings',
  who: 'everybody',
  summary: 'The approved ratings of an active coach, newest first; `next` is the `cursor` of those that follow',
  params: z.object({ slug: z.string() }),
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.object({ ratings: z.array(ratingSchema), total: z.number(), next: z.nullable(z.string()) }),
})
