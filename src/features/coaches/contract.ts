import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import {
  gameSchema,
  idSchema,
  nameSchema,
  optionalLineSchema,
  optionalTextSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'

/** A coach as everybody sees one. Contact data never leaves the server here. */
export const coachSchema = z.object({
  id: z.string(),
  /** The last part of the coach's own page address. */
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  gameExpertise: gameSchema,
  currentRank: z.string(),
  profileImageUrl: z.nullable(z.string()),
  availability: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Different players of held sessions, and those from before. */
  totalStudents: z.number(),
  /** Decimal text such as `"4.80"`; null until a rating was approved. */
  averageRating: z.nullable(z.string()),
  totalHours: z.number(),
  /** The part of these totals from before Level Up, and where it is known from; null for none. */
  studentsBefore: z.number(),
  hoursBefore: z.number(),
  beforeSource: z.nullable(z.string()),
  achievements: z.array(z.string()),
  specialties: z.array(z.string()),
})
export type Coach = z.output<typeof coachSchema>

export const listCoaches = defineCall({
  ...firstCalls.listCoaches,
  who: 'everybody',
  summary: 'The active coaches',
  reply: z.array(coachSchema),
})

export const checkCoach = defineCall({
  ...firstCalls.checkCoach,
  who: 'player',
  summary: 'Whether the caller is an approved coach; staff may ask about anybody',
  query: z.object({ email: z.string() }),
  reply: z.boolean(),
})

export const listOwningCoaches = defineCall({
  method: 'GET',
  path: '/api/admin/owning-coaches',
  who: 'admin',
  summary: 'The ids of the active coaches who own the business: staff’s lists label them Owner, the others Coach',
  reply: z.array(z.string()),
})

/** What a coach needs before players can book them: an account, and working hours that they said are right. */
export const coachNeeds = ['account', 'hours'] as const
export type CoachNeed = (typeof coachNeeds)[number]

/** A coach as the owner sees one. */
export const ownerCoachSchema = z.extend(coachSchema, {
  /** Where the coach signs in; null while the profile has no account. */
  accountEmail: z.nullable(z.string()),
  /** What they still lack. */
  missing: z.array(z.enum(coachNeeds)),
})
export type OwnerCoach = z.output<typeof ownerCoachSchema>

/** How long these texts may be, in an application and in the profile that is made of it. */
export const coachTextLimits = { currentRank: 80, availability: 500, discordUsername: 80, portfolioLinks: 1000 }

/** How long the text about a coach may be. */
export const maxDescription = 600

const figureSchema = z
  .int('Please enter a whole number')
  .check(z.minimum(0, 'Please enter a whole number'), z.maximum(1_000_000, 'At most 1000000, please'))

export const editCoachBody = z
  .object({
    isActive: z.optional(z.boolean()),
    /** Why a coach is published who lacks something. */
    reason: z.optional(textSchema('Please say why', 500, 5)),
    name: z.optional(nameSchema('Please enter a name')),
    title: z.optional(textSchema('Please enter a title', 80)),
    description: z.optional(textSchema('Please enter a description', maxDescription)),
    gameExpertise: z.optional(gameSchema),
    currentRank: z.optional(textSchema('Please enter a rank', coachTextLimits.currentRank)),
    /** These three go together: when one figure is given, so is the source, and the other figure is 0 if left out. */
    studentsBefore: z.optional(figureSchema),
    hoursBefore: z.optional(figureSchema),
    beforeSource: optionalTextSchema(200),
  })
  .check(
    z.refine(
      ({ studentsBefore, hoursBefore, beforeSource }) => !(studentsBefore || hoursBefore) || beforeSource !== null,
      {
        path: ['beforeSource'],
        error: 'Say where these figures come from.',
      },
    ),
  )

/**
 * 409 with `{ fields: { name } }` when two published coaches would have one name: free bookings know a coach by it. 409 with
 * `{ reason: 'not-ready', missing }` when a coach would be published who lacks something, and no `reason` says why.
 */
export const editCoach = defineCall({
  method: 'PATCH',
  path: '/api/owner/coaches/:coachId',
  who: 'owner',
  summary: 'Publish or deactivate a coach, or edit the profile; what is left out stays',
  audited: ['isActive', 'reason', 'studentsBefore', 'hoursBefore', 'beforeSource'],
  refusals: [409],
  params: z.object({ coachId: idSchema }),
  body: editCoachBody,
  reply: ownerCoachSchema,
})

export const unlinkCoach = defineCall({
  method: 'POST',
  path: '/api/owner/coaches/:coachId/unlink',
  who: 'owner',
  summary: 'Part an unpublished profile from its account, which then coaches no more and may be deleted',
  refusals: [409],
  params: z.object({ coachId: idSchema }),
  reply: ownerCoachSchema,
})

/** A coach's own profile: also what visitors do not see. */
export const myCoachSchema = z.object({
  ...coachSchema.shape,
  discordUsername: z.nullable(z.string()),
  portfolioLinks: z.nullable(z.string()),
})
export type MyCoach = z.output<typeof myCoachSchema>

export const myCoachProfile = defineCall({
  method: 'GET',
  path: '/api/coach/profile',
  who: 'coach',
  summary: 'The caller’s own profile, published or not',
  reply: myCoachSchema,
})

/** What coaches say about themselves. Name, game and publication are the team's to change. */
export const coachProfileSchema = z.object({
  title: textSchema('Say in a few words what you coach.', 80),
  description: textSchema('Write at least 20 characters about how you coach.', maxDescription, 20),
  currentRank: textSchema('Please enter your current rank.', coachTextLimits.currentRank),
  achievements: z
    .array(textSchema('An achievement cannot be empty.', 120))
    .check(z.maxLength(6, 'At most 6 achievements, please')),
  specialties: z
    .array(textSchema('A specialty cannot be empty.', 40))
    .check(z.maxLength(8, 'At most 8 specialties, please')),
  availability: optionalTextSchema(coachTextLimits.availability),
  discordUsername: optionalLineSchema(coachTextLimits.discordUsername),
  portfolioLinks: optionalTextSchema(coachTextLimits.portfolioLinks),
})

export const changeCoachProfile = defineCall({
  method: 'PATCH',
  path: '/api/coach/profile',
  who: 'coach',
  summary: 'Change what one’s own profile says; all of these fields at once',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  body: coachProfileSchema,
  reply: myCoachSchema,
})

/** The largest picture that is accepted, in bytes. */
export const maxPhotoBytes = 5 * 1024 * 1024

export const saveCoachPhoto = defineCall({
  method: 'PUT',
  path: '/api/coach/photo',
  who: 'coach',
  summary: 'Show this picture; the body is the raw JPEG, PNG or WebP file of at most 5 MB and 24 megapixels',
  limits: [{ by: 'account', times: 20, minutes: 10 }],
  upload: ['image/jpeg', 'image/png', 'image/webp'],
  refusals: [413],
  reply: z.object({ profileImageUrl: z.string() }),
})

export const removeCoachPhoto = defineCall({
  method: 'DELETE',
  path: '/api/coach/photo',
  who: 'coach',
  summary: 'Back to the drawn portrait',
  limits: [{ by: 'account', times: 20, minutes: 10 }],
  reply: z.object({ profileImageUrl: z.null() }),
})
