import { CalendarPlus } from 'lucide-react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { googleCalendarUrl, playersEntry } from '#src/features/bookings/calendar-entry.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import type { Meeting } from '#src/features/bookings/meeting.ts'
import { ButtonAnchor } from '#src/ui/controls/button.tsx'

type Session = Meeting & Pick<Booking, 'id' | 'serviceName' | 'startsAt' | 'endsAt' | 'zone'>

/** For players whose calendar takes no files: opens Google's with the session filled in. Nothing while there is no time. */
export function GoogleCalendarLink({ session }: { session: Session }) {
  const { startsAt, endsAt } = session
  const readerZone = useReaderZone()
  if (!startsAt || !endsAt) return null
  const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
  const entry = playersEntry({ ...session, ...times }, location.origin, readerZone)
  return (
    <ButtonAnchor
      href={googleCalendarUrl(entry)}
      target="_blank"
      rel="noreferrer"
      variant="secondary"
      size="sm"
      aria-label={`Add ${entry.title} to Google Calendar`}
    >
      <CalendarPlus aria-hidden className="size-4" /> Google Calendar
    </ButtonAnchor>
  )
}
