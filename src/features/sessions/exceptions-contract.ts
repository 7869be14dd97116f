import { z } from 'zod/mini'
import { bookingParams, bookingSchema } from '#src/features/bookings/contract.ts'
import { mostChosen } from '#src/features/bookings/rules.ts'
import { type CallReply, defineCall } from '#src/shared/define-call.ts'
import {
  atMost,
  dollarsSchema,
  gameSchema,
  idSchema,
  instantSchema,
  optionalJoinedSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { because, refunded } from '#src/shared/text/sentences.ts'
import { showDate } from '#src/shared/times.ts'
import { callOffDay } from './call-off-contract.ts'
import { callOffReason } from './contract.ts'

const numberSchema = z
  .string('Name the booking by its number')
  .check(z.regex(/^LU-\w{4,8}$/, 'A number is like LU-4KQ2X'))

/** What staff can do about a booking beside what the bookings' own calls say. */
const exceptionSchema = z.object({
  booking: bookingSchema,
  /** All that can still be refunded. */
  refundLeft: z.string(),
  /** How many players share the session now. */
  seats: z.number(),
  /** For each act why the caller cannot do it now, null when they can. */
  refusals: z.object({
    cancel: z.nullable(z.string()),
    refund: z.nullable(z.string()),
    'call-off': z.nullable(z.string()),
    'hand-over': z.nullable(z.string()),
    'take-back': z.nullable(z.string()),
  }),
  /** What counts as its outcome now, since when, and whether a question about it was decided; null: nothing yet. */
  outcome: z.nullable(z.object({ words: z.string(), at: instantSchema, isDecision: z.boolean() })),
  /** Until when its player chooses what becomes of it; null: there is nothing to choose. */
  choosesUntil: z.nullable(instantSchema),
})
export type Exception = z.output<typeof exceptionSchema>

export const findExceptions = defineCall({
  method: 'GET',
  path: '/api/exceptions',
  who: 'owner-or-admin',
  summary: `What the caller can do about these bookings now, and what that refunds: up to ${mostChosen}, by their numbers with commas between`,
  query: z.object({
    numbers: z.pipe(
      z.pipe(
        z.string('Name bookings by their numbers').check(atMost(20 * mostChosen)),
        z.transform((text: string) => text.split(',')),
      ),
      z.array(numberSchema).check(z.maxLength(mostChosen, `At most ${mostChosen} bookings at once`)),
    ),
  }),
  /** In the order they were asked for; unknown ones are missing. */
  reply: z.array(exceptionSchema),
})

const lines = <Line extends z.ZodMiniType<{ number: string }>>(line: Line) =>
  z.array(line).check(
    z.minLength(1, 'Choose at least one booking'),
    z.maxLength(mostChosen, `At most ${mostChosen} bookings at once`),
    z.refine(
      (chosen) => new Set(chosen.map(({ number }) => number)).size === chosen.length,
      'Each booking once, please',
    ),
  )

/** Each line says what was shown of its booking. */
const manyActs = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('cancel'),
    reason: optionalJoinedSchema(500),
    /** `refund`: all that is left. */
    lines: lines(z.object({ number: numberSchema, refund: dollarsSchema })),
  }),
  z.object({
    act: z.literal('refund'),
    reason: textSchema('Please say why: the players read it.', 500),
    lines: lines(
      z.object({
        ...{ number: numberSchema, amount: dollarsSchema, left: dollarsSchema, idempotencyKey: idSchema },
        isCalledOff: z.boolean(),
      }),
    ),
  }),
  z.object({
    act: z.literal('call-off'),
    /** For our team only. */
    reason: callOffReason,
    /** To the players, in one line. */
    word: optionalJoinedSchema(300),
    /** All seats of a session go with one. */
    lines: lines(z.object({ number: numberSchema, startsAt: instantSchema, seats: z.number() })),
  }),
])
export type ManyActs = z.output<typeof manyActs>

