import { z } from 'zod/mini'
import { bookingSchema } from '#src/features/bookings/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import {
  emailSchema,
  gameSchema,
  idSchema,
  instantSchema,
  nameSchema,
  optionalTextSchema,
  phoneSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { dollarsSchema } from '#src/shared/money.ts'
import { dateSchema } from '#src/shared/time-fields.ts'

/**
 * Asks for an intent, and holds the hour when the metadata names one. `amount` is what the player was shown: when the
 * catalogue says otherwise the answer is 409 and nothing is created. Other refusals with 409: `{ reason: 'taken' |
 * 'closed', nearest }`, `{ reason: 'own' }` for an hour they have booked, and `{ reason: 'holds', nearest }` for who holds
 * as many as they may. 429 with `Retry-After`: `{ reason: 'wait', nearest }` for who let holds run out, and `{ reason:
 * 'network', nearest }` when others of their network hold too many of this coach's hours and nobody knows them yet.
 * 503: payments are not set up, or the provider does not answer.
 */
export const createPaymentIntent = defineCall({
  method: 'POST',
  path: '/api/create-payment-intent',
  who: 'player',
  summary: 'Hold an hour and prepare its payment',
  limits: [
    { by: 'account', times: 60, minutes: 10 },
    { by: 'address', times: 300, minutes: 10 },
  ],
  refusals: [404, 409],
  body: z.object({
    amount: dollarsSchema,
    description: optionalTextSchema(500),
    metadata: z.object({
      coach: optionalTextSchema(),
      service: optionalTextSchema(),
      duration: optionalTextSchema(),
      serviceId: optionalTextSchema(),
      coachId: optionalTextSchema(),
      game: z.nullish(gameSchema),
      selectedDate: optionalTextSchema(),
      selectedTime: optionalTextSchema(),
    }),
  }),
  reply: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    orderId: z.string(),
    /** The coach who holds the hour; null when no hour is held. */
    coachName: z.nullable(z.string()),
    /** Decimal text in dollars. */
    amount: z.string(),
    /** Until when the hour is kept; null when none is held. */
    heldUntil: z.nullable(instantSchema),
    /** Whether the player can still have more time to pay. */
    canHoldLonger: z.boolean(),
    /** The version of the Terms that paying agrees to. */
    termsVersion: z.nullable(z.number()),
    publishableKey: z.string(),
    /** The address of Stripe.js when it is not Stripe's own. */
    scriptUrl: z.nullable(z.string()),
  }),
})

export const orderStatuses = ['open', 'booked', 'released', 'refunded'] as const

export const readOrder = defineCall({
  method: 'GET',
  path: '/api/orders/:orderId',
  who: 'player',
  summary: 'Whether an order is still open: another window may have ended it',
  params: z.object({ orderId: idSchema }),
  reply: z.object({ status: z.enum(orderStatuses) }),
})

export const setOrderContact = defineCall({
  method: 'PATCH',
  path: '/api/orders/:orderId',
  who: 'player',
  summary: 'Who the booking is for: sent before the card is confirmed',
  refusals: [409],
  params: z.object({ orderId: idSchema }),
  body: z.object({
    name: nameSchema('Please fill in your name.'),
    email: emailSchema,
    phone: phoneSchema,
  }),
  reply: z.object({ ok: z.literal(true) }),
})

/** 409: it was done before (`reason: 'longer'`), or the hold is over (`reason: 'closed'`). */
export const holdLonger = defineCall({
  method: 'POST',
  path: '/api/orders/:orderId/hold-longer',
  who: 'player',
  summary: 'Keep the held hour ten minutes more, once',
  refusals: [409],
  params: z.object({ orderId: idSchema }),
  reply: z.object({ heldUntil: instantSchema }),
})

export const releaseOrder = defineCall({
  method: 'DELETE',
  path: '/api/orders/:orderId',
  who: 'player',
  summary: 'Give the held hour back; does nothing once money moved',
  params: z.object({ orderId: idSchema }),
  reply: z.object({ released: z.boolean() }),
})

/**
 * Turns a paid intent into its booking, once. The server believes the provider alone; of the body only
 * `paymentIntentId` counts, and date and time for an intent that came without. 202: the payment is still processing.
 * 404: unknown or somebody else's intent. 409: not paid (`reason: 'unpaid'`), or paid too late and refunded (`refund`).
 */
export const confirmBooking = defineCall({
  method: 'POST',
  path: '/api/booking-confirmation',
  who: 'player',
  summary: 'Confirm the booking behind a payment',
  limits: [{ by: 'account', times: 300, minutes: 10 }],
  refusals: [404, 409],
  body: z.object({
    paymentIntentId: textSchema('The payment is missing.'),
    customerName: optionalTextSchema(),
    customerEmail: optionalTextSchema(254),
    coachName: optionalTextSchema(),
    serviceName: optionalTextSchema(),
    servicePrice: z.nullish(z.union([z.string(), z.number()])),
    selectedDate: optionalTextSchema(),
    selectedTime: optionalTextSchema(),
  }),
  reply: z.object({
    booking: bookingSchema,
    /** Null while our team looks for a coach. */
    coachId: z.nullable(z.string()),
    /** The coach's name on Discord, where they meet; null: none yet. */
    coachDiscord: z.nullable(z.string()),
    /** The invite as iCalendar text; null while the time is to be decided. */
    calendarInvite: z.nullable(z.string()),
  }),
  accepted: z.object({ message: z.string() }),
})

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
        refundedByProvider: z.nullable(z.string()),
      }),
    ),
  }),
})

export const problemKinds = [
  'mismatch',
  'refund-failed',
  'refund-without-order',
  'dispute',
  'unknown-payment',
  'unsettled',
  'webhook-refused',
  'events-missed',
] as const

export const disputeStates = ['open', 'won', 'lost'] as const

export const problemSchema = z.object({
  id: z.string(),
  kind: z.enum(problemKinds),
  orderId: z.nullable(z.string()),
  bookingId: z.nullable(z.string()),
  /** The provider's id of the payment. */
  paymentId: z.nullable(z.string()),
  text: z.string(),
  createdAt: instantSchema,
  resolvedAt: z.nullable(instantSchema),
  dispute: z.nullable(
    z.object({
      /** The provider's own. */
      id: z.string(),
      state: z.enum(disputeStates),
      /** Decimal text in dollars. */
      amount: z.string(),
      reason: z.string(),
      /** Until when the provider takes an answer; null when it waits for none. */
      dueBy: z.nullable(instantSchema),
    }),
  ),
})
export type Problem = z.output<typeof problemSchema>

export const listProblems = defineCall({
  method: 'GET',
  path: '/api/payment-problems',
  who: 'owner',
  summary: 'What we could not repair by ourselves and nobody has dealt with, newest first; or what was dealt with',
  query: z.object({ resolved: z.optional(z.literal('true')) }),
  reply: z.array(problemSchema),
})

export const resolveProblem = defineCall({
  method: 'POST',
  path: '/api/payment-problems/:problemId/resolve',
  who: 'owner',
  summary: 'The owner has dealt with it',
  params: z.object({ problemId: idSchema }),
  reply: z.object({ ok: z.literal(true) }),
})

/** 409 when the same problem has been raised again since. */
export const reopenProblem = defineCall({
  ...resolveProblem,
  path: '/api/payment-problems/:problemId/reopen',
  summary: 'It was not dealt with after all: it waits for the owner again',
  refusals: [409],
})
