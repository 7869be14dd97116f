import { type QueryKey, skipToken, useQuery } from '@tanstack/react-query'
import type { Booking } from '#src/features/bookings/contract.ts'
import { bookingDetails } from '#src/features/bookings/staff-contract.ts'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'

type Found<Item> = {
  item: Item | undefined
  /** There is none. */
  isMissing: boolean
  /** Nobody knows whether there is one: what went wrong, and how to ask once more, for `LoadFailed`. */
  failed: { error: Error; isFetching: boolean; refetch(): unknown } | null
}

/**
 * What an address names by its id: from the list where it is there, else asked for, once the list is loaded. `queryKey`
 * names the caller, too.
 */
export function useFound<Item extends { id: string }>(
  id: string | null,
  listed: Item[] | undefined,
  queryKey: QueryKey,
  ask: (id: string) => Promise<Item>,
): Found<Item> {
  const known = listed?.find((each) => each.id === id)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKey, id],
    queryFn: id !== null && listed !== undefined && !known ? () => ask(id) : skipToken,
    meta: { quiet: true },
  })
  const item = known ?? data
  if (item || !error) return { item, isMissing: false, failed: null }
  // What is no id at all is refused with 400.
  const isMissing = error instanceof HttpError && [400, 404].includes(error.status)
  return { item, isMissing, failed: isMissing ? null : { error, isFetching, refetch } }
}

/** The booking an address names, for the staff member of this id or e-mail. */
export function useBooking(staff: string | undefined, id: string | null, listed: Booking[] | undefined) {
  return useFound(id, listed, [...bookingsKey, 'details', staff], async (bookingId) => {
    const { booking } = await callApi(bookingDetails, { params: { bookingId } })
    return booking
  })
}
