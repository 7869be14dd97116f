import { z } from 'zod/mini'
import { disputeStates } from '#src/features/bookings/rules.ts'
import { csvQuery } from '#src/shared/csv-separator.ts'
import { type CallReply, defineCall } from '#src/shared/define-call.ts'
import { instantSchema } from '#src/shared/fields.ts'
import { dateSchema } from '#src/shared/time-fields.ts'
import { showShortDate } from '#src/shared/times.ts'
/** One day's money in the business's zone. Decimal text in dollars; `difference` is booked minus refunded minus what the provider kept. */
export const moneyDesk = defineCall({
  method: 'GET',
  path: '/api/money-desk',
  who: 'owner',
  summary: 'What was booked, paid and refunded on a day, and whether the three agree',
  query: z.object({
    date: dateSchema,
    /** How many payments are wanted; 100 unless told. No cursor: each answer is of one reading, its sums and its rows. */
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))),
  }),
  reply: z.object({
    date: z.string(),
    zone: z.string(),
    /** When both books were read, ten seconds ago at most. */
    readAt: instantSchema,
    /** Prices of the bookings paid for that day, by our books. */
    booked: z.string(),
    /** What the provider received for them, by its books; null when it does not answer. */
    paid: z.nullable(z.string()),
    /** What we owe back or gave back on payments of that day, by our books. */
    refunded: z.string(),
    /** What the bank holds back or took back of the rest: disputes that are open or lost. */
    disputed: z.string(),
    /** What the provider has given back of them; null when it does not answer. */
    refundedByProvider: z.nullable(z.string()),
    /** (booked − refunded) − (paid − refundedByProvider), with its sign; null when the provider does not answer. */
    difference: z.nullable(z.string()),
    /** How many payments differ; null when the provider does not answer. */
    differing: z.nullable(z.number()),
    /** How many payments there are. */
    rowCount: z.number(),
    /** Those that differ first, then the newest. */
    rows: z.array(
      z.object({
        orderId: z.string(),
        bookingId: z.nullable(z.string()),
        paymentId: z.nullable(z.string()),
        customerName: z.string(),
        serviceName: z.string(),
        status: z.string(),
        amount: z.string(),
        paid: z.nullable(z.string()),
        refunded: z.string(),
        disputed: z.string(),
        /** Of the booking; while the bank only asks (`inquiry`), nothing is disputed yet. */
        dispute: z.nullable(z.enum(disputeStates)),
        refundedByProvider: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Sums of payments, as decimal text in dollars. `kept` is paid less refunded and disputed. */
const moneySums = {
  payments: z.number(),
  paid: z.string(),
  /** What we owe back or gave back on these payments. */
  refunded: z.string(),
  /** What the bank holds back or took back of the rest. */
  disputed: z.string(),
  kept: z.string(),
  /** What the provider kept of these payments, where it told us; not taken off `kept`. */
  fees: z.string(),
}

/** Days of the business's zone, both included. */
export const moneyRange = z
  .object({ from: dateSchema, to: dateSchema })
  .check(z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' }))

/** Each payment counts on the day it was settled, with all that went back of it, as on that day's desk. */
export const moneyReport = defineCall({
  method: 'GET',
  path: '/api/money-report',
  who: 'owner',
  summary: 'What was paid, refunded, disputed, kept and taken as fees over some days, by day, service and coach',
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  query: moneyRange,
  reply: z.object({
    zone: z.string(),
    sums: z.object(moneySums),
    /** `name` is the date; days without payments are missing. */
    byDay: z.array(z.object({ name: z.string(), ...moneySums })),
    byService: z.array(z.object({ name: z.string(), ...moneySums })),
    /** By the coach who has the session now. */
    byCoach: z.array(z.object({ name: z.string(), ...moneySums })),
  }),
})
export type MoneyReport = CallReply<typeof moneyReport>

export const exportMoneyReport = defineCall({
  method: 'GET',
  path: '/api/money-report/export.csv',
  who: 'owner',
  summary: 'The same as a CSV file',
  sentence: (_, { from, to }) => `exported the money from ${showShortDate(from)} to ${showShortDate(to)}`,
  download: 'text/csv',
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  audited: ['from', 'to'],
  confirm: true,
  query: z.safeExtend(moneyRange, csvQuery),
  reply: z.any(),
})
