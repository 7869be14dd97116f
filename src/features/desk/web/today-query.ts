import { useQuery } from '@tanstack/react-query'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { showToday } from '#src/features/desk/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

/** Today on the clock of the team's rooms, for the member of the team with this id; asked for again every `every` milliseconds, and when the window is looked at. */
export function useToday(userId: string | undefined, { every }: { every?: number } = {}) {
  const zone = useRoomZone()
  return useQuery({
    queryKey: [callUrl(showToday), userId, zone],
    queryFn: () => callApi(showToday, { query: { zone } }),
    enabled: userId !== undefined,
    staleTime: 0,
    // It stays while the clock changes, never for somebody else.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
    refetchInterval: every ?? false,
    refetchOnWindowFocus: every !== undefined,
    meta: { quiet: every === undefined },
  })
}
