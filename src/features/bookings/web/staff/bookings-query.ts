import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type BookingFilters, listBookings } from '#src/features/bookings/staff-contract.ts'
import { fetchListPage } from '#src/ui/lists/list-page.ts'

/** What every list of bookings is kept under: whatever changes a booking invalidates this. */
export const bookingsKey = [listBookings.path]

/**
 * The bookings that fit for the staff member with this id, newest first, 100 at a time; loads nothing while `userId` is
 * undefined. Asked anew whenever a screen opens. The error is an `HttpError` where the server refuses.
 */
export function useBookings(userId: string | undefined, filters: BookingFilters = {}) {
  const { data, ...query } = useInfiniteQuery({
    // The person is part of the key: what one may see is never shown to the next one on the same browser.
    queryKey: [...bookingsKey, userId, filters],
    queryFn: ({ pageParam, signal }) =>
      fetchListPage(listBookings, { query: { ...filters, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: userId !== undefined,
    staleTime: 0,
    // The list stays while a filter changes, never for somebody else.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
  })
  const bookings = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  return { ...query, bookings, total: data?.pages.at(-1)?.total }
}
