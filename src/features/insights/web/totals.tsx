import type { Figures } from '#src/features/insights/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showCount } from '#src/ui/lists/show-count.ts'

const tiles = [
  { key: 'revenue', label: 'Revenue', show: showMoney },
  { key: 'refunds', label: 'Given back', show: showMoney },
  { key: 'bookings', label: 'Bookings made', show: showCount },
  { key: 'completed', label: 'Sessions held', show: showCount },
  { key: 'cancelled', label: 'Cancelled', show: showCount },
  { key: 'noShows', label: 'No-shows', show: showCount },
] as const

/** The sums of the stretch, each with the one before it. */
export function Totals({ totals, previous }: { totals: Figures; previous: Figures }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-3 xl:grid-cols-6">
      {tiles.map(({ key, label, show }) => (
        <div key={key} className="flex flex-col bg-panel p-3 sm:p-4">
          <dt className="text-sm">{label}</dt>
          <dd className="display figures mt-1 text-[clamp(1rem,5vw,1.75rem)]">{show(totals[key])}</dd>
          <dd className="figures mt-1 text-sm">
            {show(previous[key])} <span>before</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Decimal text as a person reads it: `'25404.50'` → `'$25,404.50'`. */
export function showMoney(amount: string | number): string {
  return showDollars(toCents(amount))
}
