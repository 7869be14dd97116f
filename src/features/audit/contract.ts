import { z } from 'zod/mini'
import { csvQuery } from '#src/shared/csv-separator.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema } from '#src/shared/fields.ts'
import { type Names, unnamed } from '#src/shared/unnamed.ts'

const aboutSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
/** What an act was about: ids by name, and the fields that its call declares as `audited`. */
export type About = z.output<typeof aboutSchema>

const actSchema = z.object({
  id: z.string(),
  createdAt: instantSchema,
  personId: z.string(),
  personName: z.string(),
  /** How they had logged in: with their account, or through the admin area's own login. */
  door: z.enum(['account', 'admin-login']),
  /** Method and path. */
  call: z.string(),
  /** What such a call does, in words. */
  summary: z.string(),
  /** What they did, to be read after their name; null: from before there were sentences, or somebody in it deleted their account. Its hours are instants: `showHours`. */
  sentence: z.nullable(z.string()),
  about: aboutSchema,
  /** The answer's HTTP status; null: it never ended, or has not yet. */
  status: z.nullable(z.number()),
})
export type Act = z.output<typeof actSchema>

const filterInstant = z.optional(
  z.iso
    .datetime({ error: 'Must be an instant such as 2026-01-05T14:00:00Z', abort: true })
    .check(z.refine((instant) => instant.startsWith('20'), 'Must be an instant of this century')),
)

/** The kinds of acts that staff tell apart: the nouns whose calls they are. */
export const auditKinds = {
  bookings: 'Bookings',
  sessions: 'Sessions',
  payments: 'Money',
  messages: 'Messages and SMS',
  coaches: 'Coaches',
  schedule: 'Working hours',
  applications: 'Applications',
  ratings: 'Ratings',
  stories: 'Stories',
  contacts: 'Inquiries',
  accounts: 'Log-ins and roles',
  notifications: 'Deliveries',
  desk: 'People',
  jobs: 'Background jobs',
  audit: 'Audit',
  privacy: 'Privacy',
}
export type AuditKind = keyof typeof auditKinds

/** Which acts are wanted: with this text in their sentence, of a kind, of one person, from one instant on, and up to another. */
const auditFilters = z.object({
  q: z.optional(z.string().check(z.trim(), atMost(200))),
  kind: z.optional(z.enum(Object.keys(auditKinds) as [AuditKind, ...AuditKind[]])),
  personId: z.optional(idSchema),
  from: filterInstant,
  before: filterInstant,
})
export type AuditFilters = z.output<typeof auditFilters>

export const listAudit = defineCall({
  method: 'GET',
  path: '/api/owner/audit',
  who: 'owner',
  summary:
    "What staff did, and coaches who called off or wrote up, newest first; 100 at a time, `cursor` is the `Link` header's",
  query: z.extend(auditFilters, { cursor: z.optional(z.string()) }),
  reply: z.array(actSchema),
})

export const listAuditPeople = defineCall({
  method: 'GET',
  path: '/api/owner/audit/people',
  who: 'owner',
  summary: 'Everybody who ever did something of it, by name',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const exportAudit = defineCall({
  method: 'GET',
  path: '/api/owner/audit/export.csv',
  who: 'owner',
  summary: 'The acts that fit the filters, newest first, as a CSV file',
  sentence: 'exported the audit',
  download: 'text/csv',
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  audited: ['kind', 'personId', 'from', 'before'],
  confirm: true,
  query: z.extend(auditFilters, csvQuery),
  reply: z.any(),
})

/**
 * What an id of an act stands for: `bookingId` for a `booking`; a mere `id` for what the call's path has before it.
 * Undefined: nothing that has a name.
 */
export function thingOf(call: string, idName: string): Thing | undefined {
  const before = call.split('/:id')[0]?.split('/').at(-1) ?? ''
  const thing = idName === 'id' ? thingsInPaths[before] : /^(\w+)Id$/.exec(idName)?.[1]
  return thing && Object.hasOwn(unnamed, thing) ? (thing as Thing) : undefined
}
/** What an act names by one id. */
export type Thing = Exclude<keyof Names, 'bookings'>

const thingsInPaths: Record<string, Thing> = {
  booking: 'booking',
  'coach-applications': 'coachApplication',
  ratings: 'rating',
  'success-stories': 'story',
}
