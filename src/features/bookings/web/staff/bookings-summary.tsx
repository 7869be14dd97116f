import type { Booking } from '#src/features/bookings/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showCount } from '#src/ui/lists/show-count.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

type BookingsSummaryProps = {
  /** Those loaded so far; undefined while loading. */
  bookings: Booking[] | undefined
  /** How many there are, loaded or not. */
  total: number | undefined
  /** When they were loaded, in epoch milliseconds: what starts later is upcoming. */
  loadedAt: number
  /** Whether these are only some, by search or filter. */
  isFiltered: boolean
}

/** Three figures about the bookings. Those that only know the loaded bookings say so. */
export function BookingsSummary({ bookings, total, loadedAt, isFiltered }: BookingsSummaryProps) {
  const upcoming = bookings?.filter(
    ({ status, startsAt }) => status === 'confirmed' && startsAt && Date.parse(startsAt) > loadedAt,
  )
  const gross = bookings && sum(bookings.map((booking) => booking.price))
  const refunded = bookings ? sum(bookings.map((booking) => booking.refunded)) : 0
  const scope =
    bookings && total !== undefined && total > bookings.length ? `, first ${showCount(bookings.length)} only` : ''
  const figures = [
    { name: 'Bookings', value: total !== undefined && showCount(total), note: isFiltered ? 'found' : 'all time' },
    { name: 'Upcoming', value: upcoming?.length, note: `confirmed${scope}` },
    {
      name: 'Gross',
      value: gross !== undefined && showDollars(gross),
      note: `${refunded ? `${showDollars(refunded)} of it refunded` : 'nothing refunded'}${scope}`,
    },
  ]
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg bg-line">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="bg-panel px-3 py-2 sm:px-5 sm:py-4">
          <dt className="tag text-soft">{name}</dt>
          <dd className="mt-1 flex flex-wrap items-baseline gap-x-3">
            {bookings ? (
              <>
                <span className="display figures text-lg sm:text-xl">{value}</span>
                <span className="text-faint text-sm">{note}</span>
              </>
            ) : (
              <Skeleton className="my-0.5 h-7 w-24" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Decimal dollars added up, in cents. */
function sum(amounts: string[]): number {
  return amounts.reduce((cents, amount) => cents + toCents(amount), 0)
}
