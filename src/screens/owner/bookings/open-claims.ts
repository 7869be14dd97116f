import { useQuery } from '@tanstack/react-query'
import { listClaims } from '#src/features/bookings/staff-contract.ts'
import { type CallReply, callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

export type Claim = CallReply<typeof listClaims>[number]

/** The guarantee claims that wait for the owner with this id; asks nothing while `userId` is undefined. */
export function useOpenClaims(userId: string | undefined) {
  return useQuery({
    queryKey: [callUrl(listClaims), userId],
    queryFn: async () => (await callApi(listClaims)).filter(({ status }) => status === 'open'),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
