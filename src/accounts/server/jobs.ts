import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { findHolder, mailCode, makeAndMailCode, sweepCodes } from './codes.ts'

export const sweepCodesJob = defineJob<object>('sweep-codes')

/** Mails one-time codes, and forgets those that nobody used. */
export function jobs(deps: Deps): void {
  deps.jobs.handle(mailCode, ({ codeId }) => makeAndMailCode(deps, codeId, (tx, asked) => findHolder(deps, tx, asked)))
  deps.jobs.every({ minutes: 10 }, sweepCodesJob, () => sweepCodes(deps))
}
