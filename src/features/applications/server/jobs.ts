import type { Deps } from '#src/deps.ts'
import { accountVerified, applicantCodeAsked } from '#src/features/accounts/events.ts'
import { makeAndMailCode } from '#src/features/accounts/server/accounts.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { findApplicationId } from './applications.ts'
import { adoptApplications } from './review.ts'

const adoptApplicationsJob = defineJob<{ accountId: string }>('applications.adopt')
const mailApplicantCode = defineJob<{ codeId: string }>('applications.mail-code', 5)

/**
 * Hears of verified accounts: applications and profiles find their person; and of who wants to open an application: only an
 * e-mail that somebody applied with is mailed a code.
 */
export function jobs(deps: Deps): void {
  deps.jobs.listen(applicantCodeAsked, mailApplicantCode, ({ codeId }) =>
    makeAndMailCode(deps, codeId, (tx, { email }) => findApplicationId(tx, email)),
  )
  deps.jobs.listen(accountVerified, adoptApplicationsJob, ({ accountId }) => adoptApplications(deps, accountId))
}
