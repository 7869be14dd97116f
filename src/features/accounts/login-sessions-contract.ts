import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { emailSchema, idSchema, instantSchema } from '#src/shared/fields.ts'
import { loginOutcomes, loginWays } from './rules.ts'

const loginSchema = z.object({
  id: idSchema,
  way: z.enum(loginWays),
  outcome: z.enum(loginOutcomes),
  /** What it came from, such as "Chrome on Windows". */
  device: z.string(),
  /** The IPv4 address, or the first half of an IPv6 address. */
  network: z.string(),
  createdAt: instantSchema,
})
export type Login = z.output<typeof loginSchema>

export const listLogins = defineCall({
  method: 'GET',
  path: '/api/auth/logins',
  who: 'player',
  summary: "One's own last 10 logins and last 5 tries that failed, the latest first",
  reply: z.array(loginSchema),
})

export const endSessionsBody = z.object({ email: emailSchema })

export const endSessionsOf = defineCall({
  method: 'POST',
  path: '/api/owner/end-sessions',
  who: 'owner',
  summary: 'Log somebody out everywhere, in the admin area too; they are told by mail',
  confirm: true,
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  refusals: [404, 409],
  body: endSessionsBody,
  reply: z.object({ accountId: idSchema, name: z.string(), ended: z.number() }),
})
