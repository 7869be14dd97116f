import type { Deps } from '#src/deps.ts'
import { countAnswerTimes, recountAnswerTimes } from './answer-times.ts'
import { mailAbsentees, mailWhoIsAway } from './away.ts'
import { alertUnanswered, alertWhenUnanswered } from './unanswered.ts'
import { alertUnreadAhead, alertUnreadJob } from './unread-ahead.ts'

export function jobs(deps: Deps): void {
  deps.jobs.handle(mailWhoIsAway, (about) => mailAbsentees(deps, about))
  deps.jobs.handle(alertUnanswered, (about) => alertWhenUnanswered(deps, about))
  deps.jobs.every({ minutes: 10 }, alertUnreadJob, () => alertUnreadAhead(deps))
  deps.jobs.every({ minutes: 60 }, countAnswerTimes, () => recountAnswerTimes(deps))
}
