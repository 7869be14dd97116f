import { z } from 'zod/mini'
import { type CallInput, type CallReply, defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema } from '#src/shared/fields.ts'
import { spoken } from '#src/shared/text/sentences.ts'

export const channels = ['mail', 'sms'] as const

/** Which staff may read a mail or SMS; `nobody` for one-time codes, which are stored only until they were sent or given up. */
export const audiences = ['owner', 'admin', 'staff', 'nobody'] as const
export type Audience = (typeof audiences)[number]

/** Mails that readers can switch off for themselves; the last two go to coaches only. */
export const optOuts = ['reminders', 'ratings', 'messages', 'copies', 'dayPlans', 'coachReminders'] as const
export type OptOut = (typeof optOuts)[number]
export const coachOptOuts: OptOut[] = ['dayPlans', 'coachReminders']

/** What can have become of a mail or SMS. Of the queued ones, each gets about a day of tries; a superseded one is not sent: a newer one says otherwise. */
export const deliveryStates = ['queued', 'sent', 'failed', 'superseded'] as const

const deliverySchema = z.object({
  id: z.string(),
  channel: z.enum(channels),
  /** What it is about, such as `booking-confirmed`. */
  kind: z.string(),
  /** An address or a phone number; null once that person's account was deleted. */
  to: z.nullable(z.string()),
  /** Of an SMS its first words. */
  subject: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Why the latest try failed, in plain words; null when it did not. */
  lastError: z.nullable(z.string()),
  createdAt: instantSchema,
  sentAt: z.nullable(instantSchema),
  /** When an SMS arrived, as its provider says. */
  deliveredAt: z.nullable(instantSchema),
  /** When staff dealt with its failure; null: they have not, or it did not fail. */
  resolvedAt: z.nullable(instantSchema),
})
export type Delivery = z.output<typeof deliverySchema>

const narrowing = {
  channel: z.optional(z.enum(channels)),
  to: z.optional(z.string().check(z.trim(), atMost(254))),
}

export const listDeliveries = defineCall({
  method: 'GET',
  path: '/api/deliveries',
  who: 'owner-or-admin',
  summary:
    "Every mail and SMS, newest first; 100 at a time, `cursor` is the `Link` header's. `to` is a part of the address or number, `retried` are those that took several tries",
  query: z.object({
    ...narrowing,
    state: z.optional(z.enum([...deliveryStates, 'retried'])),
    cursor: z.optional(z.string()),
  }),
  reply: z.array(deliverySchema),
})
export type DeliveryFilters = Omit<NonNullable<CallInput<typeof listDeliveries>['query']>, 'cursor'>

export const countDeliveries = defineCall({
  method: 'GET',
  path: '/api/deliveries/counts',
  who: 'owner-or-admin',
  summary: 'How many mails and SMS are in which state; `retried` ones count there and in their state',
  query: z.object(narrowing),
  reply: z.object({
    ...{ all: z.number(), queued: z.number(), sent: z.number(), failed: z.number() },
    ...{ superseded: z.number(), retried: z.number() },
  }),
})

const params = z.object({ deliveryId: idSchema })

export const deliveryDetails = defineCall({
  method: 'GET',
  path: '/api/deliveries/:deliveryId',
  who: 'owner-or-admin',
  summary: 'One mail or SMS with its text, unless that carries a one-time code or is for the other staff role',
  params,
  reply: z.object({
    ...deliverySchema.shape,
    text: z.nullable(z.string()),
    /** Why there is no text, in words; null when there is one. */
    textRefusal: z.nullable(z.string()),
    attachments: z.array(z.string()),
    /** The mail server's or SMS provider's own words about the latest failure. */
    providerError: z.nullable(z.string()),
    /** Why it cannot be sent again now, in words; null when it can. */
    resendRefusal: z.nullable(z.string()),
    /** The mail to send instead: its session has moved since. */
    newTimeId: z.nullable(z.string()),
  }),
})
export type DeliveryDetails = CallReply<typeof deliveryDetails>

export const resendDelivery = defineCall({
  method: 'POST',
  path: '/api/deliveries/:deliveryId/resend',
  who: 'owner-or-admin',
  summary:
    'Try a failed mail or SMS again, or send one that was sent once more, as a copy; the answer is what was queued',
  sentence: ({ delivery }) => `sent ${delivery} again`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  params,
  reply: deliverySchema,
})

/** 409 for what did not fail. A repeat changes nothing. */
export const resolveDelivery = defineCall({
  method: 'POST',
  path: '/api/deliveries/:deliveryId/resolve',
  who: 'owner-or-admin',
  summary: 'Staff have dealt with a mail or SMS that failed: it waits on Today no longer',
  sentence: ({ delivery }) => `marked ${delivery} as dealt with`,
  refusals: [409],
  params,
  reply: deliverySchema,
})

export const readMailReach = defineCall({
  method: 'GET',
  path: '/api/mail-reach',
  who: 'account',
  summary: 'Whether our mails to one’s own address come back: its mail server refused the last one for good',
  reply: z.object({ comeBack: z.boolean() }),
})

const choicesSchema = z.record(z.enum(optOuts), z.boolean())
export type MailChoices = z.output<typeof choicesSchema>

/** Of a link in one of our mails, whose token stands for the mail's address; without it one's own verified address is meant. */
const tokenSchema = z.optional(z.string().check(atMost(100)))

export const readMailChoices = defineCall({
  method: 'GET',
  path: '/api/mail-choices',
  who: 'everybody',
  summary: 'Which mails an address gets: that of a mail’s link by its `token`, else one’s own verified one',
  limits: [{ by: 'address', times: 120, minutes: 10 }],
  refusals: [404, 409],
  query: z.object({ token: tokenSchema }),
  reply: choicesSchema,
})

export const chooseMail = defineCall({
  method: 'PUT',
  path: '/api/mail-choices',
  who: 'everybody',
  summary: 'Switch one kind of mail on or off, for the same address',
  sentence: (_, { kind, wanted }) => `switched ${wanted ? 'on' : 'off'} their own mails: ${spoken(kind)}`,
  limits: [{ by: 'address', times: 120, minutes: 10 }],
  audited: ['kind', 'wanted'],
  refusals: [404, 409],
  body: z.object({ kind: z.enum(optOuts), wanted: z.boolean(), token: tokenSchema }),
  reply: choicesSchema,
})
