import type { Deps } from '#src/deps.ts'
import { smsNotDelivered } from '#src/features/notifications/events.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { giveBackOverdue } from './deadlines.ts'
import { tellNotDelivered } from './not-delivered.ts'
import { sayNobodyJob, sayNobodyYet } from './take-overs.ts'

/** Gives all money back where nothing was chosen in time. */
const settleChoices = defineJob('sessions.settle-choices')
const alertNotDeliveredJob = defineJob<{ deliveryId: string; dedupeKey: string }>('sessions.alert-not-delivered')

export function jobs(deps: Deps): void {
  deps.jobs.every({ minutes: 1 }, settleChoices, () => giveBackOverdue(deps))
  deps.jobs.handle(sayNobodyJob, ({ choiceId }) => sayNobodyYet(deps, choiceId))
  deps.jobs.listen(smsNotDelivered, alertNotDeliveredJob, (sms) => tellNotDelivered(deps, sms))
}
