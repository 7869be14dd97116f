import type { Deps } from '#src/deps.ts'
import { mailDigest, sendDigest } from './digest.ts'

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 60 }, sendDigest, () => mailDigest(deps))
}
