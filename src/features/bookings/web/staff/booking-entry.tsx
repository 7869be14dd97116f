import type { ReactNode } from 'react'
import type { Booking } from '#src/features/bookings/contract.ts'
import { showDate, showTime } from '#src/shared/times.ts'
import { StatusBadge } from './bookings-table.tsx'

/** When a booking's session is, in a few words, in the business's zone. */
export function sessionWords({ startsAt, sessionDate, sessionTime }: Booking): string {
  return startsAt ? `${showDate(sessionDate)}, ${showTime(sessionTime)}` : 'No date yet'
}

/** What a list says of a booking. */
export function BookingEntry({ booking, children }: { booking: Booking; children?: ReactNode }) {
  return (
    <>
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 truncate font-semibold text-strong">{children ?? booking.customerName}</span>
        <StatusBadge booking={booking} />
      </span>
      <span className="figures block truncate text-sm">{sessionWords(booking)}</span>
      <span className="block truncate text-sm">
        {booking.serviceName}, {booking.coachName}
      </span>
    </>
  )
}
