import type { Deps } from '#src/deps.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { forgetOld } from './privacy.ts'
import { forgetUnverified } from './unverified.ts'

export const forgetOldJob = defineJob<object>('forget-old')

/** Registers the job that removes what was kept long enough, once a day. */
export function jobs(deps: Deps): void {
  // Eight UTC is night in North America.
  deps.jobs.every({ minutes: 24 * 60, after: 8 * 60 }, forgetOldJob, async () => {
    await forgetOld(deps)
    await forgetUnverified(deps)
  })
}
