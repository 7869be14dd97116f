import type { Deps } from '#src/deps.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { findHolder, mailCode, makeAndMailCode, sweepCodes } from './sign-in/codes.ts'

export const sweepCodesJob = defineJob<object>('sweep-codes')

/** Sends one-time codes, and deletes those that were never used. */
export function jobs(deps: Deps): void {
  deps.jobs.handle(mailCode, (asked) => makeAndMailCode(deps, asked, (tx, row) => findHolder(deps, tx, row)))
  deps.jobs.every({ minutes: 10 }, sweepCodesJob, () => sweepCodes(deps))
}
