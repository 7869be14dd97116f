import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { forgetOld } from './privacy.ts'

export const forgetOldJob = defineJob<object>('forget-old')

/** Registers the job that removes what was kept long enough, once a day. */
export function jobs(deps: Deps): void {
  deps.jobs.every('17 8 * * *', forgetOldJob, () => forgetOld(deps))
}
