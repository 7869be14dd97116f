import { z } from 'zod/mini'
import { profileSchema } from '#src/features/accounts/profile-contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import {
  dollarsSchema,
  idSchema,
  instantSchema,
  optionalJoinedSchema,
  optionalTextSchema,
  textSchema,
} from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { because, hourOf, refunded } from '#src/shared/text/sentences.ts'
import { dateSchema, timeSchema } from '#src/shared/time-fields.ts'
import { decisions, remedies } from './claims.ts'
import { acts } from './life-cycle.ts'
import { bookingStatuses, disputeStates } from './rules.ts'

/** The coach's work beside the live session, as it was sold (`Owed`). */
const owedSchema = z.object({
  replays: z.number(),
  notesWithinHours: z.number(),
  refundAfterHours: z.number(),
  difference: z.string(),
  questionDays: z.number(),
  replayChecks: z.number(),
})

/** A booking as staff sees it. Money is decimal text in dollars. */
export const bookingSchema = z.object({
  id: z.string(),
  /** What people call it by: `LU-4KQ2X` (BOOK-12). */
  number: z.string(),
  /** Null: somebody without an account. */
  playerId: z.nullable(z.string()),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.nullable(z.string()),
  coachName: z.string(),
  /** What was sold, as it was then: today's catalogue may no longer have it. */
  serviceId: z.string(),
  serviceName: z.string(),
  minutes: z.number(),
  /** How many players can share the session. */
  capacity: z.number(),
  /** What is in it, in one line; may be empty. */
  includes: z.string(),
  /** The coach's work beside the live session; null: none. */
  owed: z.nullable(owedSchema),
  /** When the coach first wrote it up. */
  notesSentAt: z.nullable(instantSchema),
  /** When the player said that none came, and got the difference back. */
  notesMissedAt: z.nullable(instantSchema),
  /** `YYYY-MM-DD`, or `TBD` */
  sessionDate: z.string(),
  /** `HH:mm`, or `TBD` */
  sessionTime: z.string(),
  zone: z.string(),
  startsAt: z.nullable(instantSchema),
  endsAt: z.nullable(instantSchema),
  price: z.string(),
  refunded: z.string(),
  /** All that is due back, sent or not. */
  refundDue: z.string(),
  /** The player asked the bank for the money back; null when never. */
  dispute: z.nullable(z.enum(disputeStates)),
  paymentId: z.nullable(z.string()),
  status: z.enum(bookingStatuses),
  /** The coach called it off, and the player still chooses. */
  isCalledOff: z.boolean(),
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
  /** The player is the coach. */
  isOwn: z.boolean(),
  /** The player and this coach are no longer in touch: one of them blocked the other (SAFE-2). */
  isBlocked: z.boolean(),
  /** The coach's name on Discord, where they meet; null: none yet. */
  coachDiscord: z.nullable(z.string()),
  /** What cancelling right now would give back, beyond what is due already. */
  refundNow: z.string(),
  /** Until when cancelling gives back how much beyond what is due already, and until when moving is free; null while there is no time. */
  terms: z.nullable(
    z.object({
      full: z.object({ amount: z.string(), until: instantSchema }),
      half: z.object({ amount: z.string(), until: instantSchema }),
      freeMoveUntil: instantSchema,
    }),
  ),
  /** Everything goes back until it starts: somebody else changed the session, or the player can withdraw. */
  fullRefundUntilStart: z.boolean(),
  /** Until when the player can withdraw from it (TERM-9); null: they cannot, or not any more. */
  withdrawUntil: z.nullable(instantSchema),
  /** For each act the reason why it is not possible, null when it is. */
  refusals: possibleActs,
  /** Until when the guarantee can or could be claimed; null where it cannot for another reason than time. */
  guaranteeUntil: z.nullable(instantSchema),
  /** The guarantee as it was claimed: what the player would like, and what the owner decided with which words. */
  claim: z.nullable(
    z.object({
      wanted: claimWanted,
      status: claimStatus,
      decisionReason: z.nullable(z.string()),
      createdAt: instantSchema,
    }),
  ),
})
export type MySession = z.output<typeof mySessionSchema>

export const listMySessions = defineCall({
  method: 'GET',
  path: '/api/bookings/mine',
  who: 'account',
  summary: 'The caller’s own bookings, the soonest session first, then the past ones',
  reply: z.array(mySessionSchema),
})

