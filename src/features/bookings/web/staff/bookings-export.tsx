import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type BookingFilters, exportBookings } from '#src/features/bookings/staff-contract.ts'
import { fetchCall } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { saveAnswer } from '#src/ui/save-answer.ts'

/** Saves the bookings that fit as a CSV file. */
export function BookingsExport({ filters }: { filters: BookingFilters }) {
  const save = useMutation({
    mutationFn: async () => saveAnswer(await fetchCall(exportBookings, { query: filters })),
    onError: (error) => toastError('Not exported', error),
  })
  return (
    <Button variant="secondary" size="sm" busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden className="size-4" /> Export CSV
    </Button>
  )
}
