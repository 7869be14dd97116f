import { Badge } from '#src/ui/controls/badge.tsx'

/** How long is left until an instant, or how long ago it was; `now` in epoch milliseconds. */
export function TimeLeft({ dueBy, now }: { dueBy: string | number; now: number }) {
  const left = +new Date(dueBy) - now
  if (left <= 0) return <Badge tone="bad">Overdue by {hoursAndMinutes(-left)}</Badge>
  return <Badge tone={left < 6 * 3_600_000 ? 'warn' : 'good'}>{hoursAndMinutes(left)} left</Badge>
}

/** `'40 min'`, `'3 h 20 min'`, from two days on `'2 days'`. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
