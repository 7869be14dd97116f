import { useQuery } from '@tanstack/react-query'
import { bookingDetails } from '#src/bookings/staff-contract.ts'
import { bookingsKey } from '#src/bookings/web/bookings-query.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { LoadFailed } from '#src/ui/load-failed.tsx'
import BookingDialog from './booking-dialog.tsx'

/** The booking that a link names, wherever it stands in the list. */
export default function LinkedBooking({ bookingId, onClose }: { bookingId: string; onClose(): void }) {
  const details = useQuery({
    queryKey: [...bookingsKey, 'details', bookingId],
    queryFn: () => callApi(bookingDetails, { params: { bookingId } }),
    staleTime: 0,
  })
  if (details.data) return <BookingDialog booking={details.data.booking} onClose={onClose} />
  if (!details.error) return null
  return (
    <Dialog title="Booking" onClose={onClose}>
      <LoadFailed {...details} title="This booking could not be loaded" />
    </Dialog>
  )
}
