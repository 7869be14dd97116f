import type { Deps } from '#src/deps.ts'
import { mailAbsentees, mailWhoIsAway } from './away.ts'
import { alertUnanswered, alertWhenUnanswered } from './unanswered.ts'

export function jobs(deps: Deps): void {
  deps.jobs.handle(mailWhoIsAway, (about) => mailAbsentees(deps, about))
  deps.jobs.handle(alertUnanswered, (about) => alertWhenUnanswered(deps, about))
}
