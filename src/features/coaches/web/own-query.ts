import { useQuery } from '@tanstack/react-query'
import type { myCoachProfile } from '#src/features/coaches/contract.ts'
import { type AnyCall, type CallReply, callUrl } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { callApi } from '#src/ui/call-api.ts'

/** The coach's own profile, published or not; as all here nothing without `userId`. */
export function useMyProfile(userId: string | undefined) {
  return useOwn<typeof myCoachProfile>(firstCalls.myCoachProfile, userId)
}

/** What a call tells coaches of themselves. The person is part of the key: nothing is shown to the next one on the same browser. */
export function useOwn<C extends AnyCall>(
  call: Pick<AnyCall, 'method' | 'path'>,
  userId: string | undefined,
  refetchInterval: number | false = false,
) {
  return useQuery<CallReply<C>>({
    queryKey: [callUrl(call), userId],
    queryFn: () => callApi<C>(call),
    enabled: userId !== undefined,
    staleTime: 0,
    refetchInterval,
  })
}
