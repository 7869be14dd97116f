import { useEffect, useRef } from 'react'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { NearestHours } from '#src/features/bookings/web/picker/nearest-hours.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { nearestFree } from './choice.ts'

type GoneHourProps = { hours: Hour[]; date: string; time: string; onChoose(hour: Hour): void }

/** The hour that was pressed, or came in a link, cannot be had, among these: those that can instead. */
export function GoneHour({ hours, date, time, onChoose }: GoneHourProps) {
  const readerZone = useReaderZone()
  const wanted = hours.find((hour) => hour.date === date && hour.time === time)
  const free = hours.filter(({ state }) => state === 'free')
  const alert = useRef<HTMLDivElement>(null)
  // On a phone it stands below all the offers.
  useEffect(() => alert.current?.scrollIntoView({ block: 'nearest' }), [])
  const next = wanted ? nearestFree(free, wanted) : free.slice(0, 3)
  return (
    <div ref={alert}>
      <Alert
        tone="warn"
        urgent
        title={`${wanted ? 'Just taken.' : 'This hour cannot be booked any more.'}${next.length > 0 ? ' Next:' : ''}`}
      >
        <NearestHours hours={next} readerZone={readerZone} onChoose={onChoose} />
      </Alert>
    </div>
  )
}
