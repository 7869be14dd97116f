import { z } from 'zod/mini'
import { bookingParams, bookingSchema } from '#src/features/bookings/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { idSchema, optionalTextSchema, textSchema } from '#src/shared/fields.ts'
import { because, spoken } from '#src/shared/text/sentences.ts'
import { questionSchema } from './contract.ts'
import { decided, sayings } from './outcomes.ts'
import { storyEventSchema } from './story-contract.ts'

const minutesSchema = z
  .number('How many minutes?')
  .check(z.int(), z.minimum(1, 'At least 1 minute'), z.maximum(240, 'At most 240 minutes'))

/** 409 with the reason in words when it cannot be said now. `question` null: nothing follows from it. */
export const makeStatement = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/statements',
  who: 'account',
  summary:
    'Say how a session went: from 15 minutes past the start until 72 hours after the end; for its player and its coach',
  sentence: ({ booking }, { says, minutes }) =>
    `said of ${booking}: ${spoken(says)}${minutes ? `, ${minutes} minutes` : ''}`,
  limits: [{ by: 'account', times: 30, minutes: 60 }],
  refusals: [409],
  audited: ['says', 'minutes'],
  params: bookingParams,
  /** `questionId`, where `says` takes a question back: the one that the caller read; 409 when another one is asked by now. */
  body: z.object({
    says: z.enum(sayings),
    minutes: z.optional(minutesSchema),
    questionId: z.optional(idSchema),
  }),
  reply: z.object({ question: z.nullable(questionSchema) }),
})

/** How many characters the sentence may have with which one says that it is not so. */
export const longestAnswer = 300
export const answerMissing = 'Please say in a sentence what happened: our team reads it.'

export const answerQuestion = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/answer',
  who: 'account',
  summary: 'Answer what the other side said of a session: it is so, or it is not, and what happened then',
  sentence: ({ booking }, { agrees }) => `${agrees ? 'agreed with' : 'contradicted'} what was said of ${booking}`,
  limits: [{ by: 'account', times: 30, minutes: 60 }],
  refusals: [409],
  audited: ['agrees'],
  params: bookingParams,
  /**
   * `questionId`: the question that the caller read; 409 when another one is asked by now. `words`: a sentence for our team
   * alone, required of who says that it is not so, and of nobody else.
   */
  body: z
    .object({ questionId: idSchema, agrees: z.boolean('Is it so?'), words: optionalTextSchema(longestAnswer) })
    .check(z.refine(({ agrees, words }) => agrees || words !== null, { path: ['words'], error: answerMissing })),
  reply: z.object({ question: questionSchema }),
})

/** A question as staff see it, with the evidence beside it. */
export const openQuestionSchema = z.object({
  ...questionSchema.shape,
  why: z.nullable(z.string()),
  booking: bookingSchema,
  /** What can be decided. */
  decisions: z.array(z.enum(decided)),
  /** All that happened, oldest first. */
  story: z.array(storyEventSchema),
  /** Whether the caller is one of the two: then somebody else decides. */
  isOwn: z.boolean(),
})

export const listOpenQuestions = defineCall({
  method: 'GET',
  path: '/api/session-questions',
  who: 'owner-or-admin',
  summary: 'The questions about sessions that our team decides, the oldest first',
  reply: z.array(openQuestionSchema),
})

export const decideQuestion = defineCall({
  method: 'POST',
  path: '/api/session-questions/:questionId/decide',
  who: 'owner-or-admin',
  summary: 'Decide a question about a session; not of one’s own sessions',
  sentence: ({ question }, { outcome, minutes, reason }) =>
    `decided ${question} as “${spoken(outcome)}”${minutes ? `, ${minutes} minutes` : ''}${because(reason)}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [403, 409],
  audited: ['outcome', 'minutes'],
  params: z.object({ questionId: idSchema }),
  body: z.object({
    outcome: z.enum(decided),
    /** Of lost minutes, where our team thinks of others than the player said. */
    minutes: z.optional(minutesSchema),
    reason: textSchema('Please say why: both read it.', 500),
  }),
  reply: z.object({ ok: z.literal(true) }),
})
