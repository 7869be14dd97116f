import { z } from 'zod/mini'
import { profileSchema } from '#src/features/accounts/profile-contract.ts'
import { ownerCoachSchema } from '#src/features/coaches/contract.ts'
import { csvQuery } from '#src/shared/csv-separator.ts'
import { type CallReply, defineCall } from '#src/shared/define-call.ts'
import {
  atMost,
  dollarsSchema,
  emailSchema,
  idSchema,
  instantSchema,
  nameSchema,
  optionalTextSchema,
  phoneCountrySchema,
  phoneSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { toDecimal } from '#src/shared/money.ts'
import { because, hourOf, spoken } from '#src/shared/text/sentences.ts'
import { dateSchema, timeSchema } from '#src/shared/time-fields.ts'
import { showShortDate } from '#src/shared/times.ts'
import { type Decision, decisions } from './claims.ts'
import { bookingParams, bookingSchema, claimStatus, claimWanted, possibleActs } from './contract.ts'
import { bookingStatuses } from './rules.ts'

/** How staff can sort bookings otherwise than booked last first; without a day they come first of the latest, last of the soonest. */
export const bookingSorts = ['latest-session', 'soonest-session'] as const

/** Which bookings staff wants to see, and in which order; without any of these, all, booked last first. */
const bookingFilters = z.object({
  /** A part of the customer's name or e-mail, the coach's name, the booking's number, or the payment's id. */
  q: z.optional(z.string().check(z.trim(), atMost(200))),
  status: z.optional(z.enum(bookingStatuses)),
  coachId: z.optional(idSchema),
  /** The first and the last date of the session, in the business's zone. */
  from: z.optional(dateSchema),
  to: z.optional(dateSchema),
  /** Only confirmed ones that have no hour yet. */
  unscheduled: z.optional(z.literal('true')),
  sort: z.optional(z.enum(bookingSorts)),
})
export type BookingFilters = z.output<typeof bookingFilters>

const listQuery = z.extend(bookingFilters, { cursor: z.optional(z.string()) })

export const listBookings = defineCall({
  method: 'GET',
  path: '/api/bookings',
  who: 'owner-or-admin',
  summary:
    "All bookings, or those that fit the filters, booked last first or by `sort`; 100 at a time, `cursor` is the `Link` header's",
  query: listQuery,
  reply: z.array(bookingSchema),
})

export const listAdminBookings = defineCall({
  ...listBookings,
  path: '/api/admin/bookings',
  who: 'admin-area',
  query: z.extend(listQuery, { adminEmail: z.optional(z.string()) }),
})

export const exportBookings = defineCall({
  method: 'GET',
  path: '/api/bookings/export.csv',
  who: 'owner-or-admin',
  summary: 'The bookings that fit the filters, in the order of the list, as a CSV file',
  sentence: (_, { status, from, to }) =>
    `exported bookings${status ? ` that are ${spoken(status)}` : ''}${from ? ` from ${showShortDate(from)} on` : ''}${to ? ` until ${showShortDate(to)}` : ''}`,
  download: 'text/csv',
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  audited: ['status', 'coachId', 'from', 'to', 'unscheduled'],
  confirm: true,
  query: z.extend(bookingFilters, csvQuery),
  reply: z.any(),
})

/** One booking for staff, with what can be done about it at this moment. */
export const bookingDetails = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/details',
  who: 'owner-or-admin',
  summary: 'A booking, what cancelling it now gives back, and which acts are possible',
  params: bookingParams,
  reply: z.object({
    booking: bookingSchema,
    /** Null: somebody without an account. */
    playerId: z.nullable(z.string()),
    /** What the player says about themselves; null: nothing. */
    player: z.nullable(profileSchema),
    coachId: z.nullable(z.string()),
    coachDiscord: z.nullable(z.string()),
    /** What cancelling now gives back by the terms that were sold, beyond what is due already. */
    refundNow: z.string(),
    /** The most staff can give: all that is not due back yet. */
    refundLeft: z.string(),
    /** Somebody else than the player changed the session: everything goes back until it starts. */
    fullRefundUntilStart: z.boolean(),
    /** Until when the player can withdraw, which gives all back (TERM-9); null: they cannot, or not any more. */
    withdrawUntil: z.nullable(instantSchema),
    /** The terms that were sold. */
    terms: z.object({
      fullRefundHours: z.number(),
      halfRefundHours: z.number(),
      freeMoveHours: z.number(),
      guaranteeDays: z.number(),
    }),
    /** The coach it must not be scheduled with: that of a claimed session, when another one was promised. */
    refusedCoachIds: z.array(z.string()),
    /** The reader's own profile, while somebody else can schedule: nobody takes sessions for themselves (BOOK-4). */
    ownCoachId: z.nullable(z.string()),
    refusals: possibleActs,
  }),
})
export type BookingDetails = CallReply<typeof bookingDetails>

