import { useQuery } from '@tanstack/react-query'
import type { Booking } from '#src/bookings/contract.ts'
import { bookingDetails } from '#src/bookings/staff-contract.ts'
import { bookingsKey } from '#src/bookings/web/bookings-query.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'

type FoundBooking = {
  booking: Booking | undefined
  /** There is none. */
  isMissing: boolean
  /** Nobody knows whether there is one: what went wrong, and how to ask once more, for `LoadFailed`. */
  failed: { error: Error; isFetching: boolean; refetch(): unknown } | null
}

/**
 * The booking an address names, for the staff member of this id or e-mail: from the list where it is there, else asked
 * for.
 */
export function useBooking(
  staff: string | undefined,
  bookingId: string | null,
  listed: Booking[] | undefined,
): FoundBooking {
  const known = listed?.find(({ id }) => id === bookingId)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...bookingsKey, 'details', bookingId, staff],
    queryFn: () => callApi(bookingDetails, { params: { bookingId: bookingId! } }),
    enabled: staff !== undefined && bookingId !== null && listed !== undefined && !known,
    meta: { quiet: true },
  })
  const booking = known ?? data?.booking
  if (booking || !error) return { booking, isMissing: false, failed: null }
  // What is no id at all is refused with 400.
  const isMissing = error instanceof HttpError && [400, 404].includes(error.status)
  return { booking, isMissing, failed: isMissing ? null : { error, isFetching, refetch } }
}
