import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { findExceptions } from '#src/features/sessions/exceptions-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { sessionStatesKey } from '../session-states-query.ts'

/** What staff can do about the bookings with these numbers right now: nothing is kept of it. */
export function useExceptions(numbers: string[]) {
  return useQuery({
    queryKey: [...bookingsKey, 'exceptions', ...numbers],
    queryFn: () => callApi(findExceptions, { query: { numbers: numbers.join(',') } }),
    enabled: numbers.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Makes all that screens know of bookings out of date. */
export function useBookingsChanged(): () => Promise<unknown> {
  const client = useQueryClient()
  const { user } = useAccount()
  return () =>
    Promise.all(
      [bookingsKey, sessionStatesKey(user?.id ?? '')].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}
