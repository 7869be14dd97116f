import { z } from 'zod/mini'
import { answerBody, messageSchema } from '#src/features/messages/contract.ts'
import { defineCall } from '#src/shared/define-call.ts'
import {
  emailSchema,
  gameSchema,
  idSchema,
  instantSchema,
  nameSchema,
  optionalTextSchema,
  textSchema,
} from '#src/shared/fields.ts'

export const contactBody = z.object({
  name: nameSchema('Please enter your name'),
  email: emailSchema,
  game: gameSchema,
  currentRank: optionalTextSchema(60),
  message: textSchema('Please enter a message', 2000),
  /** The published coach whom a question is about. */
  coachId: z.optional(z.nullable(z.union([idSchema, z.literal('')]))),
})

const contactSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  game: gameSchema,
  currentRank: z.nullable(z.string()),
  message: z.string(),
  /** The coach whom the question is about; null: none in particular. */
  coachName: z.nullable(z.string()),
  createdAt: instantSchema,
  /** When somebody of the team answered; null while the writer waits. */
  answeredAt: z.nullable(instantSchema),
})

const ownersContactSchema = z.extend(contactSchema, {
  /** Where the team passes the question on; null: about no coach, or one without an account. */
  coachEmail: z.nullable(z.string()),
})
export type Contact = z.output<typeof ownersContactSchema>

export const sendContact = defineCall({
  method: 'POST',
  path: '/api/contacts',
  who: 'account',
  summary: 'Say what one wants to be coached in; answered within 24 hours',
  sentence: 'sent an inquiry',
  limits: [
    { by: 'account', times: 5, minutes: 60 },
    { by: 'address', times: 20, minutes: 60 },
  ],
  refusals: [404],
  body: contactBody,
  reply: contactSchema,
})

export const listContacts = defineCall({
  method: 'GET',
  path: '/api/contacts',
  who: 'owner',
  summary: "All inquiries, newest first; 100 at a time, `cursor` is the `Link` header's",
  query: z.object({ cursor: z.optional(z.string()) }),
  reply: z.array(ownersContactSchema),
})

export const markAnswered = defineCall({
  method: 'POST',
  path: '/api/contacts/:contactId/answered',
  who: 'owner',
  summary: 'Say that an inquiry was answered; the first time counts',
  sentence: ({ contact }) => `marked ${contact} as answered`,
  params: z.object({ contactId: idSchema }),
  reply: contactSchema,
})

export const markUnanswered = defineCall({
  ...markAnswered,
  method: 'DELETE',
  summary: 'Take back that an inquiry was answered',
  sentence: ({ contact }) => `took back that ${contact} was answered`,
})

export const sendInquiryMessage = defineCall({
  method: 'POST',
  path: '/api/contacts/:contactId/messages',
  who: 'account',
  summary:
    'Write into an inquiry’s conversation: as the team for owners, at once mailed, the first answer counts; else as its writer',
  sentence: ({ contact }) => `answered ${contact}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [409],
  params: z.object({ contactId: idSchema }),
  body: answerBody,
  reply: messageSchema,
})
