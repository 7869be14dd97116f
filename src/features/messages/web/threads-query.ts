import { useQuery } from '@tanstack/react-query'
import type { listThreads } from '#src/features/messages/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { callApi } from '#src/ui/call-api.ts'

/** What every list of threads is kept under; it is asked for again after a thread was looked at. */
export const threadsKey = [callUrl(firstCalls.listThreads)]

const pollEvery = 10_000
const slowPollEvery = 60_000

/** How many messages the person with this id has not seen in all; asked for once a minute, and quietly. Nobody's: none. */
export function useUnread(userId: string | undefined): number {
  const { data } = useQuery({
    queryKey: [...threadsKey, userId],
    queryFn: () => callApi<typeof listThreads>(firstCalls.listThreads),
    enabled: userId !== undefined,
    staleTime: pollEvery,
    refetchInterval: slowPollEvery,
    meta: { quiet: true },
  })
  return data?.reduce((sum, { unread }) => sum + unread, 0) ?? 0
}

/**
 * The threads of the person with this id as player and coach, with what they have not seen; asked for every 10 s.
 * Loads nothing while `userId` is undefined.
 */
export function useThreads(userId: string | undefined) {
  return useQuery({
    // The person is part of the key: nothing is shown to the next one on the same browser.
    queryKey: [...threadsKey, userId],
    // Given up when they log out meanwhile.
    queryFn: ({ signal }) => callApi<typeof listThreads>(firstCalls.listThreads, {}, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
    refetchInterval: pollEvery,
  })
}
