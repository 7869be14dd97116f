import { Plus } from 'lucide-react'
import type { WeekdayHours } from '#src/features/schedule/contract.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import { type Range, weekdays } from './hours-text.ts'
import { TimeRange } from './time-range.tsx'

type WeekEditorProps = {
  week: WeekdayHours[]
  /** What is wrong with the range at an index of `week`. */
  errorAt(index: number): string | undefined
  onChange(week: WeekdayHours[]): void
}

/** The hours of each weekday: any number of ranges, or a day off. */
export function WeekEditor({ week, errorAt, onChange }: WeekEditorProps) {
  const handOver = useFocusHandOver()
  return (
    <ul className="grid" {...handOver}>
      {weekdays.map((name, i) => {
        const weekday = i + 1
        const ranges = week.flatMap((range, index) => (range.weekday === weekday ? [{ ...range, index }] : []))
        const free = nextRange(ranges)
        return (
          <li
            key={name}
            className="grid gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)_auto]"
          >
            <h3 className="self-start font-semibold text-strong sm:py-2.5">{name}</h3>
            <div className="grid gap-2">
              {ranges.map(({ index, opens, closes }) => (
                <TimeRange
                  key={index}
                  of={name}
                  range={{ opens, closes }}
                  error={errorAt(index)}
                  onChange={(range) => onChange(week.with(index, { weekday, ...range }))}
                  onRemove={() => onChange(week.toSpliced(index, 1))}
                />
              ))}
              {ranges.length === 0 && <p className="text-faint sm:py-2.5">Day off</p>}
            </div>
            <div className="flex flex-wrap gap-2 self-start sm:justify-end sm:py-1">
              {free && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Add hours on ${name}`}
                  onClick={() => onChange([...week, { weekday, ...free }])}
                >
                  <Plus aria-hidden className="size-4" /> Add hours
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A week whose days all have Monday's hours. */
export function everyDayAsMonday(week: WeekdayHours[]): WeekdayHours[] {
  const monday = week.filter(({ weekday }) => weekday === 1)
  return weekdays.flatMap((_, i) => monday.map((range) => ({ ...range, weekday: i + 1 })))
}

/** Hours to begin with: a whole day, or two hours after the last; null when the day is full. */
function nextRange(ranges: Range[]): Range | null {
  const last = ranges
    .map(({ closes }) => closes)
    .sort()
    .at(-1)
  if (last === undefined) return { opens: '09:00', closes: '22:00' }
  if (last >= '23:30') return null
  const [hour, minute] = last.split(':') as [string, string]
  return { opens: last, closes: Number(hour) < 22 ? `${String(Number(hour) + 2).padStart(2, '0')}:${minute}` : '24:00' }
}
