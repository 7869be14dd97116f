import { useQuery } from '@tanstack/react-query'
import { listReports } from '#src/features/sessions/safety-contract.ts'
import { type CallReply, callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

export type OpenReport = CallReply<typeof listReports>['reports'][number]

/** The open reports and the newest blocks, for the member of the team with this id. */
export function useSessionReports(userId: string | undefined) {
  return useQuery({
    queryKey: [callUrl(listReports), userId],
    queryFn: () => callApi(listReports),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
