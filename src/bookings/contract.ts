import { z } from 'zod/mini'
import { type CallReply, defineCall } from '#src/shared/define-call.ts'
import {
  emailSchema,
  idSchema,
  instantSchema,
  optionalTextSchema,
  phoneSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { dollarsSchema } from '#src/shared/money.ts'
import { dateSchema, timeSchema } from '#src/shared/time-fields.ts'
import { bookingStatuses } from './catalogue.ts'
import { acts } from './life-cycle.ts'

/** A start offered by the schedule, in the business's zone. */
export const hourSchema = z.object({
  /** `YYYY-MM-DD` */
  date: z.string(),
  /** `HH:mm` */
  time: z.string(),
  startsAt: instantSchema,
  /** `closed`: outside the coach's hours, or the session would not fit before closing. */
  state: z.enum(['free', 'taken', 'closed']),
  seatsLeft: z.number(),
})
export type Hour = z.output<typeof hourSchema>

/** In a refusal: other starts, nearest to the wanted one first. */
export const nearestSchema = z.array(hourSchema)

export const freeHours = defineCall({
  method: 'GET',
  path: '/api/free-hours',
  who: 'everybody',
  summary: 'Which starts of the next 14 days can be booked for a service, with one coach or any coach of a game',
  query: z.object({ serviceId: z.string(), coachId: z.optional(idSchema), game: z.optional(z.string()) }),
  reply: z.object({
    /** IANA name of the zone that dates and times are in. */
    zone: z.string(),
    days: z.array(z.object({ date: z.string(), hours: z.array(hourSchema) })),
  }),
})

/** When a player has time: one of these words, or a date. Evenings begin at 5 PM, the business's time. */
export const freeTimes = ['tomorrow', 'weekend', 'evening'] as const

export const nextFreeHours = defineCall({
  method: 'GET',
  path: '/api/next-free-hours',
  who: 'everybody',
  summary: 'The next hour of each active coach that is free for a one-hour session, at any time or when the player can',
  query: z.object({ when: z.optional(z.union([z.enum(freeTimes), dateSchema])) }),
  reply: z.object({
    /** IANA name of the zone that dates and times are in. */
    zone: z.string(),
    /** The dates that can be booked. */
    dates: z.array(z.string()),
    /** Coaches without a free hour are missing. */
    coaches: z.array(
      z.object({
        coachId: z.string(),
        hour: z.object({ date: z.string(), time: z.string(), startsAt: instantSchema }),
      }),
    ),
  }),
})

/** A booking as staff sees it. Money is decimal text in dollars. */
export const bookingSchema = z.object({
  id: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.nullable(z.string()),
  coachName: z.string(),
  serviceName: z.string(),
  minutes: z.number(),
  /** `YYYY-MM-DD`, or `TBD` */
  sessionDate: z.string(),
  /** `HH:mm`, or `TBD` */
  sessionTime: z.string(),
  zone: z.string(),
  startsAt: z.nullable(instantSchema),
  endsAt: z.nullable(instantSchema),
  price: z.string(),
  refunded: z.string(),
  paymentId: z.nullable(z.string()),
  status: z.enum(bookingStatuses),
  createdAt: instantSchema,
})
export type Booking = z.output<typeof bookingSchema>

/** Which bookings staff wants to see; without any of these, all. */
const bookingFilters = z.object({
  /** A part of the customer's name or e-mail, the coach's name, or the payment's id. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  status: z.optional(z.enum(bookingStatuses)),
  coachId: z.optional(idSchema),
  /** The first and the last date of the session, in the business's zone. */
  from: z.optional(dateSchema),
  to: z.optional(dateSchema),
  /** Only confirmed ones that have no hour yet. */
  unscheduled: z.optional(z.literal('true')),
})
export type BookingFilters = z.output<typeof bookingFilters>

export const listBookings = defineCall({
  method: 'GET',
  path: '/api/bookings',
  who: 'owner-or-admin',
  summary: "All bookings, or those that fit the filters, newest first; 100 at a time, `cursor` is the `Link` header's",
  query: z.extend(bookingFilters, { cursor: z.optional(z.string()) }),
  reply: z.array(bookingSchema),
})

export const listAdminBookings = defineCall({
  ...listBookings,
  path: '/api/admin/bookings',
  who: 'admin',
  query: z.extend(listBookings.query!, { adminEmail: z.optional(z.string()) }),
})

export const exportBookings = defineCall({
  method: 'GET',
  path: '/api/bookings/export.csv',
  who: 'owner-or-admin',
  summary: 'The bookings that fit the filters, newest first, as a CSV file in the body instead of JSON',
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  query: bookingFilters,
  reply: z.any(),
})

const bookingParams = z.object({ bookingId: idSchema })

/** What the person who asks may do with a booking now; each refusal says why in words. */
const possibleActs = z.record(z.enum(acts), z.nullable(z.string()))

/** A player's own booking: everything My Sessions says before anybody presses a button. Money is decimal text. */
export const mySessionSchema = z.object({
  ...bookingSchema.shape,
  coachId: z.nullable(z.string()),
  serviceId: z.string(),
  /** What cancelling right now would give back. */
  refundNow: z.string(),
  refundDue: z.string(),
  /** Until when cancelling gives back how much, and until when moving is free; null while there is no time. */
  terms: z.nullable(
    z.object({
      full: z.object({ amount: z.string(), until: instantSchema }),
      half: z.object({ amount: z.string(), until: instantSchema }),
      freeMoveUntil: instantSchema,
    }),
  ),
  /** For each act the reason why it is not possible, null when it is. */
  refusals: possibleActs,
  claim: z.nullable(z.enum(['open', 'refunded', 'another-coach', 'declined'])),
})
export type MySession = z.output<typeof mySessionSchema>

/** One booking for staff, with what can be done about it at this moment. */
export const bookingDetails = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/details',
  who: 'owner-or-admin',
  summary: 'A booking, what cancelling it now gives back, and which acts are possible',
  params: bookingParams,
  reply: z.object({
    booking: bookingSchema,
    /** By the policy; staff may also give everything back. */
    refundNow: z.string(),
    refundDue: z.string(),
    refusals: possibleActs,
  }),
})
export type BookingDetails = CallReply<typeof bookingDetails>

