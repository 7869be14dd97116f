import type { MySession } from '#src/features/bookings/contract.ts'

/** Whether a session is still ahead, or its time is not decided; `now` in epoch milliseconds. */
export function isUpcoming({ status, endsAt }: Pick<MySession, 'status' | 'endsAt'>, now: number): boolean {
  return status === 'confirmed' && (endsAt === null || Date.parse(endsAt) > now)
}

/** How long until an instant, in its two largest units: `'3 days 2 hours'`; null once it is there. */
export function showTimeUntil(instant: string, now: number): string | null {
  const minutes = Math.ceil((Date.parse(instant) - now) / 60_000)
  if (minutes <= 0) return null
  const units = [
    { count: Math.floor(minutes / 1440), name: 'day' },
    { count: Math.floor(minutes / 60) % 24, name: 'hour' },
    { count: minutes % 60, name: 'minute' },
  ]
  const largest = units.findIndex(({ count }) => count > 0)
  return units
    .slice(largest, largest + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${count} ${name}${count === 1 ? '' : 's'}`)
    .join(' ')
}
