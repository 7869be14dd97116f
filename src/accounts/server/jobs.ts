import type { Deps } from '#src/server/deps.ts'
import { mailCode, makeAndMailCode } from './codes.ts'

/** Registers the job that mails one-time codes. */
export function jobs(deps: Deps): void {
  deps.jobs.handle(mailCode, (data) => makeAndMailCode(deps, data))
}
