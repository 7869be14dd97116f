import { z } from 'zod/mini'
import { defineCall, type Limit } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema, textSchema } from '#src/shared/fields.ts'
import { isSearchable, typeMore } from '#src/shared/text/searchable.ts'
import { longestNote } from './rules.ts'

/** Which conversations staff look at: those that wait for us, those they took, or all. */
export const shows = ['waiting', 'mine', 'all'] as const
export type Show = (typeof shows)[number]

/** What a conversation is about. */
export const conversationKinds = ['booking', 'application', 'inquiry'] as const

const conversationSchema = z.object({
  threadId: z.string(),
  kind: z.enum(conversationKinds),
  /** The booking, the application or the inquiry. */
  aboutId: z.string(),
  /** Whom the team talks to: player, applicant, or who wrote the inquiry. */
  name: z.string(),
  email: z.string(),
  /** `Pro Session with VexFlip`. */
  about: z.string(),
  last: z.object({
    /** Its number: how many messages there are. */
    number: z.number(),
    /** Who wrote it. */
    name: z.string(),
    /** Written by the team or the coach. */
    isOurs: z.boolean(),
    /** Its first words. */
    content: z.string(),
    at: instantSchema,
  }),
  /** How many messages of others the team has not had on a screen. */
  unread: z.number(),
  /** Since when it waits for our answer; null: it does not. */
  waitingSince: z.nullable(instantSchema),
  /** Whether the other side has to answer. */
  isTheirTurn: z.boolean(),
  /** Whether the caller reads and writes the team's notes on it: nobody does on their own sessions. */
  mayNote: z.boolean(),
  /** Whether it is the caller’s own session, about which others speak for the team. */
  isForOthers: z.boolean(),
  /** Who of the team took it; null: nobody. */
  assignee: z.nullable(z.object({ id: z.string(), name: z.string(), isMe: z.boolean() })),
})
export type Conversation = z.output<typeof conversationSchema>

/** So many conversations an answer has. */
export const conversationsAtOnce = 50

export const listConversations = defineCall({
  method: 'GET',
  path: '/api/conversations',
  who: 'owner-or-admin',
  summary:
    'Conversations that the caller’s roles may read, but those they are the player, applicant or writer of: who waits longest first, else the liveliest; 50 at a time, `cursor` is the `Link` header’s',
  limits: [{ by: 'account', times: 600, minutes: 10 }],
  query: z.object({
    show: z.optional(z.enum(shows, `show is one of ${shows.join(', ')}`)),
    /** A part of a name, an e-mail or a booking’s number. */
    q: z.optional(z.string().check(z.trim(), atMost(200), z.refine(isSearchable, typeMore))),
    /** Only the one about this booking, application or inquiry. */
    about: z.optional(idSchema),
    cursor: z.optional(z.string()),
  }),
  reply: z.array(conversationSchema),
})

const params = z.object({ threadId: idSchema })
const often = [{ by: 'account', times: 120, minutes: 10 }] as Limit[]

export const takeConversation = defineCall({
  method: 'PUT',
  path: '/api/conversations/:threadId/assignee',
  who: 'owner-or-admin',
  summary: 'Take a conversation; 409 with who has it, unless `insteadOf` names them',
  sentence: ({ thread }) => `took ${thread}`,
  limits: often,
  refusals: [409],
  params,
  /** Who has it, as the caller knows; null: nobody. */
  body: z.object({ insteadOf: z.nullable(idSchema) }),
  reply: conversationSchema,
})

export const giveBackConversation = defineCall({
  method: 'DELETE',
  path: '/api/conversations/:threadId/assignee',
  who: 'owner-or-admin',
  summary: 'Give a conversation back that the caller took; one of somebody else stays theirs',
  sentence: ({ thread }) => `gave back ${thread}`,
  limits: often,
  params,
  reply: conversationSchema,
})

export const needNoAnswer = defineCall({
  method: 'POST',
  path: '/api/conversations/:threadId/no-answer-needed',
  who: 'owner-or-admin',
  summary:
    'Say that a conversation needs no answer; 409 when more was written than message `number`, and of an own session',
  sentence: ({ thread }) => `said that ${thread} needs no answer`,
  limits: often,
  refusals: [409],
  params,
  body: z.object({ number: z.int().check(z.gte(0)) }),
  reply: conversationSchema,
})

const noteSchema = z.object({
  id: z.string(),
  /** Who of the team wrote it; null: their account is gone. */
  authorName: z.nullable(z.string()),
  text: z.string(),
  createdAt: instantSchema,
})
export type ThreadNote = z.output<typeof noteSchema>

export const listThreadNotes = defineCall({
  method: 'GET',
  path: '/api/conversations/:threadId/notes',
  who: 'owner-or-admin',
  summary: 'What the team noted about a conversation, newest first, 100 at most; not for its own coach or player',
  params,
  reply: z.array(noteSchema),
})

export const addThreadNote = defineCall({
  method: 'POST',
  path: '/api/conversations/:threadId/notes',
  who: 'owner-or-admin',
  summary: 'Note something about a conversation, for the team alone',
  sentence: ({ thread }) => `noted something about ${thread}`,
  limits: often,
  refusals: [409],
  params,
  body: z.object({
    note: textSchema('Please write a note first', longestNote),
    /** Names the note, so that trying again after a lost answer keeps one. */
    idempotencyKey: z.uuid('Must be an id'),
  }),
  reply: noteSchema,
})
