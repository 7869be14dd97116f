import { useQuery } from '@tanstack/react-query'
import { readProgress } from '#src/features/sessions/write-up-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

/** What a player's climb is kept under. The person is part of the key: nothing is shown to the next one on the same browser. */
export const progressKey = (userId: string) => [callUrl(readProgress), userId]

/** The climb of the player with this id; nothing while `userId` is undefined. */
export function useProgress(userId: string | undefined) {
  return useQuery({
    queryKey: progressKey(userId ?? ''),
    queryFn: () => callApi(readProgress),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
