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
  who: 'account',
  summary: "One's own last 10 logins and last 5 tries that failed, the latest first",
  reply: z.array(loginSchema),
})

export const endLoginSessionsBody = z.object({ email: emailSchema })

export const endLoginSessionsOf = defineCall({
  method: 'POST',
  path: '/api/owner/end-sessions',
  who: 'owner',
  summary: 'Log somebody out everywhere, in the admin area too; they are told by mail',
  sentence: 'logged somebody out everywhere',
  confirm: true,
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  refusals: [404, 409],
  body: endLoginSessionsBody,
  reply: z.object({ accountId: idSchema, name: z.string(), ended: z.number() }),
})

const loginSessionSchema = z.object({
  id: idSchema,
  /** What signed in, such as "Chrome on Windows". */
  device: z.string(),
  createdAt: instantSchema,
  /** To the minute; of the admin area when it was opened. */
  lastSeenAt: instantSchema,
  /** Whether this very call came with it. */
  isCurrent: z.boolean(),
  /** Whether it is the admin area, open by a login of its own. */
  isAdminArea: z.boolean(),
})
export type LoginSession = z.output<typeof loginSessionSchema>

export const listLoginSessions = defineCall({
  method: 'GET',
  path: '/api/auth/sessions',
  who: 'account',
  summary: "One's own open sessions, those of the admin area too: this one first, then the last used",
  reply: z.array(loginSessionSchema),
})

export const endLoginSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/:loginSessionId',
  who: 'account',
  summary: "End one of one's own sessions, with the admin area that was opened from it and its live streams",
  sentence: 'ended one of their own log-ins',
  params: z.object({ loginSessionId: idSchema }),
  reply: z.object({ ok: z.literal(true) }),
})

export const endOtherLoginSessions = defineCall({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  who: 'account',
  summary: "End all of one's own sessions but this one, and the admin area wherever it is open",
  sentence: 'ended all their other log-ins',
  reply: z.object({ ok: z.literal(true) }),
})
