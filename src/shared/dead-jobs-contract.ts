import { z } from 'zod/mini'
import { defineCall } from './define-call.ts'
import { instantSchema, textSchema } from './fields.ts'

/** Background work that failed for good: every retry was used up. */
export const listDeadJobs = defineCall({
  method: 'GET',
  path: '/api/dead-jobs',
  who: 'owner',
  summary: 'Background jobs that failed after all their retries; newest first',
  reply: z.array(z.object({ id: z.string(), name: z.string(), error: z.string(), failedAt: instantSchema })),
})

export const retryDeadJob = defineCall({
  method: 'POST',
  path: '/api/dead-jobs/:jobId/retry',
  who: 'owner',
  summary: 'Run a dead job again',
  sentence: (_, { name }) => `started the failed job ${name} again`,
  audited: ['name'],
  params: z.object({ jobId: z.uuid('Must be an id') }),
  body: z.object({ name: textSchema('The job’s name is missing.') }),
  reply: z.object({ ok: z.literal(true) }),
})
