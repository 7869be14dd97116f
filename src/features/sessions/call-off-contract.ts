import { z } from 'zod/mini'
import { zoneSchema } from '#src/features/accounts/profile-contract.ts'
import { bookingParams } from '#src/features/bookings/contract.ts'
import { hourSchema } from '#src/features/bookings/hours-contract.ts'
import { bookingStatuses } from '#src/features/bookings/rules.ts'
import { coachSchema } from '#src/features/coaches/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema, optionalJoinedSchema } from '#src/shared/fields.ts'
import { hourOf, spoken } from '#src/shared/text/sentences.ts'
import { dateSchema, timeSchema } from '#src/shared/time-fields.ts'
import { showDate } from '#src/shared/times.ts'
import { takeOverWays } from './call-offs.ts'
import { callOffReason, choiceSchema } from './contract.ts'

const callOffBody = z.object({
  /** For our team only. */
  reason: callOffReason,
  /** To the players, in one line. */
  word: optionalJoinedSchema(300),
})

/** How many players are choosing now. */
const calledOff = z.object({ players: z.number() })

export const callOff = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/call-off',
  who: 'coach-or-staff',
  summary: 'Call a session off, with all its seats: its players choose; for its coach and staff',
  coachsAct: true,
  sentence: ({ booking }, { reason }) => `called off ${booking}, with all its seats: ${reason}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  audited: ['reason'],
  params: bookingParams,
  /** `startsAt`: the hour that the caller sees; 409 when the session has another one by now. */
  body: z.extend(callOffBody, { startsAt: z.optional(instantSchema) }),
  reply: calledOff,
})

export const callOffDay = defineCall({
  method: 'POST',
  path: '/api/coach/call-off-day',
  who: 'coach',
  summary: 'Call off all own sessions of a day that have not ended, and shut the day',
  coachsAct: true,
  sentence: ({ bookings }, { date, reason }) =>
    `called off all their own sessions on ${showDate(date)} (${reason}): ${bookings}`,
  limits: [{ by: 'account', times: 20, minutes: 10 }],
  refusals: [409],
  audited: ['reason', 'date'],
  /**
   * The day as the coach's agenda shows it: the date in the zone (IANA name) of its reader, and all sessions of it that
   * they see. 409 with what has changed when these are others by now, or were called off already: nothing is done then.
   */
  body: z.extend(callOffBody, {
    date: dateSchema,
    zone: zoneSchema,
    sessions: z
      .array(z.object({ bookingId: idSchema, startsAt: instantSchema }))
      .check(z.minLength(1, 'Name the sessions of this day.'), z.maxLength(200, 'At most 200 sessions, please')),
  }),
  reply: calledOff,
})

/** What a player can choose among, with all that the page says. Money is decimal text. */
export const choicePageSchema = z.object({
  ...choiceSchema.shape,
  bookingId: z.string(),
  serviceName: z.string(),
  /** How many players can share the session. */
  capacity: z.number(),
  startsAt: instantSchema,
  zone: z.string(),
  price: z.string(),
  /** All that is left of the price: choosing money gives it back. Once it is settled all that went back. */
  refund: z.string(),
  /** How another coach comes. */
  way: z.enum(takeOverWays),
  /** Coaches who are free at that hour, the best rated first: three to choose from, or all who can be asked. */
  coaches: z.array(coachSchema),
  /** How many were asked and have not answered. */
  asked: z.number(),
  /** The hours of the same coach, as `freeHours` gives them. */
  days: z.array(z.object({ date: z.string(), hours: z.array(hourSchema) })),
  /** The hour that is held while the coach can still answer; null: none. */
  held: z.nullable(z.pick(hourSchema, { date: true, time: true, startsAt: true })),
  /** What became of the booking; null: it is not settled. */
  settled: z.nullable(
    z.object({
      status: z.enum(bookingStatuses),
      coachName: z.string(),
      /** Null: our team finds an hour. */
      startsAt: z.nullable(instantSchema),
    }),
  ),
})
export type ChoicePage = z.output<typeof choicePageSchema>

/** The link's secret stands in the body, so that no log and no page after it learns it. */
const linkSchema = z.object({ token: z.string().check(atMost(100), z.minLength(20)) })

const chosenSchema = z.discriminatedUnion('chosen', [
  z.object({ chosen: z.literal('another-coach'), coachId: z.optional(idSchema) }),
  z.object({ chosen: z.literal('another-hour'), selectedDate: dateSchema, selectedTime: timeSchema }),
  z.object({ chosen: z.literal('money') }),
])
export type Wish = z.output<typeof chosenSchema>

export const findChoice = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/choice',
  who: 'account',
  summary: 'What the caller can choose for a session that was called off or whose coach did not come',
  params: bookingParams,
  reply: choicePageSchema,
})

export const choose = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/choice',
  who: 'account',
  summary: 'Choose: another coach at the same hour, another hour, or all money back',
  sentence: ({ booking }, { chosen }) =>
    `chose ${chosen === 'money' ? 'all money back' : spoken(chosen)} for ${booking}`,
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  refusals: [409],
  audited: ['chosen'],
  params: bookingParams,
  body: chosenSchema,
  reply: choicePageSchema,
})

export const findChoiceByLink = defineCall({
  method: 'POST',
  path: '/api/choice/find',
  who: 'everybody',
  summary: 'The same for who has the link of the mail; reading uses nothing up',
  sentence: 'opened a mail’s link to a session that was called off',
  limits: [{ by: 'address', times: 60, minutes: 10 }],
  refusals: [404],
  body: linkSchema,
  reply: choicePageSchema,
})

export const chooseByLink = defineCall({
  method: 'POST',
  path: '/api/choice',
  who: 'everybody',
  summary: 'The same choice by the mail’s link, which then no longer works',
  sentence: 'chose by a mail’s link what becomes of a session',
  limits: [{ by: 'address', times: 30, minutes: 10 }],
  refusals: [404, 409],
  audited: [],
  body: z.object({ ...linkSchema.shape, choice: chosenSchema }),
  reply: choicePageSchema,
})

export const listTakeOvers = defineCall({
  method: 'GET',
  path: '/api/coach/take-overs',
  who: 'coach',
  summary: 'Sessions of other coaches that the caller is asked to take, the soonest first',
  reply: z.array(
    z.object({
      choiceId: z.string(),
      serviceName: z.string(),
      minutes: z.number(),
      startsAt: instantSchema,
      zone: z.string(),
      deadline: instantSchema,
    }),
  ),
})

export const answerTakeOver = defineCall({
  method: 'POST',
  path: '/api/coach/take-overs/:choiceId',
  who: 'coach',
  summary: 'I take it, or not: the first yes has the session',
  sentence: ({ choice }, { accepts }) => `${accepts ? 'took over' : 'did not take over'} ${choice}`,
  refusals: [409],
  params: z.object({ choiceId: idSchema }),
  body: z.object({ accepts: z.boolean() }),
  reply: z.object({ isYours: z.boolean() }),
})

export const proposeHour = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/proposal',
  who: 'coach',
  summary: 'Propose another hour to the player, who may take it',
  sentence: ({ booking }, hour, zone) => `proposed ${hourOf(hour, zone)} for ${booking}`,
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  refusals: [409],
  params: bookingParams,
  body: z.object({ selectedDate: dateSchema, selectedTime: timeSchema }),
  reply: z.object({ ok: z.literal(true) }),
})

export const acceptProposal = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/proposal/accept',
  who: 'account',
  summary: 'Take the hour that the coach proposes: the share that cancelling gives back never gets smaller by it',
  sentence: ({ booking }) => `took the hour proposed for ${booking}`,
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  refusals: [409],
  params: bookingParams,
  reply: z.object({ ok: z.literal(true) }),
})
