import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { gameSchema, idSchema, instantSchema, nameSchema, textSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { because } from '#src/shared/text/sentences.ts'

/** Whole sessions; what cannot be read as a number counts as 1 (STORY-1). */
const sessionsCountSchema = z.pipe(
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => {
      const count = Number.parseInt(typeof value === 'string' || typeof value === 'number' ? `${value}` : '', 10)
      return Number.isNaN(count) ? 1 : count
    }),
  ),
  z.number().check(z.minimum(1, 'At least 1 session, please'), z.maximum(1000, 'At most 1000 sessions, please')),
)

export const storyBody = z.object({
  coachName: nameSchema('Coach name is required'),
  game: gameSchema,
  beforeRank: textSchema('Before rank is required', 60),
  afterRank: textSchema('After rank is required', 60),
  story: textSchema('Story must be at least 10 characters', 1000, 10),
  sessionsCount: sessionsCountSchema,
})

/** A story as everybody may read it. */
export const featuredStorySchema = z.object({
  id: z.string(),
  userName: z.string(),
  coachName: z.string(),
  game: gameSchema,
  beforeRank: z.string(),
  afterRank: z.string(),
  story: z.string(),
  sessionsCount: z.number(),
  createdAt: instantSchema,
})
export type FeaturedStory = z.output<typeof featuredStorySchema>

/** A story as its author and the owner see it. */
const storySchema = z.extend(featuredStorySchema, {
  isApproved: z.boolean(),
  isFeatured: z.boolean(),
  /** Why the owner does not publish it; null unless turned down. */
  rejectReason: z.nullable(z.string()),
})

/** A story as the owner reviews it. */
const reviewedSchema = z.extend(storySchema, {
  /** The latest decision, which can be undone for a moment; null: nobody has decided. */
  decisionId: z.nullable(z.string()),
})
export type ReviewedStory = z.output<typeof reviewedSchema>

export const shareStory = defineCall({
  method: 'POST',
  path: '/api/success-stories',
  who: 'account',
  summary: 'Share a success story; the owner reviews it before it is published',
  sentence: 'shared a success story',
  limits: [
    { by: 'account', times: 5, minutes: 60 },
    { by: 'address', times: 20, minutes: 60 },
  ],
  body: storyBody,
  reply: storySchema,
})

export const listFeaturedStories = defineCall({
  ...firstCalls.listFeaturedStories,
  who: 'everybody',
  summary: 'The stories on the home page, newest first',
  reply: z.array(featuredStorySchema),
})

export const listStories = defineCall({
  ...firstCalls.listStories,
  who: 'everybody',
  summary: "All approved stories, newest first; 24 at a time, `cursor` is the `Link` header's",
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.array(featuredStorySchema),
})

export const listPendingStories = defineCall({
  method: 'GET',
  path: '/api/admin/success-stories/pending',
  who: 'owner',
  summary: "Stories to review, newest first; 100 at a time, `cursor` is the `Link` header's",
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.array(reviewedSchema),
})

export const listApprovedStories = defineCall({
  ...listPendingStories,
  path: '/api/admin/success-stories/approved',
  summary:
    "Approved stories that are not on the home page, newest first; 100 at a time, `cursor` is the `Link` header's",
})

export const approveStory = defineCall({
  method: 'POST',
  path: '/api/admin/success-stories/:id/approve',
  who: 'owner',
  summary: 'Approve a story',
  sentence: ({ story }) => `approved ${story}`,
  params: z.object({ id: idSchema }),
  reply: reviewedSchema,
})

export const featureStory = defineCall({
  ...approveStory,
  path: '/api/admin/success-stories/:id/feature',
  sentence: ({ story }) => `put ${story} on the home page`,
  summary: 'Put a story on the home page, which approves it too',
})

export const rejectStory = defineCall({
  ...approveStory,
  path: '/api/admin/success-stories/:id/reject',
  summary: 'Turn a story down, with the reason; it leaves the home page, too',
  sentence: ({ story }, { reason }) => `rejected ${story}${because(reason)}`,
  body: z.object({ reason: textSchema('Please say why', 500) }),
})

export const unfeatureStory = defineCall({
  ...approveStory,
  path: '/api/admin/success-stories/:id/unfeature',
  sentence: ({ story }) => `took ${story} off the home page`,
  summary: 'Take a story off the home page; it stays approved',
})

export const undoStoryDecision = defineCall({
  ...approveStory,
  path: '/api/admin/success-stories/:id/undo',
  summary: 'Put back what stood before a decision about a story of some seconds ago; a repeat changes nothing',
  sentence: ({ story }) => `undid the decision about ${story}`,
  refusals: [409],
  body: z.object({ decisionId: idSchema }),
})
