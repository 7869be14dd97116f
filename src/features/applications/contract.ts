import { z } from 'zod/mini'
import { codeSchema } from '#src/features/accounts/contract.ts'
import { coachTextLimits } from '#src/features/coaches/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import {
  emailSchema,
  gameSchema,
  idSchema,
  instantSchema,
  nameSchema,
  optionalLineSchema,
  optionalTextSchema,
  phoneCountrySchema,
  phoneSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { because } from '#src/shared/text/sentences.ts'
import { applicationStatuses, decidedNotes } from './rules.ts'

export const applicationBody = z.object({
  applicantName: nameSchema('Please enter your name'),
  applicantEmail: emailSchema,
  applicantPhone: phoneSchema,
  phoneCountry: phoneCountrySchema,
  gameExpertise: gameSchema,
  currentRank: textSchema('Please enter your current rank', coachTextLimits.currentRank),
  coachingExperience: textSchema('Please tell us about your coaching experience', 3000),
  whyCoach: textSchema('Please tell us why you want to coach', 3000),
  availability: textSchema('Please tell us when you are available', coachTextLimits.availability),
  discordUsername: optionalLineSchema(coachTextLimits.discordUsername),
  portfolioLinks: optionalTextSchema(coachTextLimits.portfolioLinks),
})

/** An application as its applicant may read it. */
export const applicationSchema = z.object({
  id: z.string(),
  applicantName: z.string(),
  applicantEmail: z.string(),
  applicantPhone: z.nullable(z.string()),
  gameExpertise: gameSchema,
  currentRank: z.string(),
  coachingExperience: z.string(),
  whyCoach: z.string(),
  availability: z.string(),
  discordUsername: z.nullable(z.string()),
  /** As typed: not every part of it need be a link (see `linkParts`). */
  portfolioLinks: z.nullable(z.string()),
  status: z.enum(applicationStatuses),
  /** Sent before the owner of the e-mail came, by somebody who had not proved it. */
  isUnproven: z.boolean(),
  createdAt: instantSchema,
})
export type Application = z.output<typeof applicationSchema>

/** With what only staff may read. */
const reviewedSchema = z.extend(applicationSchema, {
  adminNotes: z.optional(z.nullable(z.string())),
  /** The latest decision, if that can be undone for a moment. */
  decisionId: z.optional(z.nullable(z.string())),
})

/** With all a reviewer must know of its sender. */
const listedSchema = z.extend(reviewedSchema, {
  /** The account that was signed in; null: a visitor. Approving makes this account the coach, whatever e-mail was typed. */
  sentBy: z.nullable(z.object({ email: z.string(), emailVerified: z.boolean() })),
  /** Whether somebody proved that `applicantEmail` is theirs, by a code or their account. */
  isEmailProven: z.boolean(),
})
export type ReviewedApplication = z.output<typeof listedSchema>

export const applyAsCoach = defineCall({
  method: 'POST',
  path: '/api/coach-applications',
  who: 'everybody',
  summary: 'Apply to become a coach; this browser may read the application from then on',
  sentence: 'applied to become a coach',
  // The second holds for everybody behind one address, signed in or not: each application mails somebody.
  limits: [
    { by: 'account', times: 5, minutes: 60 },
    { by: 'address', times: 20, minutes: 1440 },
  ],
  refusals: [401],
  body: applicationBody,
  reply: applicationSchema,
})

export const findApplication = defineCall({
  method: 'GET',
  path: '/api/coach-application',
  who: 'everybody',
  summary:
    'The newest application of an e-mail: 404 when there is none, 403 with `codeRequired` without proof of it, and a code in the mail; none with `isProvenElsewhere`, when the owner of the e-mail came and ended this browser',
  limits: [{ by: 'address', times: 60, minutes: 15 }],
  refusals: [403, 404],
  query: z.object({ email: emailSchema }),
  reply: applicationSchema,
})

export const openApplication = defineCall({
  method: 'POST',
  path: '/api/coach-application/access',
  who: 'everybody',
  summary: 'Use a code of the purpose `applicant-access`: this browser may read the applications of that e-mail then',
  sentence: 'opened applications with a mailed code',
  limits: [{ by: 'address', times: 30, minutes: 15 }],
  refusals: [404],
  body: z.object({ email: emailSchema, code: codeSchema }),
  reply: applicationSchema,
})

export const answerAsOwner = defineCall({
  method: 'POST',
  path: '/api/coach-application/owner',
  who: 'everybody',
  summary:
    'What the owner of a typed address says, by the token in our mail: it was me, so this browser reads it; or it was not, which closes it',
  sentence: 'said whether an application under their e-mail was theirs',
  limits: [{ by: 'address', times: 30, minutes: 15 }],
  refusals: [404],
  body: z.object({ ownerToken: z.string().check(z.maxLength(100)), wasMe: z.boolean() }),
  reply: applicationSchema,
})

export const findApplicationByEmail = defineCall({
  method: 'GET',
  path: '/api/coach-applications/by-email',
  who: 'account',
  summary: "The newest application of the caller's own verified e-mail; staff may ask about any",
  refusals: [403, 404],
  query: z.object({ email: emailSchema }),
  reply: reviewedSchema,
})

export const listApplications = defineCall({
  method: 'GET',
  path: '/api/coach-applications',
  who: 'admin',
  summary: "All applications, newest first; 100 at a time, `cursor` is the `Link` header's",
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.array(listedSchema),
})

export const readApplication = defineCall({
  method: 'GET',
  path: '/api/coach-applications/:id',
  who: 'admin',
  summary: 'One application, as the list of all has it',
  params: z.object({ id: idSchema }),
  reply: listedSchema,
})

/**
 * `expectedStatus` is what the reviewer saw: when somebody else decided meanwhile, the answer is 409 with
 * `{ reason: 'decided', status }` and nothing happens.
 */
export const reviewApplication = defineCall({
  method: 'PATCH',
  path: '/api/coach-applications/:id',
  who: 'admin',
  summary: 'Approve an application, which makes its coach profile (not public yet), or reject it',
  // The screen's notes say only that once more.
  sentence: ({ coachApplication }, { status, adminNotes }) =>
    `${status} ${coachApplication}${adminNotes === decidedNotes[status] ? '' : because(adminNotes)}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  audited: ['status'],
  refusals: [409],
  params: z.object({ id: idSchema }),
  body: z.object({
    status: z.enum(['approved', 'rejected'], 'Approve or reject'),
    adminNotes: optionalTextSchema(2000),
    /** To a rejected applicant, in the mail. */
    word: optionalTextSchema(1000),
    expectedStatus: z.optional(z.enum(applicationStatuses)),
  }),
  reply: reviewedSchema,
})

export const undoApplicationReview = defineCall({
  method: 'POST',
  path: '/api/coach-applications/:id/undo',
  who: 'admin',
  summary:
    'Take back what was decided about a pending application some seconds ago: its mail is not sent, its profile goes; a repeat changes nothing',
  sentence: ({ coachApplication }) => `undid the decision about ${coachApplication}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  params: z.object({ id: idSchema }),
  body: z.object({ decisionId: idSchema }),
  reply: reviewedSchema,
})
