import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { gameSchema, idSchema, instantSchema, optionalTextSchema, textSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'

/** An approved rating as everybody sees it. */
export const ratingSchema = z.object({
  id: z.string(),
  /** 1 to 5 stars. */
  rating: z.number(),
  review: z.nullable(z.string()),
  /** The first word of the player's name (`publicName`). */
  reviewer: z.string(),
  game: gameSchema,
  createdAt: instantSchema,
})
export type Rating = z.output<typeof ratingSchema>

export const listCoachRatings = defineCall({
  ...firstCalls.listCoachRatings,
  who: 'everybody',
  summary: 'The approved ratings of an active coach, newest first; `next` is the `cursor` of those that follow',
  params: z.object({ slug: z.string() }),
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.object({ ratings: z.array(ratingSchema), total: z.number(), next: z.nullable(z.string()) }),
})

export const ratingBody = z.object({
  bookingId: idSchema,
  rating: z
    .int('Please choose 1 to 5 stars')
    .check(z.minimum(1, 'Please choose 1 to 5 stars'), z.maximum(5, 'Please choose 1 to 5 stars')),
  review: optionalTextSchema(2000),
  /** Part of the public body (API-1); we know both. */
  coachName: z.optional(z.unknown()),
  game: z.optional(z.unknown()),
})

/** A player's own rating. */
const myRatingSchema = z.object({
  bookingId: z.string(),
  rating: z.number(),
  review: z.nullable(z.string()),
  isApproved: z.boolean(),
  /** Why the owner does not publish it; null unless turned down. */
  rejectReason: z.nullable(z.string()),
})
export type MyRating = z.output<typeof myRatingSchema>

export const rateSession = defineCall({
  method: 'POST',
  path: '/api/ratings',
  who: 'player',
  summary: 'Rate a session of one’s own that took place, once; the owner reviews it before it is published',
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  refusals: [404, 409],
  body: ratingBody,
  reply: myRatingSchema,
})

export const listMyRatings = defineCall({
  method: 'GET',
  path: '/api/ratings/mine',
  who: 'player',
  summary: 'One’s own ratings, newest first',
  reply: z.array(myRatingSchema),
})

/** A rating as the owner reviews it. */
const reviewedRatingSchema = z.object({
  id: z.string(),
  bookingId: z.string(),
  coachName: z.string(),
  rating: z.number(),
  review: z.nullable(z.string()),
  game: gameSchema,
  isApproved: z.boolean(),
  /** Why the owner turned it down; null while nobody has. */
  rejectReason: z.nullable(z.string()),
  createdAt: instantSchema,
})
export type ReviewedRating = z.output<typeof reviewedRatingSchema>

/** How many ratings the owner gets at a time: each is read before it is decided on. */
export const pendingAtOnce = 25

export const listPendingRatings = defineCall({
  method: 'GET',
  path: '/api/admin/ratings/pending',
  who: 'owner',
  summary: "Ratings to review, newest first; 25 at a time, `cursor` is the `Link` header's",
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.array(reviewedRatingSchema),
})

const ratingParams = z.object({ id: idSchema })

export const approveRating = defineCall({
  method: 'POST',
  path: '/api/admin/ratings/:id/approve',
  who: 'owner',
  summary: 'Make a rating public; it counts in the coach’s average',
  params: ratingParams,
  reply: reviewedRatingSchema,
})

export const rejectRating = defineCall({
  method: 'POST',
  path: '/api/admin/ratings/:id/reject',
  who: 'owner',
  summary: 'Turn a rating down, also one approved before; its player reads the reason',
  params: ratingParams,
  body: z.object({ reason: textSchema('Please say why', 500) }),
  reply: reviewedRatingSchema,
})
