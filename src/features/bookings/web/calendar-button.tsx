import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { bookingCalendar } from '#src/features/bookings/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'
import { useKeepsNothing } from '#src/ui/use-keeps-nothing.ts'

/**
 * The address of a booking's calendar file: phones, and browsers inside other apps, open one but no file that a page made. `what`
 * names the booking for those who do not see what the link stands beside.
 */
export function CalendarButton({
  bookingId,
  what,
  children,
}: {
  bookingId: string
  what?: string
  children: ReactNode
}) {
  // The address knows by a cookie who asks.
  if (useKeepsNothing()) return null
  const address = callUrl(bookingCalendar, { params: { bookingId } })
  return (
    <ButtonAnchor variant="secondary" size="sm" aria-label={what && `Add ${what} to calendar`} href={address}>
      <CalendarPlus aria-hidden className="size-4" /> {children}
    </ButtonAnchor>
  )
}