export const listUpcoming = defineCall({
  method: 'GET',
  path: '/api/owner/upcoming-sessions',
  who: 'owner',
  summary: 'How many confirmed sessions each coach still has ahead; coaches with none are missing',
  reply: z.array(z.object({ coachId: z.string(), sessions: z.number() })),
})

export const listMySessions = defineCall({
  method: 'GET',
  path: '/api/bookings/mine',
  who: 'player',
  summary: 'The caller’s own bookings, the soonest session first, then the past ones',
  reply: z.array(mySessionSchema),
})

/** A booking as its coach sees it: no contact data and no payment. */
export const coachSessionSchema = z.object({
  id: z.string(),
  customerName: z.string(),
  /** Null: somebody without an account, about whom no note can be kept. */
  playerId: z.nullable(z.string()),
  ...z.pick(bookingSchema, {
    serviceName: true,
    minutes: true,
    sessionDate: true,
    sessionTime: true,
    zone: true,
    startsAt: true,
    endsAt: true,
    status: true,
    createdAt: true,
  }).shape,
  /** For each act the reason why it is not possible now, null when it is. */
  refusals: z.object({ complete: z.nullable(z.string()), 'no-show': z.nullable(z.string()) }),
  /** The coach's own note about this player. */
  note: z.nullable(z.string()),
})
export type CoachSession = z.output<typeof coachSessionSchema>

export const listCoachSessions = defineCall({
  method: 'GET',
  path: '/api/bookings/coach',
  who: 'coach-or-staff',
  summary:
    'The caller’s own bookings as a coach, the soonest session first, then the past ones; staff may name a coach',
  query: z.object({ name: z.optional(z.string()) }),
  reply: z.array(coachSessionSchema),
})

export const savePlayerNote = defineCall({
  method: 'PUT',
  path: '/api/coach/players/:playerId/note',
  who: 'coach',
  summary: 'A coach’s private note about a player who booked with them; blank takes it away',
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  params: z.object({ playerId: idSchema }),
  body: z.object({ note: optionalTextSchema(2000) }),
  reply: z.object({ note: z.nullable(z.string()) }),
})

/**
 * Cancels by the booking's terms. `refund` is what the player was told: when the clock has moved on since, the answer
 * is 409 with `{ reason: 'refund-changed', refund }` and nothing happens.
 */
