import { CalendarPlus } from 'lucide-react'
import type { Availability } from '#src/features/schedule/contract.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Field, Select, TextInput } from '#src/ui/controls/field.tsx'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import { type CalledOff, CalledOffList } from './called-off.tsx'
import { RemoveButton, TimeRange } from './time-range.tsx'

type Exceptions = Availability['exceptions']

type ExceptionsEditorProps = {
  exceptions: Exceptions
  /** What is shut beside them. */
  calledOff: CalledOff
  /** `YYYY-MM-DD` in the coach's zone: the first day that can be one. */
  today: string
  /** What is wrong with the exception at an index, or with its last day. */
  errorAt(index: number, field?: 'until'): string | undefined
  onChange(exceptions: Exceptions): void
}

/** Days that differ from the week: off, or with hours of their own. */
export function ExceptionsEditor({ exceptions, calledOff, today, errorAt, onChange }: ExceptionsEditorProps) {
  const handOver = useFocusHandOver()
  return (
    <div className="grid gap-4">
      <CalledOffList calledOff={calledOff} />
      {exceptions.length + calledOff.length === 0 && <p className="text-faint">None. Your week holds for every day.</p>}
      <ul className="grid gap-4 empty:hidden" {...handOver}>
        {exceptions.map(({ date, until, opens, closes }, index) => {
          const change = (next: Partial<Exceptions[number]>) =>
            onChange(exceptions.with(index, { date, ...(until && { until }), opens, closes, ...next }))
          const dayOff = { opens: null, closes: null }
          const isOff = opens === null || closes === null
          const which = date || `exception ${index + 1}`
          return (
            <li key={index} className="grid gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0">
              <div className="flex items-end gap-2">
                <Field label="Day" error={isOff ? errorAt(index) : undefined} className="min-w-0 flex-1">
                  <TextInput
                    type="date"
                    min={today}
                    value={date}
                    onChange={(event) => change({ date: event.target.value })}
                  />
                </Field>
                <RemoveButton label={`Remove ${which}`} onClick={() => onChange(exceptions.toSpliced(index, 1))} />
              </div>
              <Field label="Last day" optional error={errorAt(index, 'until')}>
                <TextInput
                  type="date"
                  min={date || today}
                  value={until ?? ''}
                  onChange={(event) => change({ until: event.target.value || undefined })}
                />
              </Field>
              <Select
                aria-label={`Hours on ${which}`}
                value={isOff ? 'off' : 'hours'}
                onChange={(event) =>
                  change(event.target.value === 'off' ? dayOff : { opens: '09:00', closes: '12:00' })
                }
              >
                <option value="off">Day off</option>
                <option value="hours">Other hours</option>
              </Select>
              {!isOff && <TimeRange of={which} range={{ opens, closes }} error={errorAt(index)} onChange={change} />}
            </li>
          )
        })}
      </ul>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() => onChange([...exceptions, { date: '', opens: null, closes: null }])}
      >
        <CalendarPlus aria-hidden className="size-4" /> Add a day
      </Button>
    </div>
  )
}
