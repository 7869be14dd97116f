import { z } from 'zod/mini'
import { defineCall } from '#src/shared/define-call.ts'

export const listOwnNumbers = defineCall({
  method: 'GET',
  path: '/api/account/phone-numbers',
  who: 'account',
  summary: 'The phone numbers one left with bookings or as a coach, and whether they get our SMS',
  reply: z.object({
    /** What texts them, and hears START; null: no SMS provider is set up. */
    ourNumber: z.nullable(z.string()),
    /** The latest first. `isStopped`: its owner answered STOP. */
    numbers: z.array(z.object({ number: z.string(), isStopped: z.boolean() })),
  }),
})
