import { z } from 'zod/mini'
import { zoneSchema } from '#src/features/accounts/profile-contract.ts'
import { defineCall } from '#src/shared/define-call.ts'

/** What is looked at, as staff call it. */
export const healthParts = {
  database: 'Database',
  mail: 'Mail',
  sms: 'SMS',
  payments: 'Card payments',
  seller: 'Who sells',
  jobs: 'Background jobs',
  backup: 'Backup',
  version: 'Version',
} as const
export type HealthPart = keyof typeof healthParts

const partSchema = z.object({
  part: z.enum(Object.keys(healthParts) as [HealthPart, ...HealthPart[]]),
  /** `bad`: somebody has to do something, `warn`: about single things of it; `off`: not in use here. */
  state: z.enum(['good', 'warn', 'bad', 'off']),
  /** How it is, in a sentence; times are of the zone asked for. */
  text: z.string(),
  /** What to do; null: nothing. */
  advice: z.nullable(z.string()),
  /** The path of ours where one does it; null: there is none. */
  to: z.nullable(z.string()),
})
export type PartHealth = z.output<typeof partSchema>

export const systemHealth = defineCall({
  method: 'GET',
  path: '/api/system-health',
  who: 'owner-or-admin',
  summary: 'How database, mail, SMS, card payments, background jobs and backups are, and which version runs',
  /** IANA name of the zone whose times it says; without it the business's. */
  query: z.object({ zone: z.optional(zoneSchema) }),
  reply: z.array(partSchema),
})
