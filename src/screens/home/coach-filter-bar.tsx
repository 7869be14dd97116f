import { useQuery } from '@tanstack/react-query'
import { nextFreeQuery } from '#src/features/bookings/web/picker/next-free-query.ts'
import { games, playedGames } from '#src/shared/games.ts'
import { showDate } from '#src/shared/times.ts'
import { Field, Select } from '#src/ui/controls/field.tsx'
import { budgetOptions, type CoachFilter, rankOptions } from './coach-filter.ts'

type CoachFilterBarProps = {
  filter: CoachFilter
  onChange(filter: CoachFilter): void
}

/** Four quiet selects that narrow the line-up. */
export function CoachFilterBar({ filter, onChange }: CoachFilterBarProps) {
  const { data: next } = useQuery(nextFreeQuery(''))
  const dates = next?.dates ?? []
  const choose = (name: keyof CoachFilter) => ({
    value: filter[name],
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => onChange({ ...filter, [name]: event.target.value }),
  })
  // A date from a shared address stays an option, also before the dates are known.
  const days = filter.free.includes('-') && !dates.includes(filter.free) ? [filter.free, ...dates] : dates
  return (
    <search aria-label="Filter coaches" className="grid grid-cols-2 gap-x-3 gap-y-4 lg:grid-cols-4 lg:gap-x-4">
      <Field label="Game">
        <Select {...choose('game')}>
          <option value="">Any game</option>
          {playedGames.map((game) => (
            <option key={game} value={game}>
              {games[game].label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Coach rank">
        <Select {...choose('rank')}>
          <option value="">Any rank</option>
          {rankOptions(filter).map(({ value, label }) => (
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
