import { useQuery } from '@tanstack/react-query'
import { nextFreeQuery } from '#src/bookings/web/next-free-query.ts'
import { showDate } from '#src/shared/times.ts'
import { Field, Select } from '#src/ui/field.tsx'
import { budgetOptions, type CoachWish, rankOptions } from './coach-wish.ts'

type CoachFilterBarProps = {
  wish: CoachWish
  onChange(wish: CoachWish): void
}

/** Four quiet selects that narrow the line-up. */
export function CoachFilterBar({ wish, onChange }: CoachFilterBarProps) {
  const { data: next } = useQuery(nextFreeQuery(''))
  const dates = next?.dates ?? []
  const choose = (name: keyof CoachWish) => ({
    value: wish[name],
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => onChange({ ...wish, [name]: event.target.value }),
  })
  // A date from a shared address stays an option, also before the dates are known.
  const days = wish.free.includes('-') && !dates.includes(wish.free) ? [wish.free, ...dates] : dates
  return (
    <search aria-label="Filter coaches" className="grid grid-cols-2 gap-x-3 gap-y-4 lg:grid-cols-4 lg:gap-x-4">
      <Field label="Game">
        <Select {...choose('game')}>
          <option value="">Any game</option>
          <option value="rocket-league">Rocket League</option>
          <option value="fortnite">Fortnite</option>
        </Select>
      </Field>
      <Field label="Coach rank">
        <Select {...choose('rank')}>
          <option value="">Any rank</option>
          {rankOptions(wish).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Price">
        <Select {...choose('budget')}>
          <option value="">Any price</option>
          {budgetOptions().map((dollars) => (
            <option key={dollars} value={dollars}>
              Up to ${dollars}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Free">
        <Select {...choose('free')}>
          <option value="">Any time</option>
          <option value="tomorrow">Tomorrow</option>
          <option value="weekend">This weekend</option>
          <option value="evening">After 5 PM</option>
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
      </Field>
    </search>
  )
}
