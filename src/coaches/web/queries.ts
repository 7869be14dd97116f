import { queryOptions } from '@tanstack/react-query'
import type { checkCoach, listCoaches } from '#src/coaches/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'

// Every page loads these. Only the contract's types are imported, so its schemas (6 kB compressed) stay out of the
// first load; queries.test.ts holds the addresses to the contract.

/** The active coaches. */
export const coachesQuery = queryOptions<CallReply<typeof listCoaches>>({ queryKey: ['/api/coaches'] })

/** Whether the signed-in user with this e-mail is an approved coach. */
export function isCoachQuery(email: string) {
  return queryOptions<CallReply<typeof checkCoach>>({
    queryKey: [`/api/coaches/check?${new URLSearchParams({ email })}`],
  })
}
