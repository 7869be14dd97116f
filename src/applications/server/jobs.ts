import { accountVerified } from '#src/accounts/events.ts'
import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { adoptApplications } from './review.ts'

const adoptApplicationsJob = defineJob<{ accountId: string }>('applications.adopt')

/** Hears of verified accounts: applications and profiles find their person. */
export function jobs(deps: Deps): void {
  deps.jobs.listen(accountVerified, adoptApplicationsJob, ({ accountId }) => adoptApplications(deps, accountId))
}
