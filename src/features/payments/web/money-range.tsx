import { useState } from 'react'
import type { Separator } from '#src/shared/csv-separator.ts'
import { businessZone, dateIn } from '#src/shared/times.ts'
import { addDays } from '#src/shared/zones.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { ExportCsv } from '#src/ui/controls/export-csv.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { serverNow } from '#src/ui/server-clock.ts'

/** Days of the business's zone (`YYYY-MM-DD`), both included. */
export type Range = { from: string; to: string }

/** Some days that the owner chooses, this month's at first; backwards while the last one lies before the first. */
export function useMoneyRange() {
  const [today] = useState(() => dateIn(businessZone(), serverNow()))
  const thisMonth = { from: `${today.slice(0, 7)}-01`, to: today }
  const [range, setRange] = useState(thisMonth)
  const lastDay = addDays(thisMonth.from, -1)
  const lastMonth = { from: `${lastDay.slice(0, 7)}-01`, to: lastDay }
  return { range, setRange, today, thisMonth, lastMonth, isBackwards: range.from > range.to }
}

type MoneyRangeFieldsProps = ReturnType<typeof useMoneyRange> & {
  /** Asks for the file of these days. */
  exportFile(range: Range & { separator: Separator }): Promise<Response>
}

/** Chooses the days, and saves what is shown of them. */
export function MoneyRangeFields(props: MoneyRangeFieldsProps) {
  const { range, setRange, thisMonth, lastMonth, isBackwards, exportFile } = props
  const set = (end: keyof Range) => (event: { target: { value: string } }) =>
    event.target.value && setRange({ ...range, [end]: event.target.value })
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <Field label="From">
        <TextInput type="date" className="figures" value={range.from} onChange={set('from')} />
      </Field>
      <Field label="To" error={isBackwards ? 'Must not be before the first day' : undefined}>
        <TextInput type="date" className="figures" value={range.to} onChange={set('to')} />
      </Field>
      <Button variant="secondary" onClick={() => setRange(thisMonth)}>
        This month
      </Button>
      <Button variant="secondary" onClick={() => setRange(lastMonth)}>
        Last month
      </Button>
      <ExportCsv
        className="max-sm:col-span-2"
        disabled={isBackwards}
        exportFile={(separator) => exportFile({ ...range, separator })}
      />
    </div>
  )
}
