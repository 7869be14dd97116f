import { CalendarPlus } from 'lucide-react'
import { bookingCalendar } from '#src/features/bookings/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'

/** Downloads the calendar file of a booking; `what` names it for those who do not see what it stands beside. */
export function CalendarButton({ bookingId, what }: { bookingId: string; what: string }) {
  return (
    <Button variant="secondary" size="sm" aria-label={`Add ${what} to calendar`} onClick={() => download(bookingId)}>
      <CalendarPlus aria-hidden className="size-4" /> Calendar
    </Button>
  )
}

async function download(bookingId: string) {
  try {
    const { filename, content } = await callApi(bookingCalendar, { params: { bookingId } })
    const url = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }))
    const link = document.createElement('a')
    link.href = url
    link.download = filename
    link.click()
    // The download may start a moment later.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    toastError('No calendar file', error)
  }
}
