import type { Deps } from '#src/deps.ts'
import { accountVerified, applicantCodeAsked, emailChanged } from '#src/features/accounts/events.ts'
import { makeAndMailCode } from '#src/features/accounts/server/accounts.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { findApplicant } from './applications.ts'
import { adoptApplications, followEmail } from './review.ts'

const adoptApplicationsJob = defineJob<{ accountId: string }>('applications.adopt')
const followEmailJob = defineJob<{ accountId: string; was: string }>('applications.follow-email')
const mailApplicantCode = defineJob<{ codeId: string; isOverLimit?: boolean }>('applications.mail-code', 5)

/**
 * After an e-mail is verified, applications and profiles go to its account; after a mistyped one is changed they follow. When somebody asks to open an application, a code
 * is mailed if that e-mail applied.
 */
export function jobs(deps: Deps): void {
  deps.jobs.listen(applicantCodeAsked, mailApplicantCode, (asked) =>
    makeAndMailCode(deps, asked, (tx, { email }) => findApplicant(tx, email)),
  )
  deps.jobs.listen(emailChanged, followEmailJob, (changed) => followEmail(deps, changed))
  deps.jobs.listen(accountVerified, adoptApplicationsJob, ({ accountId }) => adoptApplications(deps, accountId))
}
