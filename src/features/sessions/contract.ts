import { z } from 'zod/mini'
import { bookingParams } from '#src/features/bookings/contract.ts'
import { hourSchema } from '#src/features/bookings/hours-contract.ts'
import { addressMessage, isWebAddress } from '#src/features/coaches/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { instantSchema, optionalTextSchema, textSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { callOffReasons, choiceCauses, remedies } from './call-offs.ts'
import { askings, outcomes, sayings, sides } from './outcomes.ts'

/** At most so many replay and clip links. */
export const mostLinks = 6

const linkSchema = textSchema(addressMessage, 300).check(z.refine(isWebAddress, addressMessage))

export const linksSchema = z.array(linkSchema).check(z.maxLength(mostLinks, `At most ${mostLinks} links, please`))

/** What a player says before a session, as it is saved: every field may be left out, null or blank, which all mean "none". */
export const intakeBody = z.object({
  rank: optionalTextSchema(80),
  goal: optionalTextSchema(300),
  holdsBack: optionalTextSchema(1000),
  links: z._default(linksSchema, []),
})
export type Intake = z.output<typeof intakeBody>

/** The same as it is read. */
export const intakeSchema = z.object({
  rank: z.nullable(z.string()),
  goal: z.nullable(z.string()),
  holdsBack: z.nullable(z.string()),
  links: z.array(z.string()),
})

/** A question about a session, as one of its two sees it. */
export const questionSchema = z.object({
  id: z.string(),
  says: z.enum(askings),
  by: z.enum(sides),
  minutes: z.nullable(z.number()),
  askedAt: instantSchema,
  /** What the other side answered; null: nothing yet. */
  agrees: z.nullable(z.boolean()),
  /** `staff`: our team decides. */
  state: z.enum(['waiting', 'staff', 'settled']),
  /** Until when the other side can answer, or a player object to a no-show; null once that is over. */
  answerBy: z.nullable(instantSchema),
  /** By when our team decides; null: it does not have to. */
  decideBy: z.nullable(instantSchema),
  outcome: z.nullable(z.enum(outcomes)),
  /** Our team's words about the decision. */
  reason: z.nullable(z.string()),
})

/** A player's choice after a call-off or a coach who did not come; its coach sees that it is open. */
export const choiceSchema = z.object({
  id: z.string(),
  cause: z.enum(choiceCauses),
  coachName: z.string(),
  /** The word of who called it off to the player. */
  word: z.nullable(z.string()),
  /** Null while the coach can still answer. */
  deadline: z.nullable(instantSchema),
  chosen: z.nullable(z.enum(remedies)),
  settledAt: z.nullable(instantSchema),
})

/** When the coach ticked each part of what the offer owes beside session and notes. */
const tickedSchema = z.object({
  /** The replays sent before the session were watched. */
  watchedAt: z.nullable(instantSchema),
  /** The new replay, sent after it, was checked. */
  checkedAt: z.nullable(instantSchema),
})

/** What stands around the hour of a booking, for one of the two who meet. */
export const sessionStateSchema = z.object({
  bookingId: z.string(),
  as: z.enum(sides),
  startsAt: z.nullable(instantSchema),
  /** What the other side is called. */
  otherName: z.string(),
  serviceName: z.string(),
  intake: z.nullable(intakeSchema),
  ...tickedSchema.shape,
  /** Where and until when the two meet; null without an hour, or when it is over or cancelled. */
  join: z.nullable(
    z.object({
      from: instantSchema,
      until: instantSchema,
      you: z.nullable(instantSchema),
      other: z.nullable(instantSchema),
      /** The coach's own room, an https link; comes first. */
      room: z.nullable(z.string()),
      /** The other's name on Discord. */
      discord: z.nullable(z.string()),
    }),
  ),
  /** For each thing that can be said why not now; null when it can. */
  sayings: z.record(z.enum(sayings), z.nullable(z.string())),
  question: z.nullable(questionSchema),
  choice: z.nullable(choiceSchema),
  /** Another hour that the coach proposes. */
  proposal: z.nullable(z.pick(hourSchema, { date: true, time: true, startsAt: true })),
})
export type SessionState = z.output<typeof sessionStateSchema>

export const listSessionStates = defineCall({
  ...firstCalls.listSessionStates,
  who: 'account',
  summary: 'What stands around the caller’s sessions of the last week and those ahead, as a player and as a coach',
  reply: z.array(sessionStateSchema),
})

export const lastIntake = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/intake',
  who: 'account',
  summary:
    'What the player said before this session or, when nothing yet, before their last one with a coach of the same game; else what their profile says',
  params: bookingParams,
  reply: z.object({ intake: z.nullable(intakeSchema), isKept: z.boolean() }),
})

export const saveIntake = defineCall({
  method: 'PUT',
  path: '/api/bookings/:bookingId/intake',
  who: 'account',
  summary:
    'What the player says before a session: rank, goal, what holds them back, links; only its coach and staff see it',
  sentence: ({ booking }) => `prepared ${booking}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  params: bookingParams,
  body: intakeBody,
  reply: z.object({ intake: intakeSchema }),
})

export const tickOwed = defineCall({
  method: 'PUT',
  path: '/api/bookings/:bookingId/owed',
  who: 'coach',
  summary:
    'What the coach has done of what the offer owes: the replays watched before the session, the new replay checked after it',
  sentence: ({ booking }) => `ticked what is owed for ${booking}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  params: bookingParams,
  body: z.object({
    replaysWatched: z.boolean('Say yes or no: are the replays watched?'),
    newReplayChecked: z.boolean('Say yes or no: is the new replay checked?'),
  }),
  reply: tickedSchema,
})

export const checkIn = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/check-in',
  who: 'account',
  summary: 'I am here; for the player and the coach, from 15 minutes before the start until the end',
  sentence: ({ booking }) => `pressed “I am here” for ${booking}`,
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  refusals: [409],
  params: bookingParams,
  reply: z.object({ at: instantSchema }),
})

export const callOffReason = z.enum(callOffReasons, 'Please say why: only our team sees it.')
