import type { Hour } from '#src/features/bookings/hours-contract.ts'

/** What a day's tile says of its hours: `'3 free'`; full is only where somebody has one, else the coach's hours are closed. */
export function dayWord(hours: Pick<Hour, 'state'>[]): string {
  const free = hours.filter(({ state }) => state === 'free').length
  if (free > 0) return `${free} free`
  return hours.some(({ state }) => state === 'taken') ? 'Full' : 'Closed'
}
