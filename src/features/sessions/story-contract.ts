import { z } from 'zod/mini'
import { remedies as claimRemedies } from '#src/features/bookings/claims.ts'
import { bookingParams, bookingSchema } from '#src/features/bookings/contract.ts'
import { missingSides } from '#src/features/bookings/rules.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { instantSchema } from '#src/shared/fields.ts'
import { remedies } from './call-offs.ts'
import { intakeSchema } from './contract.ts'
import { sayings } from './outcomes.ts'
import { doers, storyKinds } from './story.ts'

/** Something that happened to a session, with as much of it as its reader may know. Money is decimal text in dollars. */
export const storyEventSchema = z.object({
  at: instantSchema,
  kind: z.enum(storyKinds),
  /** Null: it happened by itself, like the start. */
  by: z.nullable(z.enum(doers)),
  /** What who did it is called; of our team only staff read a name. */
  name: z.nullable(z.string()),
  /** Who coached the session then; null: nobody yet. */
  coach: z.nullable(z.string()),
  /** What somebody wrote about it for the other side; of an answer, for staff. */
  words: z.optional(z.string()),
  /** Why it is the team's, or was called off; for staff. */
  why: z.optional(z.string()),
  amount: z.optional(z.string()),
  /** Such as `Visa •••• 4242`. */
  card: z.optional(z.string()),
  /** The hours of a move; null: to be decided. */
  from: z.optional(z.nullable(instantSchema)),
  to: z.optional(z.nullable(instantSchema)),
  /** The coaches of a hand-over; null: our team finds one. */
  fromCoach: z.optional(z.nullable(z.string())),
  toCoach: z.optional(z.nullable(z.string())),
  says: z.optional(z.enum(sayings)),
  minutes: z.optional(z.number()),
  agrees: z.optional(z.boolean()),
  remedy: z.optional(z.enum(remedies)),
  wanted: z.optional(z.enum(claimRemedies)),
  /** Whose wish a cancellation by staff was. */
  asked: z.optional(z.enum(['player', 'team'])),
  /** Of a cancellation: one of the two blocked the other. */
  isBlock: z.optional(z.boolean()),
  /** The player withdrew from what they had paid for. */
  isWithdrawn: z.optional(z.boolean()),
  stars: z.optional(z.number()),
})
export type StoryEvent = z.output<typeof storyEventSchema>

export const sessionStorySchema = z.object({
  /** As what the caller reads it. */
  as: z.enum(['player', 'coach', 'staff']),
  session: z.object({
    ...z.pick(bookingSchema, {
      id: true,
      number: true,
      coachName: true,
      serviceName: true,
      minutes: true,
      includes: true,
      zone: true,
      startsAt: true,
      endsAt: true,
      status: true,
    }).shape,
    playerName: z.string(),
    /** Null: our team finds one. */
    coachId: z.nullable(z.string()),
    /** Its coach called it off, and the player has not chosen yet. */
    isCalledOff: z.boolean(),
    /** Who did not come. */
    missing: z.nullable(z.enum(missingSides)),
  }),
  /** What the player said before; the coach reads it until a week after. */
  intake: z.nullable(intakeSchema),
  /** Null to the coach. */
  money: z.nullable(
    z.object({
      ...z.pick(bookingSchema, { price: true, refunded: true, dispute: true }).shape,
      /** All that is due back, sent or not. */
      refundDue: z.string(),
      card: z.nullable(z.string()),
      receiptNumber: z.nullable(z.string()),
    }),
  ),
  /** For staff; null to everybody else. */
  contacts: z.nullable(
    z.object({
      ...z.pick(bookingSchema, { playerId: true, customerEmail: true, customerPhone: true, paymentId: true }).shape,
      /** Null: the coach has no account. */
      coachEmail: z.nullable(z.string()),
      coachUserId: z.nullable(z.string()),
    }),
  ),
  /** Oldest first. */
  events: z.array(storyEventSchema),
})
export type SessionStory = z.output<typeof sessionStorySchema>

/**
 * 404 for everybody else; with `reason: 'handed-over'` for a coach who gave it away. A member of staff who plays or coaches
 * it reads it as such, unless they ask for it as staff.
 */
export const sessionStory = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/story',
  who: 'account',
  summary: 'All that happened to a session, oldest first, as far as its player, its coach or staff may know',
  params: bookingParams,
  query: z.object({ as: z.optional(z.literal('staff')) }),
  reply: sessionStorySchema,
})
