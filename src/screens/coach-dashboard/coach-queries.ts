import { useQuery } from '@tanstack/react-query'
import { listCoachSessions } from '#src/features/bookings/contract.ts'
import { myCoachProfile } from '#src/features/coaches/contract.ts'
import { readAvailability } from '#src/features/schedule/contract.ts'
import { type AnyCall, type CallReply, callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

/** What the lists of a coach's sessions are kept under. */
export const coachSessionsKey = [callUrl(listCoachSessions)]

/** The coach's bookings; asked for every 30 s, since new ones come and others begin. */
export function useCoachSessions(userId: string) {
  return useOwn(listCoachSessions, userId, 30_000)
}

/** The coach's own profile, published or not. */
export function useMyProfile(userId: string) {
  return useOwn(myCoachProfile, userId)
}

/** The coach's working hours. */
export function useMyAvailability(userId: string) {
  return useOwn(readAvailability, userId)
}

/** The person is part of the key: nothing is shown to the next one on the same browser. */
function useOwn<C extends AnyCall>(call: C, userId: string, refetchInterval: number | false = false) {
  return useQuery<CallReply<C>>({
    queryKey: [callUrl(call), userId],
    queryFn: () => callApi(call),
    staleTime: 0,
    refetchInterval,
  })
}
