import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { showStart } from '#src/shared/session-times.ts'
import { Button } from '#src/ui/controls/button.tsx'

type NearestHoursProps = {
  hours: Hour[]
  /** IANA name of the zone they are shown in; what they stand in names it. */
  readerZone: string
  onChoose(hour: Hour): void
}

/** Hours instead of one that cannot be had, as buttons. */
export function NearestHours({ hours, readerZone, onChoose }: NearestHoursProps) {
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {hours.map((hour) => (
        <Button key={hour.startsAt} variant="secondary" size="sm" className="figures" onClick={() => onChoose(hour)}>
          {showStart(hour.startsAt, readerZone)}
        </Button>
      ))}
    </div>
  )
}
