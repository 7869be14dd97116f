import { z } from 'zod/mini'
import { zoneSchema } from '#src/features/accounts/profile-contract.ts'
import { bookingStatuses } from '#src/features/bookings/rules.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, instantSchema } from '#src/shared/fields.ts'
import { isSearchable, typeMore } from '#src/shared/text/searchable.ts'
import { type WaitingKind, waitingKinds } from './waiting-kinds.ts'

const lineSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.nullable(z.string()),
  /** Since when it waits. */
  since: instantSchema,
  /** Until when it was promised, or the bank takes it; null: nobody said. */
  dueBy: z.nullable(instantSchema),
  /** The path of ours where one sees to it. */
  to: z.string(),
})
export type WaitingLine = z.output<typeof lineSchema>

const groupSchema = z.object({
  kind: z.enum(Object.keys(waitingKinds) as [WaitingKind, ...WaitingKind[]]),
  /** How many there are in all. */
  count: z.number(),
  /** Where all of them are; for who may not see to them, where it stands who may. */
  to: z.string(),
  /** The first of them, 20 at most, the most pressing first; none for who may only know how many there are. */
  lines: z.array(lineSchema),
})

const todaysSessionSchema = z.object({
  bookingId: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  serviceName: z.string(),
  coachName: z.string(),
  customerName: z.string(),
  status: z.enum(bookingStatuses),
  /** When each pressed 'I am here'; null: not yet. */
  here: z.object({ player: z.nullable(instantSchema), coach: z.nullable(instantSchema) }),
  /** What one of the two said of it and nobody settled yet, in a sentence. */
  said: z.nullable(z.string()),
})
export type TodaysSession = z.output<typeof todaysSessionSchema>

export const showToday = defineCall({
  method: 'GET',
  path: '/api/today',
  who: 'owner-or-admin',
  summary: 'Today’s sessions, and what waits for the caller’s roles',
  /** IANA name of the zone whose day it is; without it the business's. */
  query: z.object({ zone: z.optional(zoneSchema) }),
  reply: z.object({
    /** IANA name of the zone whose day it is. */
    zone: z.string(),
    /** In order of their start, without those cancelled; 200 at most. */
    sessions: z.array(todaysSessionSchema),
    /** Coaches with bookings ahead today or tomorrow, by the business's days: where one goes when a coach cannot come. */
    coachDays: z.array(
      z.object({ coachId: z.string(), coachName: z.string(), date: z.string(), bookings: z.number() }),
    ),
    /** The start of the next session; null: none is booked. */
    next: z.nullable(instantSchema),
    /** Only kinds of which something waits. */
    waiting: z.array(groupSchema),
  }),
})

/** What staff can find, in the order they are shown. */
export const foundKinds = ['person', 'booking', 'conversation', 'payment', 'application', 'coach', 'delivery'] as const
export type FoundKind = (typeof foundKinds)[number]

export const searchDesk = defineCall({
  method: 'GET',
  path: '/api/staff-search',
  who: 'owner-or-admin',
  summary:
    'People, bookings, conversations, payments, applications, coaches, and mails and SMS, by a part of a name, an address or a number: five of each that the caller may read',
  limits: [{ by: 'account', times: 300, minutes: 10 }],
  query: z.object({
    q: z.string('What are you looking for?').check(z.trim(), atMost(200), z.refine(isSearchable, typeMore)),
    /** IANA name of the zone whose dates it says; without it the business's. */
    zone: z.optional(zoneSchema),
  }),
  reply: z.array(
    z.object({
      kind: z.enum(foundKinds),
      id: z.string(),
      title: z.string(),
      text: z.string(),
      /** The path of ours where it is. */
      to: z.string(),
    }),
  ),
})