export const cancelBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/cancel',
  who: 'player',
  summary: 'Cancel a booking; the player its own, staff any',
  params: bookingParams,
  body: z.object({ refund: dollarsSchema, reason: optionalTextSchema(500) }),
  reply: z.object({ booking: bookingSchema }),
})

/** 409 with `{ reason: 'taken' | 'closed', nearest }` when the wanted hour cannot be had. */
export const moveBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/move',
  who: 'player',
  summary: 'Move a booking to another free hour of its coach, free of charge',
  params: bookingParams,
  body: z.object({ selectedDate: dateSchema, selectedTime: timeSchema }),
  reply: z.object({ booking: bookingSchema, calendarInvite: z.nullable(z.string()) }),
})

export const scheduleBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/schedule',
  who: 'owner-or-admin',
  summary: 'Give a booking whose time is to be decided its hour, and a coach if it has none',
  params: bookingParams,
  body: z.object({ selectedDate: dateSchema, selectedTime: timeSchema, coachId: z.optional(idSchema) }),
  reply: z.object({ booking: bookingSchema }),
})

export const completeBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/complete',
  who: 'player',
  summary: 'The session took place; for its coach and staff',
  params: bookingParams,
  reply: z.object({ id: z.string(), status: z.enum(bookingStatuses) }),
})

export const markNoShow = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/no-show',
  who: 'player',
  summary: 'The player did not come; for its coach and staff',
  params: bookingParams,
  reply: z.object({ id: z.string(), status: z.enum(bookingStatuses) }),
})

export const claimGuarantee = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/claim-guarantee',
  who: 'player',
  summary: 'Ask for a refund or another coach after an unsatisfactory first session',
  params: bookingParams,
  body: z.object({ reason: textSchema('Please say what was missing.', 2000, 10) }),
  reply: z.object({ claim: z.literal('open') }),
})

/** A guarantee claim as the owner sees it. */
export const claimSchema = z.object({
  id: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'refunded', 'another-coach', 'declined']),
  createdAt: instantSchema,
  booking: bookingSchema,
})

export const listClaims = defineCall({
  method: 'GET',
  path: '/api/guarantee-claims',
  who: 'owner',
  summary: 'Guarantee claims, open ones first',
  reply: z.array(claimSchema),
})

export const decideClaim = defineCall({
  method: 'POST',
  path: '/api/guarantee-claims/:claimId/decide',
  who: 'owner',
  summary: 'Refund the session, give a free one with another coach, or decline',
  params: z.object({ claimId: idSchema }),
  body: z.object({ decision: z.enum(['refunded', 'another-coach', 'declined']), reason: optionalTextSchema(500) }),
  reply: z.object({ ok: z.literal(true) }),
})

export const bookingHistory = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/history',
  who: 'owner-or-admin',
  summary: 'Who did what to a booking, when and why; oldest first',
  params: bookingParams,
  reply: z.array(
    z.object({
      act: z.string(),
      actorRole: z.string(),
      actorName: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
      createdAt: instantSchema,
    }),
  ),
})

export const bookingCalendar = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/calendar',
  who: 'player',
  summary: 'The booking’s calendar file as text; for its player, its coach and staff',
  params: bookingParams,
  reply: z.object({ filename: z.string(), content: z.string() }),
})

/** A receipt: what was bought, paid and given back. */
export const bookingReceipt = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/receipt',
  who: 'player',
  summary: 'The booking’s receipt; for its player and staff',
  params: bookingParams,
  reply: z.object({ booking: bookingSchema, refundDue: z.string(), paid: z.string() }),
})

/** 409 with `{ reason: 'taken' | 'closed', nearest }` when the wanted hour cannot be had. */
export const createFreeBooking = defineCall({
  method: 'POST',
  path: '/api/admin/create-booking',
  who: 'admin',
  summary: 'Book a free session for a customer, who is told by mail and, with a phone number, by SMS',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  body: z.object({
    customerName: textSchema('Please enter the customer’s name', 80),
    customerEmail: emailSchema,
    customerPhone: phoneSchema,
    coachName: textSchema('Please choose a coach', 80),
    serviceName: textSchema('Please choose a service', 80),
    selectedDate: dateSchema,
    selectedTime: timeSchema,
  }),
  reply: z.object({ booking: bookingSchema }),
})
