import { z } from 'zod/mini'
import { bookingSchema } from '#src/features/bookings/contract.ts'
import { disputeStates } from '#src/features/bookings/rules.ts'
import { problemKinds } from '#src/features/payments/problem-kinds.ts'
import { defineCall } from '#src/shared/define-call.ts'
import {
  atMost,
  dollarsSchema,
  emailSchema,
  gameSchema,
  idSchema,
  instantSchema,
  nameSchema,
  optionalEmailSchema,
  optionalTextSchema,
  phoneCountrySchema,
  phoneSchema,
  textSchema,
} from '#src/shared/fields.ts'

/**
 * Asks for an intent, and holds the hour when the metadata names one. `amount` is what the player was shown: when the
 * catalogue says otherwise the answer is 409 and nothing is created. Other refusals with 409: `{ reason: 'taken' |
 * 'closed', nearest }`, `{ reason: 'own' }` for an hour the player has booked already, and `{ reason: 'holds', nearest }` when they hold
 * as many hours as they may. 429 with `Retry-After`: `{ reason: 'wait', nearest }` after holds that ran out, and `{ reason:
 * 'network', nearest }` when players of their network who never paid hold too many of this coach's hours.
 * 503: payments are not set up, or the provider does not answer.
 */
export const createPaymentIntent = defineCall({
  method: 'POST',
  path: '/api/create-payment-intent',
  who: 'account',
  summary: 'Hold an hour and prepare its payment',
  sentence: 'began to book for themselves',
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
    /** It was paid already, or its payment is under way, in another window: there is nothing to pay. */
    isPaid: z.boolean(),
    /** The player has pressed Pay before, and their bank waits for them. */
    isAsked: z.boolean(),
    /** The version of the Terms that paying agrees to. */
    termsVersion: z.nullable(z.number()),
    /** The player can withdraw, and is asked whether to begin before those days are over (TERM-9). */
    asksEarlyStart: z.boolean(),
    publishableKey: z.string(),
    /** The address of Stripe.js when it is not Stripe's own. */
    scriptUrl: z.nullable(z.string()),
  }),
})

export const orderStatuses = ['open', 'booked', 'released', 'refunded'] as const

export const readOrder = defineCall({
  method: 'GET',
  path: '/api/orders/:orderId',
  who: 'account',
  summary: 'Whether an order is still open: another window may have ended it',
  params: z.object({ orderId: idSchema }),
  /**
   * `heldUntil`: until when its hour is kept; null when it holds none. `isGivenOn`: its hour went to another player, since
   * their network held several unpaid.
   */
  reply: z.object({ status: z.enum(orderStatuses), heldUntil: z.nullable(instantSchema), isGivenOn: z.boolean() }),
})

/** What is said to who can withdraw and did not ask to begin before. */
export const askToTick = 'Please tick this: we can sell what is within 14 days only if you ask us to start.'

export const setOrderContact = defineCall({
  method: 'PATCH',
  path: '/api/orders/:orderId',
  who: 'account',
  summary: 'Store the customer’s contact, before the card is confirmed',
  sentence: 'gave the contact for an own order',
  refusals: [409],
  params: z.object({ orderId: idSchema }),
  body: z.object({
    name: nameSchema('Please fill in your name.'),
    email: emailSchema,
    phone: phoneSchema,
    phoneCountry: phoneCountrySchema,
    /** An address of somebody else, who gets one mail with confirmation and receipt. */
    copyTo: optionalEmailSchema,
    /** The player asks to begin before the days are over in which they can withdraw; has to be true where they can. */
    startsEarly: z.optional(z.boolean()),
  }),
  reply: z.object({
    /** Until when the hour is kept: at least five minutes, the first time; null when none is held. */
    heldUntil: z.nullable(instantSchema),
  }),
})

/** 409: it was done before (`reason: 'longer'`), or the hold is over (`reason: 'closed'`). */
export const holdLonger = defineCall({
  method: 'POST',
  path: '/api/orders/:orderId/hold-longer',
  who: 'account',
  summary: 'Keep the held hour ten minutes more, once',
  sentence: 'held an hour for themselves longer',
  refusals: [409],
  params: z.object({ orderId: idSchema }),
  reply: z.object({ heldUntil: instantSchema }),
})

export const releaseOrder = defineCall({
  method: 'DELETE',
  path: '/api/orders/:orderId',
  who: 'account',
  summary: 'Give the held hour back; does nothing once money moved',
  sentence: 'gave back an hour held for themselves',
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
  who: 'account',
  summary: 'Confirm the booking behind a payment',
  sentence: 'paid for an own booking',
  limits: [{ by: 'account', times: 300, minutes: 10 }],
  refusals: [404, 409],
  body: z.object({
    paymentIntentId: textSchema('The payment is missing.'),
    customerName: optionalTextSchema(),
    customerEmail: optionalTextSchema(254),
    coachName: optionalTextSchema(),
    serviceName: optionalTextSchema(),
    servicePrice: z.nullish(z.union([z.string().check(atMost(20)), z.number()])),
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
      /** When an owner answered it; null: nobody has. */
      answeredAt: z.nullable(instantSchema),
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
  sentence: ({ problem }) => `marked ${problem} as dealt with`,
  params: z.object({ problemId: idSchema }),
  reply: z.object({ ok: z.literal(true) }),
})

/** 409 when the same problem has been raised again since. */
export const reopenProblem = defineCall({
  ...resolveProblem,
  path: '/api/payment-problems/:problemId/reopen',
  summary: 'It was not dealt with after all: it waits for the owner again',
  sentence: ({ problem }) => `put ${problem} back among what waits`,
  refusals: [409],
})
