import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Booking } from '#src/features/bookings/contract.ts'
import { isWithBank } from '#src/features/bookings/rules.ts'
import { type BookingFilters, listBookings } from '#src/features/bookings/staff-contract.ts'
import { fetchListPage } from '#src/ui/lists/list-page.ts'
import { refundOnItsWay } from '../refund-on-its-way.ts'

/** What every list of bookings is kept under: whatever changes a booking invalidates this. */
export const bookingsKey = [listBookings.path]

/** While a refund is on its way, the list is asked for again so often. */
const pollMs = 10_000

const isBeingRefunded = (booking: Booking) => refundOnItsWay(booking) > 0 && !isWithBank(booking)

/**
 * The bookings that fit for the staff member with this id, newest first, 100 at a time; loads nothing while `userId` is
 * undefined. Asked again whenever a screen opens. The error is an `HttpError` where the server refuses.
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
    // A refund is sent a moment after it was decided.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isBeingRefunded)) ? pollMs : false,
    // The list stays while a filter changes, never for somebody else.
    placeholderData: (previous, query) => (query?.queryKey[1] === userId ? previous : undefined),
  })
  const bookings = useMemo(() => data?.pages.flatMap((page) => page.items), [data])
  return { ...query, bookings, total: data?.pages.at(-1)?.total }
}
