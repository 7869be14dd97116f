import type { FastifyInstance } from 'fastify'
import { listDeadJobs, retryDeadJob } from '#src/shared/dead-jobs.ts'
import type { Deps } from './deps.ts'
import { NotFound } from './errors.ts'
import { serve } from './serve.ts'

/** What background work gave up on, for the owner to see and start again. */
export function serveDeadJobs(app: FastifyInstance, { jobs }: Deps): void {
  serve(app, listDeadJobs, async () =>
    (await jobs.listDead()).map((job) => ({ ...job, failedAt: job.failedAt.toISOString() })),
  )

  serve(app, retryDeadJob, async ({ params, body }) => {
    if (!(await jobs.retryDead(body.name, params.jobId))) throw new NotFound('This job does not exist.')
    return { ok: true as const }
  })
}
