import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Booking } from '#src/features/bookings/contract.ts'
import { anyCoachLabel } from '#src/features/bookings/services.ts'
import { bookingsKey, useBookings } from '#src/features/bookings/web/staff/bookings-query.ts'
import { showDuration } from '#src/shared/times.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { lazyDialog } from '#src/ui/controls/lazy-dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'

const ScheduleDialog = lazyDialog(() => import('./schedule-dialog.tsx'))

/** The bookings that still need their hour, for the staff member with this id. */
export function useToSchedule(userId: string | undefined) {
  return useBookings(userId, { unscheduled: 'true' })
}

/** The same, each with a way to give it one; nothing when there are none. */
export function ToSchedule({ userId }: { userId: string | undefined }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<Booking | null>(null)
  const { bookings: waiting = [] } = useToSchedule(userId)
  const handOver = useFocusHandOver()
  if (waiting.length === 0) return null
  return (
    <Alert tone="warn" title="To schedule: booked, but no hour yet" className="mb-6">
      <ul className="mt-2" {...handOver}>
        {waiting.map((booking) => (
          <li
            key={booking.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-warn/40 py-3 not-first:border-t"
          >
            <p className="min-w-0">
              <span className="block font-semibold text-strong">{booking.customerName}</span>
              {booking.serviceName}, {showDuration(booking.minutes)},{' '}
              {booking.coachName === anyCoachLabel ? 'no coach yet' : `with ${booking.coachName}`}
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Schedule ${booking.serviceName} of ${booking.customerName}`}
              onClick={() => setOpen(booking)}
            >
              Schedule
            </Button>
          </li>
        ))}
      </ul>
      {open && (
        <ScheduleDialog
          booking={open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void client.invalidateQueries({ queryKey: bookingsKey })
          }}
        />
      )}
    </Alert>
  )
}
