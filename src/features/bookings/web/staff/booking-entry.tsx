import type { ReactNode } from 'react'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { showStart } from '#src/shared/session-times.ts'
import { StatusBadge } from './bookings-table.tsx'

/** When a booking's session is, in a few words; `zone` is the room's. */
export function sessionWords({ startsAt }: Booking, zone: string): string {
  return startsAt ? showStart(startsAt, zone) : 'No date yet'
}

/** What a list says of a booking. */
export function BookingEntry({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const zone = useRoomZone()
  return (
    <>
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 truncate font-semibold text-strong">{children ?? booking.customerName}</span>
        <StatusBadge booking={booking} />
      </span>
      <span className="figures block truncate text-sm">{sessionWords(booking, zone)}</span>
      <span className="block truncate text-sm">
        {booking.serviceName}, {booking.coachName}
      </span>
    </>
  )
}
