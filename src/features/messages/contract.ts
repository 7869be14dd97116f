import { z } from 'zod/mini'
import { defineCall, type Limit } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema, textSchema } from '#src/shared/fields.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { longestMessage } from './rules.ts'

export const messageSchema = z.object({
  id: z.string(),
  /** Its place in the thread, from 1 on without gaps: what a reader has not seen is what comes after a number. */
  number: z.number(),
  bookingId: z.nullable(z.string()),
  coachApplicationId: z.nullable(z.string()),
  senderName: z.string(),
  /** For staff only; null to everybody else. */
  senderEmail: z.nullable(z.string()),
  /** Written by staff. */
  isAdmin: z.boolean(),
  /** Written by the caller. Staff speak with one voice: a message of any of them is theirs. */
  isMine: z.boolean(),
  /** Somebody on the other side has had it on the screen. */
  isSeen: z.boolean(),
  /** The key its writer's browser gave it; null to everybody else. */
  idempotencyKey: z.nullable(z.string()),
  /** Written for an applicant by somebody who had not proved the e-mail, before its owner came. */
  isUnproven: z.boolean(),
  content: z.string(),
  createdAt: instantSchema,
})
export type Message = z.output<typeof messageSchema>

const contentSchema = textSchema('Please write a message first', longestMessage)

/** Names one message to send, so that trying again after a lost answer posts nothing twice. */
const idempotencyKeySchema = z.optional(z.uuid('Must be an id'))

/** PostgreSQL's `integer` ends here. */
export const highestNumber = 2 ** 31 - 1

const number = z.optional(z.coerce.number('Must be a message’s number').check(z.int(), z.gte(0), z.lte(highestNumber)))

/**
 * A thread comes a hundred messages at once (`messagesAtOnce`), oldest first: the newest of it; those before `cursor`,
 * which `Link` names; or the next ones `after` a number, for a screen that has the others.
 */
const part = z.object({ after: number, cursor: number })

/** On the coach's own screen: for coaches who are staff too, and would be taken for staff otherwise. */
const asCoach = z.optional(z.literal('coach'))

const often = [{ by: 'account', times: 60, minutes: 10 }] as Limit[]

/**
 * The number of the newest message that somebody of the team has read: when another of them wrote after it, nothing is
 * sent, so that nobody is answered twice. Players and coaches may leave it out.
 */
const readUpTo = z.optional(z.int('Must be a message’s number').check(z.gte(0), z.lte(highestNumber)))

const applicationBody = z.object({
  coachApplicationId: idSchema,
  content: contentSchema,
  idempotencyKey: idempotencyKeySchema,
})

const bookingBody = z.object({
  bookingId: idSchema,
  content: contentSchema,
  idempotencyKey: idempotencyKeySchema,
  after: readUpTo,
})

/** An answer of the team, in the admin area and to an inquiry. */
export const answerBody = z.object({
  content: contentSchema,
  idempotencyKey: idempotencyKeySchema,
  after: readUpTo,
})

export const listMessages = defineCall({
  method: 'GET',
  path: '/api/messages/:bookingId',
  who: 'account',
  summary: "A booking's thread, its newest messages, oldest of them first; for its player, its coach and staff",
  params: z.object({ bookingId: idSchema }),
  query: z.extend(part, { as: asCoach }),
  reply: z.array(messageSchema),
})

export const listBookingMessages = defineCall({
  ...listMessages,
  path: '/api/messages/booking/:bookingId',
  summary: "A booking's thread, as the coach's screen asks for it",
})

export const sendMessage = defineCall({
  method: 'POST',
  path: '/api/messages',
  who: 'account',
  summary: 'Write into a booking’s thread: as staff for owners and admins, as the player for its player',
  sentence: ({ booking }) => `wrote about ${booking}`,
  limits: often,
  refusals: [404, 409],
  body: bookingBody,
  reply: messageSchema,
})

export const sendCoachBookingMessage = defineCall({
  ...sendMessage,
  path: '/api/messages/send-coach-booking',
  sentence: ({ booking }) => `wrote as the coach about ${booking}`,
  summary: 'Write to the player of a booking as its coach',
})

export const listInquiryMessages = defineCall({
  method: 'GET',
  path: '/api/messages/contact/:contactId',
  who: 'account',
  summary: "An inquiry's conversation, its newest messages, oldest of them first; for its writer and owners",
  params: z.object({ contactId: idSchema }),
  query: part,
  reply: z.array(messageSchema),
})

export const listApplicationMessages = defineCall({
  method: 'GET',
  path: '/api/messages/application/:coachApplicationId',
  who: 'everybody',
  summary:
    "An application's thread, its newest messages, oldest of them first; for the readers of the application, and staff",
  params: z.object({ coachApplicationId: idSchema }),
  query: part,
  reply: z.array(messageSchema),
})

