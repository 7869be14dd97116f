import { useMutation, useQuery } from '@tanstack/react-query'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { type Booking, moveBooking } from '#src/features/bookings/contract.ts'
import { freeHours, type Hour } from '#src/features/bookings/hours-contract.ts'
import { bookingDetails } from '#src/features/bookings/staff-contract.ts'
import { HourDialog } from '#src/features/bookings/web/picker/hour-dialog.tsx'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { useBookingsChanged } from '#src/features/sessions/web/staff/exceptions-query.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type MoveDialogProps = { booking: Booking; onClose(): void; onDone(): void }

/** Moves a session to another free hour of its coach for the team, which has no deadline. */
export default function StaffMoveDialog({ booking, onClose, onDone }: MoveDialogProps) {
  const zone = useRoomZone()
  const changed = useBookingsChanged()
  const [reason, setReason] = useTyped(`move:${booking.id}`)
  const { serviceId, serviceName, customerName, coachName, capacity } = booking
  const details = useQuery({
    queryKey: [...bookingsKey, 'details', booking.id],
    queryFn: () => callApi(bookingDetails, { params: { bookingId: booking.id } }),
  })
  const coachId = details.data?.coachId ?? undefined
  const hours = useQuery({
    ...apiQuery(freeHours, { query: { serviceId, coachId, moving: booking.id } }),
    enabled: coachId !== undefined,
    // What is free changes by the minute: nothing is kept beyond this dialog.
    staleTime: 0,
    gcTime: 0,
  })
  const move = useMutation({
    mutationFn: (to: Hour) =>
      callApi(moveBooking, {
        params: { bookingId: booking.id },
        body: { selectedDate: to.date, selectedTime: to.time, reason },
      }),
    onSuccess: (_, to) => {
      void changed()
      toast({
        title: 'Session moved',
        description: `${showMoment(to.startsAt, zone)}. ${customerName} and ${coachName} are told.`,
      })
      onDone()
    },
    onError: () => hours.refetch(),
  })
  return (
    <HourDialog
      title="Move session"
      description={`${serviceName} of ${customerName} with ${coachName}`}
      session={booking}
      zone={zone}
      hours={details.error ? { ...details, data: undefined } : hours}
      showSeats={capacity > 1}
      act={move}
      button="Move session"
      close="Not now"
      onClose={onClose}
    >
      <p>Agree it with both first. Cancelling gives everything back until the new start.</p>
      <Field label="Why, in a word to the player and the coach" hint="Both read it in their e-mail." optional>
        <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </HourDialog>
  )
}
