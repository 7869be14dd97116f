import { type ReactNode, useState } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { anyCoachLabel } from '#src/features/bookings/services.ts'
import { showDollars } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useHydrated } from '#src/ui/loading/use-hydrated.ts'
import { readWaitingSession } from './pending-booking.ts'

/** The hour that waits for somebody to log in or sign up, and below it how to go on; nothing when none does. */
export function WaitingHour({ children }: { children: ReactNode }) {
  return useHydrated() && <Hour>{children}</Hour>
}

function Hour({ children }: { children: ReactNode }) {
  const [session] = useState(readWaitingSession)
  const readerZone = useReaderZone()
  if (!session) return null
  const { hour, coach, service } = session
  return (
    <Alert
      className="mb-6"
      title={`Your hour: ${showMoment(hour.startsAt, readerZone)} with ${coach?.name ?? anyCoachLabel.toLowerCase()}, ${showDollars(service.price)}.`}
    >
      {children}
    </Alert>
  )
}
