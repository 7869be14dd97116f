import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import {
  gameSchema,
  idSchema,
  nameSchema,
  optionalLineSchema,
  optionalTextSchema,
  phoneCountrySchema,
  phoneSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { type Language, languageCodes } from '#src/shared/languages.ts'
import { because } from '#src/shared/text/sentences.ts'

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
  /** How many approved ratings that is the average of. */
  ratingCount: z.number(),
  totalHours: z.number(),
  /** The part of these totals from before Level Up, and where it is known from; null for none. */
  studentsBefore: z.number(),
  hoursBefore: z.number(),
  beforeSource: z.nullable(z.string()),
  achievements: z.array(z.string()),
  specialties: z.array(z.string()),
  languages: z.array(z.enum(languageCodes)),
})
export type Coach = z.output<typeof coachSchema>

export const listCoaches = defineCall({
  ...firstCalls.listCoaches,
  who: 'everybody',
  summary: 'The active coaches',
  reply: z.array(coachSchema),
})

/** What only a coach's own page says about them: too long for the list of all coaches. */
export const coachDetailsSchema = z.object({
  howITeach: z.nullable(z.string()),
  /** A video to watch, elsewhere. */
  clipUrl: z.nullable(z.string()),
  /** What else the coach wants players to see, elsewhere. */
  publicLinks: z.array(z.string()),
  /** IANA name of the zone of the coach's working hours; null while nobody has confirmed them. */
  zone: z.nullable(z.string()),
  /** Median minutes between a player's message and the coach's answer; null while there are too few to say. */
  answerMinutes: z.nullable(z.number()),
  /** Of how many answers that is the median. */
  answersCounted: z.nullable(z.number()),
  /** To how many of the last sessions the coach came on time, of those where both said when they came; null: too few to say. */
  punctuality: z.nullable(z.object({ onTime: z.number(), of: z.number() })),
})
export type CoachDetails = z.output<typeof coachDetailsSchema>

export const readCoachDetails = defineCall({
  ...firstCalls.readCoachDetails,
  who: 'everybody',
  summary: 'What the page of an active coach says besides the list',
  refusals: [404],
  params: z.object({ slug: z.string() }),
  reply: coachDetailsSchema,
})

