import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { HourDialog } from '#src/features/bookings/web/picker/hour-dialog.tsx'
import type { ChoicePage } from '#src/features/sessions/call-off-contract.ts'
import type { Choosing } from './choice-query.ts'

type AllHoursDialogProps = { page: ChoicePage; choose: Choosing; onClose(): void }

/** All hours of the same coach; the one chosen is taken at once. */
export default function AllHoursDialog({ page, choose, onClose }: AllHoursDialogProps) {
  const { serviceName, coachName, capacity, zone, days } = page
  const take = ({ date, time }: Hour) =>
    choose.mutate({ chosen: 'another-hour', selectedDate: date, selectedTime: time }, { onSuccess: onClose })
  return (
    <HourDialog
      title={`Another hour with ${coachName}`}
      description={serviceName}
      session={page}
      hours={{ data: { zone, days }, error: null, isFetching: false, refetch: () => {} }}
      showSeats={capacity > 1}
      act={{ ...choose, mutate: take }}
      button="Take this hour"
      close="Not now"
      onClose={onClose}
    />
  )
}
