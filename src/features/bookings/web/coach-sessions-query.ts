import type { listCoachSessions } from '#src/features/bookings/contract.ts'
import { useOwn } from '#src/features/coaches/web/own-query.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'

/** What the lists of a coach's sessions are kept under. */
export const coachSessionsKey = [callUrl(firstCalls.listCoachSessions)]

/** The coach's bookings; asked for every 30 s, since new ones come and others begin. Nothing without `userId`. */
export function useCoachSessions(userId: string | undefined) {
  return useOwn<typeof listCoachSessions>(firstCalls.listCoachSessions, userId, 30_000)
}
