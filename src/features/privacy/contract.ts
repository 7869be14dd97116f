import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'
import { atMost } from '#src/shared/fields.ts'

export const exportData = defineCall({
  method: 'GET',
  path: '/api/privacy/export',
  who: 'account',
  summary: 'Everything kept about the caller, as one document',
  limits: [{ by: 'account', times: 20, minutes: 60 }],
  confirm: true,
  reply: z.record(z.string(), z.unknown()),
})

export const exportReadable = defineCall({
  ...exportData,
  path: '/api/privacy/export.html',
  summary: 'The same, as a page to read',
  download: 'text/html',
  reply: z.any(),
})

export const eraseBody = z.object({
  password: z.string('Please enter your password').check(atMost(200), z.minLength(1, 'Please enter your password')),
})

export const eraseAccount = defineCall({
  method: 'POST',
  path: '/api/privacy/erase',
  who: 'account',
  summary: 'Delete the caller’s account and everything that says whose it was; the books keep prices and times',
  sentence: 'asked to delete their own account',
  limits: [{ by: 'account', times: 10, minutes: 60 }],
  refusals: [409],
  body: eraseBody,
  reply: z.object({ ok: z.literal(true) }),
})
