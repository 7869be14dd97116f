import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { HttpError } from '#src/ui/call-api.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { NearestHours } from '../picker/nearest-hours.tsx'
import { refusalText } from '../refusal-text.ts'

type HourRefusalProps = {
  error: Error
  /** IANA name of the zone that hours are shown in. */
  readerZone: string
  onChoose(choice: { date: string; time: string }): void
}

/** Why the wanted hour cannot be had, with the nearest ones that can. */
export function HourRefusal({ error, readerZone, onChoose }: HourRefusalProps) {
  const nearest = (error instanceof HttpError && (error.answer.nearest as Hour[] | undefined)) || []
  return (
    <Alert tone="bad" title={refusalText(error, readerZone)}>
      {nearest.length > 0 && (
        <NearestHours hours={nearest} readerZone={readerZone} onChoose={({ date, time }) => onChoose({ date, time })} />
      )}
    </Alert>
  )
}