/** A booking as its coach sees it: no e-mail, no phone and no payment. */
export const coachSessionSchema = z.object({
  id: z.string(),
  customerName: z.string(),
  /** Null: somebody without an account, so that no note can be kept about them. */
  playerId: z.nullable(z.string()),
  /** The coach and this player are no longer in touch: one of them blocked the other (SAFE-2). */
  isBlocked: z.boolean(),
  ...z.pick(bookingSchema, {
    serviceName: true,
    minutes: true,
    includes: true,
    notesSentAt: true,
    notesMissedAt: true,
    sessionDate: true,
    sessionTime: true,
    zone: true,
    startsAt: true,
    endsAt: true,
    status: true,
    createdAt: true,
    /** Of the seat, as it was sold; what became of the payment is not the coach's to know. */
    price: true,
  }).shape,
  /** What is the coach's to do beside the live session; null: nothing. */
  owed: z.nullable(z.omit(owedSchema, { difference: true, refundAfterHours: true })),
  /** For each act the reason why it is not possible now, null when it is. */
  refusals: z.object({
    complete: z.nullable(z.string()),
    'write-up': z.nullable(z.string()),
  }),
  /** What the player says about themselves, of a session that is not over; null: nothing. */
  player: z.nullable(profileSchema),
  /** The coach's own note about this player. */
  note: z.nullable(z.string()),
})
export type CoachSession = z.output<typeof coachSessionSchema>

export const listCoachSessions = defineCall({
  ...firstCalls.listCoachSessions,
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
  sentence: ({ player }) => `changed their note about ${player}`,
  limits: [{ by: 'account', times: 120, minutes: 10 }],
  refusals: [409],
  params: z.object({ playerId: idSchema }),
  body: z.object({ note: optionalTextSchema(2000) }),
  reply: z.object({ note: z.nullable(z.string()) }),
})

/**
 * The player cancels by the terms sold. Staff cancel for the player by the same terms (`askedByPlayer`), or for the
 * business: then everything left goes back. `refund` is what the person was told that goes back now, beyond what was due
 * before: when it is another amount by now, the answer is 409 with `{ reason: 'refund-changed', refund }` and nothing
 * happens.
 */
export const cancelBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/cancel',
  who: 'account',
  summary: 'Cancel a booking; the player its own, staff any',
  sentence: ({ booking }, { refund, reason, askedByPlayer }) =>
    `cancelled ${booking}${askedByPlayer ? ' for the player' : ''}, ${refunded(refund)}${because(reason)}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  audited: ['askedByPlayer'],
  refusals: [409],
  params: bookingParams,
  body: z.object({
    refund: dollarsSchema,
    /** One line: it stands in the other side's mail. */
    reason: optionalJoinedSchema(500),
    /** Said by staff; a player's own cancellation is always theirs. */
    askedByPlayer: z.optional(z.boolean()),
    /** The player withdraws, which they can while `withdrawUntil` says so; then no limit a day holds. */
    withdraws: z.optional(z.boolean()),
  }),
  reply: z.object({ booking: bookingSchema }),
})

/** 409 with `{ reason: 'taken' | 'closed', nearest }` when the wanted hour cannot be had. */
export const moveBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/move',
  who: 'account',
  summary: 'Move a booking to another free hour of its coach, free of charge',
  sentence: ({ booking }, { reason, ...hour }, zone) => `moved ${booking} to ${hourOf(hour, zone)}${because(reason)}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  audited: ['selectedDate', 'selectedTime'],
  refusals: [409],
  params: bookingParams,
  body: z.object({
    selectedDate: dateSchema,
    selectedTime: timeSchema,
    /** One line: it stands in the mail to those who did not move it. */
    reason: optionalJoinedSchema(500),
  }),
  reply: z.object({ booking: bookingSchema, calendarInvite: z.nullable(z.string()) }),
})

export const completeBooking = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/complete',
  who: 'account',
  summary: 'The session took place; for its coach and staff',
  sentence: ({ booking }) => `marked ${booking} as completed`,
  refusals: [409],
  params: bookingParams,
  reply: z.object({ id: z.string(), status: z.enum(bookingStatuses) }),
})

export const markNoShow = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/no-show',
  who: 'account',
  summary: 'The player did not come; for its coach and staff',
  sentence: ({ booking }) => `marked ${booking} as a no-show`,
  refusals: [409],
  params: bookingParams,
  reply: z.object({ id: z.string(), status: z.enum(bookingStatuses) }),
})

export const claimGuarantee = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/claim-guarantee',
  who: 'account',
  summary: 'Ask for the money back or another coach after an unsatisfactory first session',
  sentence: ({ booking }) => `claimed the guarantee for ${booking}`,
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

export const claimMissingNotes = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/notes-missing',
  who: 'account',
  summary: 'Say that the written notes of a session did not come: the difference that was paid for them goes back',
  sentence: ({ booking }) => `said that the notes of ${booking} are missing`,
  limits: [{ by: 'account', times: 10, minutes: 60 }],
  refusals: [409],
  params: bookingParams,
  /** What goes back. */
  reply: z.object({ refund: z.string() }),
})

export const bookingCalendar = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/calendar',
  who: 'account',
  summary: 'The booking’s calendar file; for its player, its coach and staff',
  download: 'text/calendar',
  params: bookingParams,
  reply: z.any(),
})