/**
 * Cancels many bookings for the business, refunds many, or calls many sessions off: each in a transaction of
 * its own. 409 with `{ reason: 'changed', changed: [{ number, why }] }` when any is not as it was shown: then nothing is done.
 */
export const actOnMany = defineCall({
  method: 'POST',
  path: '/api/exceptions',
  who: 'owner-or-admin',
  summary: 'Cancel many bookings and refund all, refund many, or call many sessions off, as they were shown',
  sentence: ({ bookings }, sent) => sentenceOf(bookings, sent),
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  audited: ['act'],
  refusals: [409],
  body: manyActs,
  /** `why`: it was not done, because it changed at that moment. */
  reply: z.object({ lines: z.array(z.object({ number: z.string(), why: z.nullable(z.string()) })) }),
})
export type ManyDone = CallReply<typeof actOnMany>['lines']

/** `bookings`: what they are called together, each with its sum where they are several. */
function sentenceOf(bookings: string, sent: ManyActs): string {
  const many = sent.lines.length
  if (many === 1) return `${actOn(bookings, sent)}${because(sent.reason)}`
  return `${actOn(`${many} bookings`, sent, ' in all')}${sent.reason ? ` (${sent.reason})` : ''}: ${bookings}`
}

function actOn(bookings: string, sent: ManyActs, inAll = ''): string {
  switch (sent.act) {
    case 'cancel':
      return `cancelled ${bookings}, ${refunded(sum(sent.lines.map(({ refund }) => refund)))}${inAll}`
    case 'refund':
      return `${refunded(sum(sent.lines.map(({ amount }) => amount)))}${inAll} of ${bookings}`
    case 'call-off':
      return `called off ${bookings}, with all seats`
  }
}

const sum = (amounts: number[]) => amounts.reduce((all, each) => all + each, 0)

export const listFreeCoaches = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/free-coaches',
  who: 'owner-or-admin',
  summary:
    'Coaches of the session’s game, with all they coach, who are free at its hour and whom its player has not refused, the best rated first',
  params: bookingParams,
  reply: z.array(z.object({ id: z.string(), name: z.string(), gameExpertise: gameSchema })),
})

export const handOverBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/hand-over',
  who: 'owner-or-admin',
  summary: 'Give a session ahead to another free coach at the same hour; all is refundable until its start',
  sentence: ({ booking, coach }) => `handed ${booking} over to ${coach}`,
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  refusals: [409],
  params: bookingParams,
  /** `startsAt`: the hour that was shown; 409 when the session has another one by now. */
  body: z.object({ coachId: idSchema, startsAt: instantSchema }),
  reply: z.object({ booking: bookingSchema }),
})

export const callOffCoachsDay = defineCall({
  method: 'POST',
  path: '/api/coaches/:coachId/call-off-day',
  who: 'owner-or-admin',
  summary: 'Call off all sessions of a coach’s day that have not ended, and shut the day',
  sentence: ({ coach, bookings }, { date, reason }) =>
    `called off all sessions of ${coach} on ${showDate(date)} (${reason}): ${bookings}`,
  limits: [{ by: 'account', times: 20, minutes: 10 }],
  refusals: [409],
  audited: ['reason', 'date'],
  params: z.object({ coachId: idSchema }),
  body: callOffDay.body,
  reply: callOffDay.reply,
})

export const takeBackOutcome = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/take-back',
  who: 'owner-or-admin',
  summary: 'Take back that a session counts as completed, missed or held, within 14 days; whoever was told is told why',
  sentence: ({ booking }, { reason }) => `took back the outcome of ${booking}${because(reason)}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  params: bookingParams,
  body: z.object({
    /** Since when the outcome counts that was shown; 409 when it is another one by now. */
    outcomeAt: instantSchema,
    reason: textSchema('Please say why: player and coach can read it.', 500),
  }),
  reply: z.object({ booking: bookingSchema }),
})
