import { z } from 'zod/mini'
import { csvQuery } from '#src/shared/csv-separator.ts'
import { type CallReply, defineCall } from '#src/shared/define-call.ts'
import { dollarsSchema, idSchema, instantSchema, textSchema } from '#src/shared/fields.ts'
import { toDecimal } from '#src/shared/money.ts'
import { dateSchema } from '#src/shared/time-fields.ts'
import { showShortDate } from '#src/shared/times.ts'
import { moneyRange } from './money-contract.ts'

/** Coaches' share in percent, from a day of the business's zone on. */
const shareSchema = z.object({ percent: z.number(), validFrom: z.string() })

/** Money as decimal text in dollars; with its sign where it can be less than nothing. */
const payoutSchema = z.object({
  id: z.string(),
  coachName: z.string(),
  /** The last day of the sessions it covers. */
  until: z.string(),
  amount: z.string(),
  reference: z.string(),
  paidAt: instantSchema,
})
export type Payout = z.output<typeof payoutSchema>

/** The sessions that began on these days, and what is owed for all until the last of them. At most 100 coaches, those who are owed most first. */
export const coachEarnings = defineCall({
  method: 'GET',
  path: '/api/coach-earnings',
  who: 'owner',
  summary: 'What each coach earned over some days, and what they are owed until the last one',
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  query: moneyRange,
  reply: z.object({
    zone: z.string(),
    /** All versions, the first one first. */
    shares: z.array(shareSchema),
    coaches: z.array(
      z.object({
        coachId: z.string(),
        name: z.string(),
        /** Why the caller cannot mark it as paid; null: they can. */
        refusal: z.nullable(z.string()),
        /** Held ones; a group's hour counts once. */
        sessions: z.number(),
        /** What players paid for them. */
        gross: z.string(),
        /** That less what went back and what banks hold back or took back. */
        kept: z.string(),
        /** The coach's share of it. */
        share: z.string(),
        /** What is not paid out of all sessions until the last day, with its sign. */
        owed: z.string(),
      }),
    ),
  }),
})
export type CoachEarnings = CallReply<typeof coachEarnings>

export const exportCoachEarnings = defineCall({
  method: 'GET',
  path: '/api/coach-earnings/export.csv',
  who: 'owner',
  summary: 'The same as a CSV file, with a line for each session',
  sentence: (_, { from, to }) => `exported what coaches earned from ${showShortDate(from)} to ${showShortDate(to)}`,
  download: 'text/csv',
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  audited: ['from', 'to'],
  confirm: true,
  query: z.safeExtend(moneyRange, csvQuery),
  reply: z.any(),
})

/** 409: the day is over or has a share already that counts. */
export const setCoachShare = defineCall({
  method: 'POST',
  path: '/api/coach-shares',
  who: 'owner',
  summary: 'Set the coaches’ share for sessions from a day on',
  sentence: (_, { percent, validFrom }) => `set the coaches' share to ${percent} % from ${showShortDate(validFrom)} on`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  audited: ['percent', 'validFrom'],
  confirm: true,
  refusals: [409],
  body: z.object({
    percent: z
      .number('Please enter a whole number from 0 to 100.')
      .check(
        z.int('Please enter a whole number from 0 to 100.'),
        z.gte(0, 'Please enter a whole number from 0 to 100.'),
        z.lte(100, 'Please enter a whole number from 0 to 100.'),
      ),
    validFrom: dateSchema,
  }),
  reply: z.object({ shares: z.array(shareSchema) }),
})

/**
 * `amount` is what the owner was shown: when another is owed by now the answer is 409 with `owed`, and nothing is written.
 * The same `idempotencyKey` again gives the same payout.
 */
export const payOut = defineCall({
  method: 'POST',
  path: '/api/coaches/:coachId/payouts',
  who: 'owner',
  summary: 'Mark what a coach is owed until a day as paid',
  sentence: ({ coach }, { amount, until, reference }) =>
    `marked $${toDecimal(amount)} as paid to ${coach} for sessions until ${showShortDate(until)}: ${reference}`,
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  audited: ['amount', 'until'],
  confirm: true,
  refusals: [409],
  params: z.object({ coachId: idSchema }),
  body: z.object({
    until: dateSchema,
    amount: dollarsSchema,
    reference: textSchema('Please say how you find this payment again.', 100),
    idempotencyKey: idSchema,
  }),
  reply: payoutSchema,
})

export const listPayouts = defineCall({
  method: 'GET',
  path: '/api/payouts',
  who: 'owner',
  summary: 'What was paid to coaches, newest first',
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.array(payoutSchema),
})

/** All of it is the caller's own. Of players nothing but that they came. */
export const ownEarnings = defineCall({
  method: 'GET',
  path: '/api/coach/earnings',
  who: 'coach',
  summary: 'A coach’s own sessions held, their share, what was paid out and what is owed',
  reply: z.object({
    /** The share of sessions today; null: none is set. */
    percent: z.nullable(z.number()),
    /** The next version, if one is set. */
    next: z.nullable(shareSchema),
    /** Held over all time, a group as one; free ones and those given back in full earn nothing. */
    sessions: z.number(),
    earningSessions: z.number(),
    share: z.string(),
    paidOut: z.string(),
    owed: z.string(),
    /** The 100 latest sessions with money. */
    lines: z.array(
      z.object({
        bookingId: z.string(),
        number: z.string(),
        serviceName: z.string(),
        startsAt: z.nullable(instantSchema),
        share: z.string(),
        owed: z.string(),
      }),
    ),
    /** The 100 latest. */
    payouts: z.array(payoutSchema),
  }),
})
export type OwnEarnings = CallReply<typeof ownEarnings>
