import type { Deps } from '#src/server/deps.ts'
import { mailAbsentees, mailWhoIsAway } from './away.ts'

export function jobs(deps: Deps): void {
  deps.jobs.handle(mailWhoIsAway, (about) => mailAbsentees(deps, about))
}