/** How many coaches the owner gets at a time. */
export const coachesAtOnce = 25

export const listOwnerCoaches = defineCall({
  method: 'GET',
  path: '/api/owner/coaches',
  who: 'owner',
  summary: "All coaches, published or not, or those that fit, by name; 25 at a time, `cursor` is the `Link` header's",
  query: z.object({
    /** A part of the name or of the account's e-mail. */
    q: z.optional(z.string().check(z.trim(), atMost(200))),
    /** The last coach before. */
    cursor: z.optional(idSchema),
  }),
  reply: z.array(
    z.extend(ownerCoachSchema, {
      /** Confirmed sessions that are not over yet. */
      sessionsAhead: z.number(),
    }),
  ),
})
export type ListedCoach = CallReply<typeof listOwnerCoaches>[number]

export const listUnpublishedCoaches = defineCall({
  method: 'GET',
  path: '/api/bookings/unpublished-coaches',
  who: 'owner-or-admin',
  summary: 'The coaches who are not published and have bookings',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const scheduleBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/schedule',
  who: 'owner-or-admin',
  summary: 'Give a booking whose time is to be decided its hour, and a coach if it has none',
  sentence: ({ booking }, hour, zone) => `scheduled ${booking} for ${hourOf(hour, zone)}`,
  audited: ['selectedDate', 'selectedTime'],
  refusals: [409],
  params: bookingParams,
  body: z.object({ selectedDate: dateSchema, selectedTime: timeSchema, coachId: z.optional(idSchema) }),
  reply: z.object({ booking: bookingSchema }),
})

/**
 * Refunds for a reason of the team's own. The same `idempotencyKey` again gives nothing more. 400: more than is
 * left; 409: nothing is left, or the player's bank decides.
 */
export const giveRefund = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/refunds',
  who: 'owner-or-admin',
  summary: 'Give a part or the rest of what was paid back to the player, who reads why',
  sentence: ({ booking }, { amount, reason }) => `refunded $${toDecimal(amount)} of ${booking}${because(reason)}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  audited: ['amount'],
  confirm: true,
  refusals: [409],
  params: bookingParams,
  body: z.object({
    amount: dollarsSchema,
    reason: textSchema('Please say why: the player reads it.', 500),
    idempotencyKey: idSchema,
  }),
  /** What it gave, now or the first time. */
  reply: z.object({ amount: z.string() }),
})

/** A guarantee claim as the owner sees it. */
export const claimSchema = z.object({
  id: z.string(),
  reason: z.string(),
  wanted: claimWanted,
  status: claimStatus,
  createdAt: instantSchema,
  booking: bookingSchema,
  /** Why the owner may decline it; null: they may not, or it is decided. */
  ground: z.nullable(z.string()),
})

export const listClaims = defineCall({
  method: 'GET',
  path: '/api/guarantee-claims',
  who: 'owner',
  summary: 'Guarantee claims, open ones first',
  reply: z.array(claimSchema),
})

/** How the audit says it. */
const decided: Record<Decision, string> = {
  refunded: 'gave a refund for',
  'another-coach': 'gave another coach for',
  declined: 'declined',
}

export const decideClaim = defineCall({
  method: 'POST',
  path: '/api/guarantee-claims/:claimId/decide',
  who: 'owner',
  summary:
    'Refund the session, give a free one with another coach, or decline where there is a ground; with a reason when the player wanted something else',
  sentence: ({ claim }, { decision, reason }) => `${decided[decision]} ${claim}${because(reason)}`,
  audited: ['decision'],
  refusals: [409],
  params: z.object({ claimId: idSchema }),
  body: z.object({ decision: z.enum(decisions), reason: optionalTextSchema(500) }),
  reply: z.object({ ok: z.literal(true) }),
})

/** A session that staff give away. */
export const freeBookingBody = z.object({
  customerName: nameSchema('Please enter the customer’s name'),
  customerEmail: emailSchema,
  customerPhone: phoneSchema,
  phoneCountry: phoneCountrySchema,
  coachName: textSchema('Please choose a coach', 80),
  serviceName: textSchema('Please choose a service', 80),
  selectedDate: dateSchema,
  selectedTime: timeSchema,
})

/** 409 with `{ reason: 'taken' | 'closed', nearest }` when the wanted hour cannot be had. */
export const createFreeBooking = defineCall({
  method: 'POST',
  path: '/api/admin/create-booking',
  who: 'admin',
  summary: 'Book a free session for a customer, who is told by mail and, with a phone number, by SMS',
  sentence: (_, { serviceName, coachName, ...hour }, zone) =>
    `gave away a free session: ${serviceName} with ${coachName}, ${hourOf(hour, zone)}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  audited: ['selectedDate', 'selectedTime'],
  refusals: [404, 409],
  body: freeBookingBody,
  reply: z.object({ booking: bookingSchema }),
})
