import type { Booking } from '#src/features/bookings/contract.ts'
import { AppLink } from '#src/ui/controls/app-link.tsx'

/** A booking's number, which leads to the page of its session. */
export function StoryLink({ booking: { id, number } }: { booking: Booking }) {
  return (
    <AppLink
      to={`/sessions/${id}?as=staff`}
      className="touch inline-flex min-h-6 items-center underline underline-offset-4"
    >
      {number}
    </AppLink>
  )
}
