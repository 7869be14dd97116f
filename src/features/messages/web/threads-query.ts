import { useQuery } from '@tanstack/react-query'
import { listThreads } from '#src/features/messages/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

/** What every list of threads is kept under; a thread that was looked at has it asked for anew. */
export const threadsKey = [callUrl(listThreads)]

const pollEvery = 10_000

/**
 * The threads of the person with this id as player and coach, with what they have not seen; asked for every 10 s.
 * Loads nothing while `userId` is undefined.
 */
export function useThreads(userId: string | undefined) {
  return useQuery({
    // The person is part of the key: nothing is shown to the next one on the same browser.
    queryKey: [...threadsKey, userId],
    queryFn: () => callApi(listThreads),
    enabled: userId !== undefined,
    staleTime: 0,
    refetchInterval: pollEvery,
  })
}
