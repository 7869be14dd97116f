import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost, idSchema, instantSchema } from '#src/shared/fields.ts'
import { factorCodeSchema, sessionReply } from './contract.ts'

const done = z.object({ ok: z.literal(true) })

export const factorState = defineCall({
  method: 'GET',
  path: '/api/auth/second-factor',
  who: 'account',
  summary: 'Whether one logs in with a second step',
  reply: z.object({
    isOn: z.boolean(),
    recoveryCodesLeft: z.number(),
    /** Whether the owner demands it of this account: without it no role counts. */
    isDemanded: z.boolean(),
    /** Staff who set a new password by mail set it up from `until` on; null there: once an owner lets them. */
    wait: z.nullable(z.object({ until: z.nullable(instantSchema) })),
  }),
})

export const startFactor = defineCall({
  method: 'POST',
  path: '/api/auth/second-factor',
  who: 'account',
  summary: 'Get a fresh key for an authenticator app; it counts from `…/on` on',
  sentence: 'began to set up their own second step',
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  confirm: true,
  /** The key as text (base32) and as the `otpauth:` address that apps read from a QR code. */
  refusals: [409],
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const switchFactorOnBody = z.object({
  code: z.string('Please enter the 6 digits from your app').check(
    z.overwrite((text) => text.replace(/\s/g, '')),
    z.regex(/^\d{6}$/, 'Please enter the 6 digits from your app'),
  ),
})

export const switchFactorOn = defineCall({
  method: 'POST',
  path: '/api/auth/second-factor/on',
  who: 'account',
  summary: 'Turn the second step on by a code of the app: ends every other session, answers the recovery codes once',
  sentence: 'switched their own second step on',
  limits: [{ by: 'account', times: 20, minutes: 15 }],
  confirm: true,
  refusals: [409],
  body: switchFactorOnBody,
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
})

const givenPassword = z
  .string('Please enter your password')
  .check(atMost(200), z.minLength(1, 'Please enter your password'))

export const switchFactorOffBody = z.object({ password: givenPassword, code: factorCodeSchema })

export const switchFactorOff = defineCall({
  method: 'POST',
  path: '/api/auth/second-factor/off',
  who: 'account',
  summary: 'Turn the second step off, with password and code',
  sentence: 'switched their own second step off',
  limits: [{ by: 'account', times: 10, minutes: 15 }],
  body: switchFactorOffBody,
  reply: done,
})

export const confirmBody = z.object({ password: z.optional(givenPassword), code: z.optional(factorCodeSchema) })

export const confirmIdentity = defineCall({
  method: 'POST',
  path: '/api/auth/confirm',
  who: 'account',
  summary: 'Prove again who one is, for ten minutes: by a code with the second step on, else by the password',
  sentence: 'proved again who they are',
  limits: [{ by: 'account', times: 10, minutes: 15 }],
  body: confirmBody,
  /** The session goes on under a new token. */
  reply: sessionReply,
})

export const answerForStep = defineCall({
  method: 'POST',
  path: '/api/staff/second-step',
  who: 'owner-or-admin',
  summary:
    'Let a colleague who set a new password by mail set up a second step (owners), or stop that; not for oneself',
  sentence: (_, { allowed }) =>
    `${allowed ? 'let a colleague' : 'stopped a colleague who wanted to'} set up a second step`,
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  confirm: true,
  audited: ['allowed'],
  refusals: [403, 404, 409],
  body: z.object({ accountId: idSchema, allowed: z.boolean() }),
  reply: z.object({ name: z.string() }),
})

export const findWaiting = defineCall({
  method: 'GET',
  path: '/api/staff/second-step/:accountId',
  who: 'owner-or-admin',
  summary: 'The colleague who set a new password by mail and waits to set up a second step; 404 when they do not wait',
  refusals: [404],
  params: z.object({ accountId: idSchema }),
  reply: z.object({ name: z.string(), email: z.string() }),
})

const staffRulesSchema = z.object({ secondFactor: z.boolean() })

export const readStaffRules = defineCall({
  method: 'GET',
  path: '/api/owner/staff-rules',
  who: 'owner',
  summary: 'What the owner demands of everybody with a role',
  reply: staffRulesSchema,
})

export const changeStaffRules = defineCall({
  method: 'PUT',
  path: '/api/owner/staff-rules',
  who: 'owner',
  summary: 'Demand a second step of everybody with a role, or not; an owner without it cannot demand it',
  sentence: (_, { secondFactor }) =>
    `${secondFactor ? 'demanded' : 'no longer demands'} a second step of everybody on the team`,
  limits: [{ by: 'account', times: 30, minutes: 10 }],
  confirm: true,
  audited: ['secondFactor'],
  refusals: [409],
  body: staffRulesSchema,
  reply: staffRulesSchema,
})
