import { z } from 'zod/mini'
import { type CallReply, defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema, textSchema } from '#src/shared/fields.ts'
import { type PersonSection, personSections } from './person-sections.ts'

const lineSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.nullable(z.string()),
  /** Of a session its start, of all else when it came; null: no hour yet. */
  at: z.nullable(instantSchema),
  /** Where it stands, in a word or two. */
  mark: z.nullable(z.object({ tone: z.enum(['good', 'warn', 'bad', 'neutral']), text: z.string() })),
  /** The path of ours where it is, and where one acts on it; null: in no room of the caller's. */
  to: z.nullable(z.string()),
})
export type PersonLine = z.output<typeof lineSchema>

const noteSchema = z.object({
  id: z.string(),
  writerName: z.string(),
  note: z.string(),
  createdAt: instantSchema,
})
export type StaffNote = z.output<typeof noteSchema>

const params = z.object({ userId: idSchema })

export const showPerson = defineCall({
  method: 'GET',
  path: '/api/people/:userId',
  who: 'owner-or-admin',
  summary:
    'All the caller may read about one person: of admins only people who booked, applied or coach; of nobody whose account was deleted',
  params,
  reply: z.object({
    id: z.string(),
    name: z.string(),
    /** What they are called in the game; null: they did not say. */
    gamerTag: z.nullable(z.string()),
    email: z.string(),
    emailVerified: z.boolean(),
    /** Given with their latest booking. */
    phone: z.nullable(z.string()),
    /** That number answered STOP: no SMS goes there. */
    isPhoneStopped: z.boolean(),
    isOwner: z.boolean(),
    isAdmin: z.boolean(),
    coach: z.nullable(z.object({ id: z.string(), name: z.string(), slug: z.string(), isActive: z.boolean() })),
    createdAt: instantSchema,
    /** Only owners are told; null for admins, and when they never logged in or too long ago. */
    lastLoginAt: z.nullable(instantSchema),
    /** What they booked: dollars as text; `disputed`: held or taken back by the bank. */
    money: z.object({ bookings: z.number(), paid: z.string(), refunded: z.string(), disputed: z.string() }),
    /** Only those with something in them, the newest 5 of each. */
    sections: z.array(
      z.object({
        kind: z.enum(Object.keys(personSections) as [PersonSection, ...PersonSection[]]),
        /** Where all of them are; null: in no list of the caller's. */
        all: z.nullable(z.string()),
        lines: z.array(lineSchema),
      }),
    ),
    /** The newest 100; null: nobody reads what is noted about themselves. */
    notes: z.nullable(z.array(noteSchema)),
  }),
})

export type ShownPerson = CallReply<typeof showPerson>

export const findPerson = defineCall({
  method: 'GET',
  path: '/api/people',
  who: 'owner-or-admin',
  summary: 'Whose page an e-mail address leads to; null: nobody’s whom the caller may look up',
  limits: [{ by: 'account', times: 300, minutes: 10 }],
  query: z.object({ email: z.string().check(z.trim(), atMost(254), z.toLowerCase()) }),
  reply: z.object({ userId: z.nullable(z.string()) }),
})

export const noteAboutPerson = defineCall({
  method: 'POST',
  path: '/api/people/:userId/notes',
  who: 'owner-or-admin',
  summary: 'Keep a note about a person, which only the team reads; not about oneself. It stays as it is',
  sentence: ({ user }) => `kept a note about ${user}`,
  limits: [{ by: 'account', times: 60, minutes: 10 }],
  refusals: [403, 409],
  params,
  body: z.object({ note: textSchema('Please write a note', 2000), idempotencyKey: z.uuid('Must be an id') }),
  /** All notes about the person, as `showPerson` has them. */
  reply: z.array(noteSchema),
})
