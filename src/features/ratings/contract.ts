import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { gameSchema, idSchema, instantSchema, optionalTextSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { because } from '#src/shared/text/sentences.ts'

/** An approved rating as everybody sees it. */
export const ratingSchema = z.object({
  id: z.string(),
  /** 1 to 5 stars. */
  rating: z.number(),
  review: z.nullable(z.string()),
  /** The first word of the player's name (`publicName`). */
  reviewer: z.string(),
  game: gameSchema,
  /** What was booked, and the player's rank when they rated it, in their own words; null where it is not known. */
  serviceName: z.nullable(z.string()),
  rank: z.nullable(z.string()),
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
  who: 'account',
  summary: 'Rate a session of one’s own that took place, once; the owner reviews it before it is published',
  sentence: ({ booking }, { rating }) => `rated ${booking} with ${rating} stars`,
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  refusals: [404, 409],
  body: ratingBody,
  reply: myRatingSchema,
})

export const listMyRatings = defineCall({
  method: 'GET',
  path: '/api/ratings/mine',
  who: 'account',
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
  /** The player's rank, in their own words. */
  rank: z.nullable(z.string()),
  game: gameSchema,
  isApproved: z.boolean(),
  /** Why the owner turned it down; null while nobody has. */
  rejectReason: z.nullable(z.string()),
  /** The session it is about, and whose; `playerId` is null without an account. */
  session: z.object({ customerName: z.string(), playerId: z.nullable(z.string()), number: z.string() }),
  /** The latest decision, which can be undone for a moment; null: nobody has decided. */
  decisionId: z.nullable(z.string()),
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

export const listApprovedRatings = defineCall({
  ...listPendingRatings,
  path: '/api/admin/ratings/approved',
  summary: "Ratings that are public, newest first; 100 at a time, `cursor` is the `Link` header's",
})

const ratingParams = z.object({ id: idSchema })

export const approveRating = defineCall({
  method: 'POST',
  path: '/api/admin/ratings/:id/approve',
  who: 'owner',
  summary: 'Make a rating public; it counts in the coach’s average',
  sentence: ({ rating }) => `approved ${rating}`,
  refusals: [409],
  params: ratingParams,
  reply: reviewedRatingSchema,
})

/** Why a rating is not published; never for its stars. */
export const rejectReasons = [
  'It insults somebody',
  'It has private data in it',
  'It is spam',
  'It is not about this session',
] as const

export const rejectRating = defineCall({
  method: 'POST',
  path: '/api/admin/ratings/:id/reject',
  who: 'owner',
  summary: 'Turn a rating down, also one approved before, for one of four reasons; its player reads it',
  sentence: ({ rating }, { reason }) => `rejected ${rating}${because(reason)}`,
  refusals: [409],
  params: ratingParams,
  body: z.object({ reason: z.enum(rejectReasons, 'Please choose why') }),
  reply: reviewedRatingSchema,
})

export const undoRatingDecision = defineCall({
  method: 'POST',
  path: '/api/admin/ratings/:id/undo',
  who: 'owner',
  summary: 'Put back what stood before a decision about a rating of some seconds ago; a repeat changes nothing',
  sentence: ({ rating }) => `undid the decision about ${rating}`,
  refusals: [409],
  params: ratingParams,
  body: z.object({ decisionId: idSchema }),
  reply: reviewedRatingSchema,
})