export const sendApplicantMessage = defineCall({
  method: 'POST',
  path: '/api/messages/send-applicant',
  who: 'everybody',
  summary: 'Write to the team as the applicant',
  sentence: ({ coachApplication }) => `wrote as the applicant of ${coachApplication}`,
  limits: [...often, { by: 'address', times: 120, minutes: 10 }],
  refusals: [404, 409],
  body: applicationBody,
  reply: messageSchema,
})

export const sendCoachApplicationMessage = defineCall({
  ...sendApplicantMessage,
  path: '/api/messages/send-coach-application',
  who: 'account',
  summary: 'Write to the team about one’s own application from the coach’s screen',
  sentence: ({ coachApplication }) => `wrote to the team about ${coachApplication}`,
  limits: often,
})

export const sendInternalMessage = defineCall({
  method: 'POST',
  path: '/api/admin/send-internal-message',
  who: 'admin',
  summary: 'Write into a thread as the team, and mail the player or applicant at once',
  sentence: ({ booking, coachApplication }, sent) =>
    `wrote and mailed about ${'bookingId' in sent && sent.bookingId ? booking : coachApplication}`,
  limits: often,
  refusals: [404, 409],
  body: z.union(
    [
      z.object({ bookingId: idSchema, message: contentSchema, after: readUpTo }),
      z.object({ coachApplicationId: idSchema, message: contentSchema, after: readUpTo }),
    ],
    'Name the booking or the application, and write a message',
  ),
  reply: messageSchema,
})

/** A thread as server-sent events; `bookingId`, `coachApplicationId` or `contactId`, `as` and `after` in the query as where it is listed. */
export const messageStream = { path: '/api/messages/live' } as const

export const markMessagesSeen = defineCall({
  method: 'POST',
  path: '/api/messages/seen',
  who: 'everybody',
  summary: 'Say that a thread is on the screen, up to the message of this number',
  limits: [{ by: 'account', times: 1200, minutes: 10 }],
  audited: false,
  refusals: [401, 404],
  body: z.union([
    z.object({ bookingId: idSchema, number: z.int().check(z.gte(0)), as: asCoach }),
    z.object({ coachApplicationId: idSchema, number: z.int().check(z.gte(0)) }),
    z.object({ contactId: idSchema, number: z.int().check(z.gte(0)) }),
  ]),
  reply: z.object({ ok: z.literal(true) }),
})

const threadSchema = z.object({
  /** What it is about: one of the two, the other is null. */
  bookingId: z.nullable(z.string()),
  contactId: z.nullable(z.string()),
  /** How many messages of others came since the caller last looked. */
  unread: z.number(),
  last: messageSchema,
})
export type ThreadSummary = z.output<typeof threadSchema>

export const listThreads = defineCall({
  ...firstCalls.listThreads,
  who: 'account',
  summary: 'The caller’s threads as player, coach and writer of inquiries, the liveliest first',
  reply: z.array(threadSchema),
})

/** The admin area names its admin in the query; the server asks only that it be the caller's own e-mail. */
const adminEmail = z.optional(z.string())

export const listAdminBookingMessages = defineCall({
  method: 'GET',
  path: '/api/admin/booking/:id/messages',
  who: 'admin-area',
  summary: "A booking's thread, its newest messages, oldest of them first, for the admin area",
  params: z.object({ id: idSchema }),
  query: z.extend(part, { adminEmail }),
  reply: z.array(messageSchema),
})

export const sendAdminBookingMessage = defineCall({
  method: 'POST',
  path: '/api/admin/booking/:id/message',
  who: 'admin-area',
  summary: 'Write into a booking’s thread as the team, from the admin area',
  sentence: ({ booking }) => `wrote about ${booking}`,
  limits: often,
  refusals: [409],
  params: z.object({ id: idSchema }),
  query: z.object({ adminEmail }),
  body: answerBody,
  reply: messageSchema,
})

export const sendSms = defineCall({
  method: 'POST',
  path: '/api/admin/send-sms',
  who: 'admin',
  summary: 'Send an SMS to a number that stands in a booking or an application; a long one goes out as several',
  sentence: ({ booking, coachApplication }, { coachApplicationId }) =>
    `sent an SMS about ${coachApplicationId ? coachApplication : booking}`,
  limits: [
    { by: 'account', times: 20, minutes: 10 },
    { by: 'account', times: 100, minutes: 1440 },
  ],
  refusals: [404, 409],
  body: z.object({
    phone: z
      .string('Please enter a phone number')
      .check(z.trim(), atMost(60), z.minLength(1, 'Please enter a phone number')),
    // Of any length (SMS-1): what one SMS cannot take goes out as several.
    message: z.string('Please write a message first').check(z.trim(), z.minLength(1, 'Please write a message first')),
    bookingId: z.optional(idSchema),
    coachApplicationId: z.optional(idSchema),
  }),
  /** `deliveryId` is the first of the `deliveryIds`, one a message. */
  reply: z.object({ deliveryId: z.string(), deliveryIds: z.array(z.string()), state: z.literal('queued') }),
})
