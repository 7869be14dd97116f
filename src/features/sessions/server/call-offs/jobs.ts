import type { Deps } from '#src/deps.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { giveBackOverdue } from './deadlines.ts'
import { sayNobodyJob, sayNobodyYet } from './take-overs.ts'

/** Gives all money back where nothing was chosen in time. */
const settleChoices = defineJob('sessions.settle-choices')

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 1 }, settleChoices, () => giveBackOverdue(deps))
  deps.jobs.handle(sayNobodyJob, ({ choiceId }) => sayNobodyYet(deps, choiceId))
}
