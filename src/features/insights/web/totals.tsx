import type { Figures } from '#src/features/insights/contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showCount } from '#src/ui/lists/show-count.ts'

const tiles = [
  { key: 'revenue', label: 'Revenue', show: showMoney },
  { key: 'refunds', label: 'Refunded', show: showMoney },
  { key: 'disputed', label: 'With the bank', show: showMoney },
  { key: 'bookings', label: 'Bookings made', show: showCount },
  { key: 'held', label: 'Sessions held', show: showCount },
  { key: 'cancelled', label: 'Cancelled', show: showCount },
  { key: 'noShows', label: 'No-shows', show: showCount },
] as const

/** The sums of the stretch, each with its change from the one before it. */
export function Totals({ totals, previous }: { totals: Figures; previous: Figures }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-4 xl:grid-cols-7">
      {tiles.map(({ key, label, show }) => (
        <div key={key} className="flex flex-col bg-panel p-3 max-xl:first:col-span-2 sm:p-4">
          <dt className="text-sm">{label}</dt>
          <dd className="display figures mt-1 text-[clamp(1rem,5vw,1.75rem)]">{show(totals[key])}</dd>
          <dd className="figures mt-1 text-sm">
            {showChange(Number(previous[key]), Number(totals[key]))} <span>from {show(previous[key])}</span>
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

/** How much more or less it is than before, in whole percent: `+253%`. From nothing there is no such figure. */
function showChange(before: number, now: number): string {
  if (now === before) return 'No change'
  if (before === 0) return 'Up'
  return `${now > before ? '+' : '−'}${showCount(Math.round((100 * Math.abs(now - before)) / before))}%`
}
