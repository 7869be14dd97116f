import type { Deps } from '#src/deps.ts'
import { coachChanged, reminderDue } from '#src/features/bookings/events.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { callMissingCoaches } from './call-coach.ts'
import { mailDayPlans } from './day-plans.ts'
import { forgetTicks } from './intakes.ts'
import { recountPunctuality } from './punctuality.ts'
import { remindCoach } from './remind-coach.ts'

const remindCoachJob = defineJob<Parameters<typeof remindCoach>[1]>('sessions.remind-coach')
const forgetTicksJob = defineJob<{ bookingId: string }>('sessions.forget-watched')
const mailDayPlansJob = defineJob('sessions.mail-day-plans')
const recountPunctualityJob = defineJob('sessions.recount-punctuality')
const callMissingCoachesJob = defineJob('sessions.call-missing-coaches')

export function jobs(deps: Deps): void {
  deps.jobs.listen(reminderDue, remindCoachJob, (due) => remindCoach(deps, due))
  deps.jobs.listen(coachChanged, forgetTicksJob, ({ bookingId }) => forgetTicks(deps.db, bookingId))
  deps.jobs.every({ minutes: 15 }, mailDayPlansJob, () => mailDayPlans(deps))
  deps.jobs.every({ minutes: 60 }, recountPunctualityJob, () => recountPunctuality(deps))
  deps.jobs.every({ minutes: 1 }, callMissingCoachesJob, () => callMissingCoaches(deps))
}
