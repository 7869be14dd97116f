import { useQuery } from '@tanstack/react-query'
import { listMyRatings } from '#src/features/ratings/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

/** The ratings that the player with this id gave; loads nothing while `enabled` is false. */
export function useMyRatings(userId: string | undefined, enabled = true) {
  return useQuery({
    // The person is part of the key: ratings are never shown to the next one on the same browser.
    queryKey: [callUrl(listMyRatings), userId],
    queryFn: () => callApi(listMyRatings),
    enabled: enabled && userId !== undefined,
  })
}
