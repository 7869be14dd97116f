import { X } from 'lucide-react'
import { Select } from '#src/ui/controls/field.tsx'
import { type Range, showClock } from './hours-text.ts'

/** Every half hour of a day, its end included. */
const clock = Array.from({ length: 49 }, (_, i) => `${String(i >> 1).padStart(2, '0')}:${i % 2 ? '30' : '00'}`)
// Drawn once: a week has some fourteen fields of so many, and each change would draw all of them again.
const starts = optionsOf(clock.slice(0, -1))
const ends = optionsOf(clock.slice(1))

type TimeRangeProps = {
  /** Whose hours these are, for those who do not see the row: "Monday". */
  of: string
  range: Range
  error: string | undefined
  onChange(range: Range): void
  /** Without it there is no cross. */
  onRemove?(): void
}

/** From when until when, by half hours. */
export function TimeRange({ of, range: { opens, closes }, error, onChange, onRemove }: TimeRangeProps) {
  return (
    <div>
      <div className="flex items-center gap-1.5 sm:gap-2">
        <ClockSelect
          label={`${of} from`}
          value={opens}
          options={starts}
          isWrong={Boolean(error)}
          onChange={(value) => onChange({ opens: value, closes })}
        />
        to
        <ClockSelect
          label={`${of} to`}
          value={closes}
          options={ends}
          isWrong={Boolean(error)}
          onChange={(value) => onChange({ opens, closes: value })}
        />
        {onRemove && (
          <RemoveButton label={`Remove ${of}, ${showClock(opens)} to ${showClock(closes)}`} onClick={onRemove} />
        )}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

/** A cross beside what it takes away. */
export function RemoveButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-raised hover:text-strong"
    >
      <X aria-hidden className="size-5" />
    </button>
  )
}

type ClockSelectProps = {
  label: string
  value: string
  options: ReturnType<typeof optionsOf>
  isWrong: boolean
  onChange(value: string): void
}

function ClockSelect({ label, value, options, isWrong, onChange }: ClockSelectProps) {
  // Hours may have been saved by another way than this screen.
  const isListed = options.some(({ key }) => key === value)
  return (
    <div className="w-full max-w-36">
      <Select
        aria-label={label}
        aria-invalid={isWrong || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="figures pr-8! pl-3!"
      >
        {!isListed && optionsOf([value])}
        {options}
      </Select>
    </div>
  )
}

function optionsOf(times: string[]) {
  return times.map((time) => (
    <option key={time} value={time}>
      {showClock(time)}
    </option>
  ))
}
