import { z } from 'zod/mini'
import { bookingParams } from '#src/features/bookings/contract.ts'
import { blockingSides } from '#src/features/coaches/blocks.ts'
import { sides as messageSides } from '#src/features/messages/rules.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { dollarsSchema, idSchema, instantSchema, optionalTextSchema, textSchema } from '#src/shared/fields.ts'
import { sides } from './outcomes.ts'
import { problems } from './safety.ts'

/** A problem that the caller reported. */
const reportSchema = z.object({
  problem: z.enum(problems),
  createdAt: instantSchema,
  /** Whether our team agrees; null: it reads it now. */
  upheld: z.nullable(z.boolean()),
  /** What our team wrote to the reporter. */
  reason: z.nullable(z.string()),
})

/** Which of a session's coaches the player means; absent: the newest. Coaches mean themselves, also after a hand-over. */
const about = z.object({ coachId: z.optional(idSchema) })

/** What the caller of a booking's two can report and block, and did. */
export const safetySchema = z.object({
  as: z.enum(sides),
  otherName: z.string(),
  /** The coach whom it is about; null while there was none. */
  coachId: z.nullable(z.string()),
  /** For the player: who coached the session, the newest first. */
  coaches: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The caller's newest report of the other one. */
  report: z.nullable(reportSchema),
  block: z.object({
    /** One of the two blocked the other: they neither write nor book. */
    isOn: z.boolean(),
    /** The caller did, and can take it back. */
    isYours: z.boolean(),
    /** Why the caller cannot block the other, in words; null when they can. */
    refusal: z.nullable(z.string()),
    /** How many sessions of the two lie ahead, which blocking cancels. */
    sessions: z.number(),
    /** Of these, how many get another coach instead, since the player's bank decides about the payment first. */
    withBank: z.number(),
    /** What blocking now gives back to the player, in dollars as text; and what it would in full. */
    refund: z.string(),
    fullRefund: z.string(),
    /** The player cancelled as often as they can in 24 hours: our team decides what goes back beside `refund`. */
    isLeftToTeam: z.boolean(),
  }),
})
export type Safety = z.output<typeof safetySchema>

export const readSafety = defineCall({
  method: 'GET',
  path: '/api/bookings/:bookingId/safety',
  who: 'account',
  summary: 'What the player or coach of a booking can report and block, what would follow, and what they did',
  params: bookingParams,
  query: about,
  reply: safetySchema,
})

export const reportProblem = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/reports',
  who: 'account',
  summary:
    'Report a problem to our team, with the last 50 messages of this coach’s part of the chat; the other side never hears of it',
  limits: [{ by: 'account', times: 10, minutes: 1440 }],
  refusals: [409],
  // Whom it is about may read the audit, and never hears of it.
  audited: false,
  params: bookingParams,
  query: about,
  body: z.object({ problem: z.enum(problems, 'Please choose what it is.'), words: optionalTextSchema(2000) }),
  reply: safetySchema,
})

export const block = defineCall({
  method: 'POST',
  path: '/api/bookings/:bookingId/block',
  who: 'account',
  summary: 'Block the other of a booking’s two: no messages, no bookings, and what lies ahead of both is cancelled',
  limits: [{ by: 'account', times: 5, minutes: 1440 }],
  refusals: [409],
  audited: [],
  sentence: 'blocked the other side of an own session',
  params: bookingParams,
  query: about,
  /** What the caller was told that follows; 409 when it is something else by now. */
  body: z.object({ sessions: z.int('How many sessions?'), refund: dollarsSchema }),
  reply: safetySchema,
})

export const takeBlockBack = defineCall({
  method: 'DELETE',
  path: '/api/bookings/:bookingId/block',
  who: 'account',
  summary: 'Take one’s own block back; what was cancelled stays so',
  limits: [{ by: 'account', times: 20, minutes: 1440 }],
  sentence: 'took an own block back',
  params: bookingParams,
  query: about,
  reply: safetySchema,
})

/** A report as our team reads it. */
export const openReportSchema = z.object({
  id: z.string(),
  by: z.enum(sides),
  problem: z.enum(problems),
  words: z.nullable(z.string()),
  createdAt: instantSchema,
  bookingId: z.string(),
  bookingNumber: z.string(),
  serviceName: z.string(),
  customerName: z.string(),
  coachName: z.string(),
  startsAt: z.nullable(instantSchema),
  /** The last messages of this coach's part of the chat as they were then, oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      side: z.enum(messageSides),
      content: z.string(),
      sentAt: instantSchema,
    }),
  ),
  /** What the player's block kept of the price of the sessions it cancelled, in dollars as text. */
  rest: z.string(),
})

export const listReports = defineCall({
  method: 'GET',
  path: '/api/session-reports',
  who: 'owner-or-admin',
  summary:
    'The reports that nobody has settled, the oldest first, the newest settled ones and blocks; none about the caller',
  reply: z.object({
    /** The business's. */
    zone: z.string(),
    reports: z.array(openReportSchema),
    /** The newest that our team settled, 50 at most. */
    settled: z.array(
      z.object({
        id: z.string(),
        by: z.enum(sides),
        problem: z.enum(problems),
        bookingId: z.string(),
        customerName: z.string(),
        coachName: z.string(),
        upheld: z.boolean(),
        reason: z.string(),
        settledAt: instantSchema,
      }),
    ),
    blocks: z.array(
      z.object({
        by: z.enum(blockingSides),
        playerName: z.string(),
        coachName: z.string(),
        createdAt: instantSchema,
      }),
    ),
  }),
})

export const settleReport = defineCall({
  method: 'POST',
  path: '/api/session-reports/:reportId/settle',
  who: 'owner-or-admin',
  summary: 'Settle a report: whether our team agrees, and why; not of one’s own sessions',
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [403, 409],
  // Neither which, how nor with what money: whom it is about may read the audit.
  audited: [],
  sentence: 'settled a report',
  params: z.object({ reportId: idSchema }),
  body: z.object({
    upheld: z.boolean('Do you agree?'),
    reason: textSchema('Please say why: who reported it reads it.', 500),
    /** Gives back what the player's block kept, as the list says; absent: nothing. */
    rest: z.optional(dollarsSchema),
  }),
  reply: z.object({ ok: z.literal(true) }),
})
