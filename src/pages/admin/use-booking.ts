import { useQuery } from '@tanstack/react-query'
import type { Booking } from '#src/bookings/contract.ts'
import { bookingDetails } from '#src/bookings/staff-contract.ts'
import { bookingsKey } from '#src/bookings/web/bookings-query.ts'
import { callApi } from '#src/ui/call-api.ts'

/**
 * The booking an address names, for the staff member of this id or e-mail: from the list where it is there, else asked
 * for. `isMissing` when there is none.
 */
export function useBooking(
  staff: string | undefined,
  bookingId: string | null,
  listed: Booking[] | undefined,
): { booking: Booking | undefined; isMissing: boolean } {
  const known = listed?.find(({ id }) => id === bookingId)
  const { data, isError } = useQuery({
    queryKey: [...bookingsKey, 'details', bookingId, staff],
    queryFn: () => callApi(bookingDetails, { params: { bookingId: bookingId! } }),
    enabled: staff !== undefined && bookingId !== null && listed !== undefined && !known,
    meta: { quiet: true },
  })
  const booking = known ?? data?.booking
  return { booking, isMissing: !booking && isError }
}
