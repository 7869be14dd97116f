import type { ReactNode } from 'react'
import type { Booking } from '#src/features/bookings/contract.ts'
import { mostChosen } from '#src/features/bookings/rules.ts'

type BookingsChosenProps = {
  /** Those that are shown. */
  bookings: Booking[]
  /** Their ids. */
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
  /** What can be done with them. */
  children: ReactNode
}

/** Chooses bookings of a list, and what is done with them; it stays in sight while the list scrolls. */
export function BookingsChosen({ bookings, chosen, onChange, children }: BookingsChosenProps) {
  const count = bookings.filter(({ id }) => chosen.has(id)).length
  const first = bookings.slice(0, mostChosen)
  const areAll = first.every(({ id }) => chosen.has(id))
  return (
    <div className="sticky top-0 z-20 short:static -mx-2 flex flex-wrap items-center gap-x-4 gap-y-2 bg-ink px-2 py-2">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-strong">
        <input
          type="checkbox"
          checked={areAll}
          ref={(input) => {
            if (input) input.indeterminate = count > 0 && !areAll
          }}
          onChange={() => onChange(new Set(areAll ? [] : first.map(({ id }) => id)))}
          className="size-5 shrink-0 accent-signal"
        />
        {bookings.length > mostChosen ? `Choose the first ${mostChosen} shown` : 'Choose all shown'}
      </label>
      <p role="status" className="figures text-sm empty:hidden">
        {count > mostChosen ? `${count} chosen: at most ${mostChosen} at once` : count > 0 && `${count} chosen`}
      </p>
      {children}
    </div>
  )
}

/** With this one, or without it. */
export function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id])
}
