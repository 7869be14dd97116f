import type { Hour } from '#src/features/bookings/contract.ts'
import { showDate, showTime } from '#src/shared/times.ts'
import { errorText, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

type HourRefusalProps = { error: Error; onChoose(choice: { date: string; time: string }): void }

/** Why the wanted hour cannot be had, with the nearest ones that can. */
export function HourRefusal({ error, onChoose }: HourRefusalProps) {
  const nearest = (error instanceof HttpError && (error.answer.nearest as Hour[] | undefined)) || []
  return (
    <Alert tone="bad" title={errorText(error)}>
      {nearest.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {nearest.map(({ date, time }) => (
            <Button
              key={date + time}
              variant="secondary"
              size="sm"
              className="figures"
              onClick={() => onChoose({ date, time })}
            >
              {showDate(date)}, {showTime(time)}
            </Button>
          ))}
        </div>
      )}
    </Alert>
  )
}
