import { freeTimes } from '#src/features/coaches/web/directory/coach-filter.ts'
import { showDate } from '#src/shared/times.ts'
import { Select } from '#src/ui/controls/field.tsx'
import { useNextFreeHours } from './use-next-free-hours.ts'

type FreeTimeSelectProps = {
  /** `tomorrow`, `weekend`, `evening` or a date; empty for any time. */
  value: string
  onChange(value: string): void
}

/** When a coach should be free, for a Field. */
export function FreeTimeSelect({ value, onChange }: FreeTimeSelectProps) {
  const { data: next } = useNextFreeHours('')
  const dates = next?.dates ?? []
  // A date from a shared address stays an option, also before the dates are known.
  const days = value.includes('-') && !dates.includes(value) ? [value, ...dates] : dates
  return (
    <Select value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">Any time</option>
      {Object.entries(freeTimes).map(([time, words]) => (
        <option key={time} value={time}>
          {words}
        </option>
      ))}
      {days.length > 0 && (
        <optgroup label="On a day">
          {days.map((date) => (
            <option key={date} value={date}>
              {showDate(date)}
            </option>
          ))}
        </optgroup>
      )}
    </Select>
  )
}
