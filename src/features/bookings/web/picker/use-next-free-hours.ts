import { useQuery } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { nextFreeHours } from '#src/features/bookings/hours-contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { apiQuery } from '#src/ui/call-api.ts'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'

export type NextFreeHours = CallReply<typeof nextFreeHours>

/**
 * The next free hour of each coach, among those that suit `when` (`'tomorrow'`, `'weekend'`, `'evening'` or a date); any when
 * empty. The evening is the reader's, the days are the business's.
 */
export function useNextFreeHours(when: string, { enabled = true } = {}) {
  const readerZone = useReaderZone()
  const zone = when === 'evening' ? readerZone : undefined
  const query = apiQuery<typeof nextFreeHours>(firstCalls.nextFreeHours, { query: { when: when || undefined, zone } })
  // The server's HTML has no hours: a part of the page that is taken over later must not have them before either.
  const isHydrated = useHydrated()
  return useQuery<NextFreeHours>({
    queryKey: isHydrated ? query.queryKey : [...query.queryKey, 'not yet'],
    enabled: enabled && isHydrated,
    // Hours go by the minute, but not while somebody looks through the cards.
    staleTime: 60_000,
  })
}
