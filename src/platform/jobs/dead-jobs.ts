import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import { serve } from '#src/platform/http/serve.ts'
import { listDeadJobs, retryDeadJob } from '#src/shared/dead-jobs-contract.ts'

/** Background jobs that failed for good, for the owner to see and retry. */
export function serveDeadJobs(app: FastifyInstance, { jobs }: Deps): void {
  serve(app, listDeadJobs, async () =>
    (await jobs.listDead()).map((job) => ({ ...job, failedAt: job.failedAt.toISOString() })),
  )

  serve(app, retryDeadJob, async ({ params, body }) => {
    if (!(await jobs.retryDead(body.name, params.jobId))) throw new NotFound('This job does not exist.')
    return { ok: true as const }
  })
}