export const checkCoach = defineCall({
  ...firstCalls.checkCoach,
  who: 'account',
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

const { howITeach, clipUrl, publicLinks } = coachDetailsSchema.shape
/** The part of it that the coach, or the owner for them, writes. */
const ownWords = { howITeach, clipUrl, publicLinks }

/** What a coach needs before players can book them: an account, working hours that they said are right, and a yes to the coaches' rules. */
export const coachNeeds = ['account', 'hours', 'rules', 'discord'] as const
export type CoachNeed = (typeof coachNeeds)[number]

/** A coach as the owner sees one. */
export const ownerCoachSchema = z.extend(coachSchema, {
  ...ownWords,
  /** Where the coach signs in; null while the profile has no account. */
  accountEmail: z.nullable(z.string()),
  /** What they still lack. */
  missing: z.array(z.enum(coachNeeds)),
})
export type OwnerCoach = z.output<typeof ownerCoachSchema>

/** How long these texts may be, in an application and in the profile that is made of it. */
export const coachTextLimits = { currentRank: 80, availability: 500, discordUsername: 80, portfolioLinks: 1000 }

/** How long the texts about a coach may be. */
export const maxDescription = 600
export const maxHowITeach = 1000

export const addressMessage = 'Please enter a whole address that begins with https://'

/** Whether a text is a whole address that a browser opens over HTTPS, without a name or password in it. */
export function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[^\s/\\]\S*$/i.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && !username && !password
}

/** Absent means unchanged here, unlike in optional texts. */
const given = z.pipe(
  z.nullable(z.string()),
  z.transform((text: string | null): string | null | undefined => text),
)

const optionalAddress = optionalLineSchema(300).check(
  z.refine((url) => url === null || isWebAddress(url), addressMessage),
)

export const publicLinksSchema = z
  .array(textSchema(addressMessage, 300).check(z.refine(isWebAddress, addressMessage)))
  .check(
    z.maxLength(5, 'At most 5 links, please'),
    z.refine((links) => new Set(links).size === links.length, 'Each link once, please'),
  )

/** What everybody reads on a coach's page; a field that is left out stays as it is. */
const pageFields = {
  howITeach: z.optional(z.pipe(given, optionalTextSchema(maxHowITeach))),
  languages: z.optional(
    z.pipe(
      z.array(z.enum(languageCodes, 'Please choose from the list')),
      z.transform((codes: Language[]) => languageCodes.filter((code) => codes.includes(code))),
    ),
  ),
  clipUrl: z.optional(z.pipe(given, optionalAddress)),
  publicLinks: z.optional(publicLinksSchema),
}

const figureSchema = z
  .int('Please enter a whole number')
  .check(z.minimum(0, 'Please enter a whole number'), z.maximum(1_000_000, 'At most 1000000, please'))

/** `editCoachBody` without `beforeIsSourced`: what forms extend. */
export const editCoachFields = z.object({
  isActive: z.optional(z.boolean()),
  /** Why a coach who lacks something is published. */
  reason: z.optional(textSchema('Please say why', 500, 5)),
  name: z.optional(nameSchema('Please enter a name')),
  title: z.optional(textSchema('Please enter a title', 80)),
  description: z.optional(textSchema('Please enter a description', maxDescription)),
  gameExpertise: z.optional(gameSchema),
  currentRank: z.optional(textSchema('Please enter a rank', coachTextLimits.currentRank)),
  ...pageFields,
  /** These three go together: when one figure is given, so is the source, and the other figure is 0 if left out. */
  studentsBefore: z.optional(figureSchema),
  hoursBefore: z.optional(figureSchema),
  beforeSource: optionalTextSchema(200),
})

type Before = Pick<z.output<typeof editCoachFields>, 'studentsBefore' | 'hoursBefore' | 'beforeSource'>

/** No figure from before Level Up without its source. */
export const beforeIsSourced = z.refine<Before>(
  ({ studentsBefore, hoursBefore, beforeSource }) => !(studentsBefore || hoursBefore) || beforeSource !== null,
  { path: ['beforeSource'], error: 'Say where these figures come from.' },
)

export const editCoachBody = editCoachFields.check(beforeIsSourced)

/**
 * 409 with `{ fields: { name } }` when two published coaches would have one name: free bookings know a coach by it. 409 with
 * `{ reason: 'not-ready', missing }` when a coach who lacks something would be published, and no `reason` says why.
 */
export const editCoach = defineCall({
  method: 'PATCH',
  path: '/api/owner/coaches/:coachId',
  who: 'owner',
  summary: 'Publish or deactivate a coach, or edit the profile; what is left out stays',
  sentence: ({ coach }, { isActive, reason }) =>
    `${isActive === undefined ? 'edited' : isActive ? 'published' : 'deactivated'} ${coach}${because(reason)}`,
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
  summary: 'Unlink an unpublished profile from its account, which is then no longer a coach’s and may be deleted',
  sentence: ({ coach }) => `unlinked ${coach} from its account`,
  refusals: [409],
  params: z.object({ coachId: idSchema }),
  reply: ownerCoachSchema,
})

/** A coach's own profile: also what visitors do not see. */
export const myCoachSchema = z.object({
  ...coachSchema.shape,
  ...ownWords,
  discordUsername: z.nullable(z.string()),
  portfolioLinks: z.nullable(z.string()),
  /** Where sessions are held, an https address; null: on Discord. */
  roomUrl: z.nullable(z.string()),
  /** Where we text them when a player waits or asks. */
  phone: z.nullable(z.string()),
  /** Whether they accepted the coaches' rules as they are now. */
  areRulesAccepted: z.boolean(),
})
export type MyCoach = z.output<typeof myCoachSchema>

export const myCoachProfile = defineCall({
  ...firstCalls.myCoachProfile,
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
  /** Left out it stays as it is. */
  roomUrl: z.optional(z.pipe(given, optionalAddress)),
  /** Left out it stays as it is; 400 for one that cannot be read. */
  phone: z.optional(z.pipe(given, phoneSchema)),
  phoneCountry: phoneCountrySchema,
  ...pageFields,
})

export const changeCoachProfile = defineCall({
  method: 'PATCH',
  path: '/api/coach/profile',
  who: 'coach',
  summary: 'Change what one’s own profile says; all of these fields at once',
  sentence: 'changed their own coach’s profile',
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
  summary:
    'Show this picture; the body is the raw JPEG, PNG or WebP file of at most 5 MB and 50 megapixels (WebP and 16 bits 24, interlaced 12)',
  sentence: 'changed their own photo',
  limits: [{ by: 'account', times: 20, minutes: 10 }],
  upload: ['image/jpeg', 'image/png', 'image/webp'],
  reply: z.object({ profileImageUrl: z.string() }),
})

export const removeCoachPhoto = defineCall({
  method: 'DELETE',
  path: '/api/coach/photo',
  who: 'coach',
  summary: 'Back to the drawn portrait',
  sentence: 'took their own photo away',
  limits: [{ by: 'account', times: 20, minutes: 10 }],
  reply: z.object({ profileImageUrl: z.null() }),
})
