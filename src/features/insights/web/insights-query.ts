import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Insights, showInsights } from '#src/features/insights/contract.ts'
import { showDate, showShortDate } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'

/** Days from `from` to `to`, both included: `YYYY-MM-DD`. */
export type Stretch = { from: string; to: string }

/** The stretches one press away. */
export const stretches = [
  { name: '7', label: 'Last 7 days' },
  { name: '30', label: 'Last 30 days' },
  { name: '90', label: 'Last 90 days' },
  { name: 'year', label: 'This year' },
] as const

export type StretchName = (typeof stretches)[number]['name']

/** The days of a named stretch that ends on `today`. */
export function stretchOf(name: StretchName, today: string): Stretch {
  if (name === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  const from = new Date(`${today}T00:00:00Z`)
  from.setUTCDate(from.getUTCDate() - Number(name) + 1)
  return { from: from.toISOString().slice(0, 10), to: today }
}

/** A stretch in words: `Nov 17 to 23`, with months or years where they differ. */
export function showStretch({ from, to }: Stretch): string {
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${showShortDate(from)} to ${showShortDate(to)}`
  const last = from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : showMonthDay(to)
  return `${showMonthDay(from)} to ${last}`
}

/** `2026-01-05` → `Jan 5`. */
export function showMonthDay(date: string): string {
  return showDate(date).replace(/^\w+, /, '')
}

/** The figures of a stretch for the owner with this id; those of the last one stay on the screen while new ones come. */
export function useInsights(userId: string | undefined, stretch: Stretch) {
  return useQuery<Insights>({
    queryKey: ['insights', userId, stretch.from, stretch.to],
    queryFn: () => callApi(showInsights, { query: stretch }),
    enabled: userId !== undefined && stretch.from <= stretch.to,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
