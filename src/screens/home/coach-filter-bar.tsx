import { FreeTimeSelect } from '#src/features/bookings/web/picker/free-time-select.tsx'
import { type CoachFilter, rankOptions } from '#src/features/coaches/web/directory/coach-filter.ts'
import { games, playedGames } from '#src/shared/games.ts'
import { Field, Select } from '#src/ui/controls/field.tsx'

type CoachFilterBarProps = {
  filter: CoachFilter
  onChange(filter: CoachFilter): void
}

/** Three quiet selects that narrow the line-up. */
export function CoachFilterBar({ filter, onChange }: CoachFilterBarProps) {
  const choose = (name: keyof CoachFilter) => ({
    value: filter[name],
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) => onChange({ ...filter, [name]: event.target.value }),
  })
  return (
    <search
      aria-label="Filter coaches"
      className="grid grid-cols-3 gap-2 sm:gap-x-3 lg:gap-x-4 max-sm:[&_label]:sr-only max-sm:[&_select]:pr-6 max-sm:[&_select]:pl-2 max-sm:[&_svg]:right-1"
    >
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
      <Field label="Free">
        <FreeTimeSelect value={filter.free} onChange={(free) => onChange({ ...filter, free })} />
      </Field>
    </search>
  )
}
