import { z } from 'zod/mini'
import { profileSchema } from '#src/features/accounts/profile-contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { gameSchema, idSchema, instantSchema, optionalTextSchema, textSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { dollarsSchema } from '#src/shared/money.ts'
import { dateSchema, timeSchema } from '#src/shared/time-fields.ts'
import { decisions, remedies } from './claims.ts'
import { acts } from './life-cycle.ts'
import { bookingStatuses } from './rules.ts'

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
  ...firstCalls.freeHours,
  who: 'everybody',
  summary: 'Which starts of the next 14 days can be booked for a service, with one coach or any coach of a game',
  limits: [{ by: 'address', times: 600, minutes: 10 }],
  refusals: [401, 404],
  query: z.object({
    serviceId: z.string(),
    coachId: z.optional(idSchema),
    game: z.optional(gameSchema),
    /** The booking that is to be moved or scheduled: as it was sold, and its present hours are in nobody's way. */
    moving: z.optional(idSchema),
  }),
  reply: z.object({
    /** IANA name of the zone that dates and times are in. */
    zone: z.string(),
    days: z.array(z.object({ date: z.string(), hours: z.array(hourSchema) })),
  }),
})

/** When a player has time: one of these words, or a date. Evenings begin at 5 PM, the business's time. */
export const freeTimes = ['tomorrow', 'weekend', 'evening'] as const

export const nextFreeHours = defineCall({
  ...firstCalls.nextFreeHours,
  who: 'everybody',
  summary: 'The next hour of each active coach that is free for a one-hour session, at any time or when the player can',
  limits: [{ by: 'address', times: 600, minutes: 10 }],
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
  /** What people call it by: `LU-4KQ2X` (BOOK-12). */
  number: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.nullable(z.string()),
  coachName: z.string(),
  /** What was sold, as it was then: today's catalogue may not have it any more. */
  serviceId: z.string(),
  serviceName: z.string(),
  minutes: z.number(),
  /** How many players can share the session. */
  capacity: z.number(),
  /** What is in it, in one line; may be empty. */
  includes: z.string(),
  /** `YYYY-MM-DD`, or `TBD` */
  sessionDate: z.string(),
  /** `HH:mm`, or `TBD` */
  sessionTime: z.string(),
  zone: z.string(),
  startsAt: z.nullable(instantSchema),
  endsAt: z.nullable(instantSchema),
  price: z.string(),
  refunded: z.string(),
  /** The player asked the bank for the money back; null when never. */
  dispute: z.nullable(z.enum(['open', 'won', 'lost'])),
  paymentId: z.nullable(z.string()),
  status: z.enum(bookingStatuses),
  createdAt: instantSchema,
})
export type Booking = z.output<typeof bookingSchema>

export const bookingParams = z.object({ bookingId: idSchema })

/** Null in claims from before anybody was asked. */
export const claimWanted = z.nullable(z.enum(remedies))
export const claimStatus = z.enum(['open', ...decisions])

/** What the person who asks may do with a booking now; each refusal says why in words. */
export const possibleActs = z.record(z.enum(acts), z.nullable(z.string()))

/** A player's own booking: everything My Sessions says before anybody presses a button. Money is decimal text. */
export const mySessionSchema = z.object({
  ...bookingSchema.shape,
  coachId: z.nullable(z.string()),
  /** The coach's name on Discord, where they meet; null: none yet. */
  coachDiscord: z.nullable(z.string()),
  /** What cancelling right now would give back, beyond what is due already. */
  refundNow: z.string(),
  /** All that is due back, sent or not. */
  refundDue: z.string(),
  /** Until when cancelling gives back how much beyond what is due already, and until when moving is free; null while there is no time. */
  terms: z.nullable(
    z.object({
      full: z.object({ amount: z.string(), until: instantSchema }),
      half: z.object({ amount: z.string(), until: instantSchema }),
      freeMoveUntil: instantSchema,
    }),
  ),
  /** Somebody else changed the session: everything goes back until it starts. */
  fullRefundUntilStart: z.boolean(),
  /** For each act the reason why it is not possible, null when it is. */
  refusals: possibleActs,
  /** The guarantee as it was claimed: what the player would like, and what the owner decided with which words. */
  claim: z.nullable(z.object({ wanted: claimWanted, status: claimStatus, decisionReason: z.nullable(z.string()) })),
})
export type MySession = z.output<typeof mySessionSchema>

export const listMySessions = defineCall({
  method: 'GET',
  path: '/api/bookings/mine',
  who: 'player',
  summary: 'The caller’s own bookings, the soonest session first, then the past ones',
  reply: z.array(mySessionSchema),
})

/** A booking as its coach sees it: no e-mail, no phone and no payment. */
export const coachSessionSchema = z.object({
  id: z.string(),
  customerName: z.string(),
  /** Null: somebody without an account, about whom no note can be kept. */
  playerId: z.nullable(z.string()),
  ...z.pick(bookingSchema, {
    serviceName: true,
    minutes: true,
    includes: true,
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
  /** What the player says about themselves, of a session that is not over; null: nothing. */
  player: z.nullable(profileSchema),
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
 * Cancels by the booking's terms. `refund` is what the player was told that goes back now, beyond what was due before: when the clock has moved on since, the answer
 * is 409 with `{ reason: 'refund-changed', refund }` and nothing happens.
 */
export const cancelBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/cancel',
  who: 'player',
  summary: 'Cancel a booking; the player its own, staff any',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
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
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  audited: ['selectedDate', 'selectedTime'],
  refusals: [409],
  params: bookingParams,
  body: z.object({ selectedDate: dateSchema, selectedTime: timeSchema }),
  reply: z.object({ booking: bookingSchema, calendarInvite: z.nullable(z.string()) }),
})

export const completeBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/complete',
  who: 'player',
  summary: 'The session took place; for its coach and staff',
  refusals: [409],
  params: bookingParams,
  reply: z.object({ id: z.string(), status: z.enum(bookingStatuses) }),
})

export const markNoShow = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/no-show',
  who: 'player',
  summary: 'The player did not come; for its coach and staff',
  refusals: [409],
  params: bookingParams,
  reply: z.object({ id: z.string(), status: z.enum(bookingStatuses) }),
})

export const claimGuarantee = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/claim-guarantee',
  who: 'player',
  summary: 'Ask for the money back or another coach after an unsatisfactory first session',
  limits: [{ by: 'account', times: 10, minutes: 60 }],
  refusals: [409],
  params: bookingParams,
  audited: ['wanted'],
  body: z.object({
    wanted: z.enum(remedies, 'Please choose: your money back or another coach.'),
    reason: textSchema('Please say what was missing.', 2000, 10),
  }),
  reply: z.object({ claim: z.literal('open') }),
})

export const bookingCalendar = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/calendar',
  who: 'player',
  summary: 'The booking’s calendar file as text; for its player, its coach and staff',
  params: bookingParams,
  reply: z.object({ filename: z.string(), content: z.string() }),
})
