import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { idSchema, instantSchema } from '#src/shared/fields.ts'

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
  /** The same in words. */
  summary: z.string(),
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

/** Which acts are wanted: of one person, from one instant on, and up to another. */
const auditFilters = z.object({
  personId: z.optional(idSchema),
  from: filterInstant,
  before: filterInstant,
})
export type AuditFilters = z.output<typeof auditFilters>

export const listAudit = defineCall({
  method: 'GET',
  path: '/api/owner/audit',
  who: 'owner',
  summary: "What staff did, newest first; 100 at a time, `cursor` is the `Link` header's",
  query: z.extend(auditFilters, { cursor: z.optional(z.string()) }),
  reply: z.array(actSchema),
})

export const listAuditPeople = defineCall({
  method: 'GET',
  path: '/api/owner/audit/people',
  who: 'owner',
  summary: 'Everybody who ever did something as staff, by name',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
})
