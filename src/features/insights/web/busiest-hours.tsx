import type { Insights } from '#src/features/insights/contract.ts'
import { cx } from '#src/ui/class-names.ts'

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Every hour in which a session began, from the first to the last. */
export function hoursOf(busiest: Insights['busiest']): number[] {
  const hours = busiest.map((each) => each.hour)
  const first = Math.min(...hours, 9)
  return Array.from({ length: Math.max(...hours, 20) - first + 1 }, (_, i) => first + i)
}

/** `9` → `'9 AM'` */
export function showHour(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
}

export function sessionsAt(busiest: Insights['busiest'], weekday: number, hour: number): number {
  return busiest.find((each) => each.weekday === weekday && each.hour === hour)?.sessions ?? 0
}

/** From few sessions to many. Each with its number readable on it. */
const shades = ['bg-signal/15 text-strong', 'bg-signal/35 text-strong', 'bg-signal/70 text-ink', 'bg-signal text-ink']

/** The week as a grid, the more sessions the brighter. */
export function BusiestHours({ busiest }: { busiest: Insights['busiest'] }) {
  const most = Math.max(...busiest.map((each) => each.sessions))
  const hours = hoursOf(busiest)
  return (
    <div className="figures grid grid-cols-[auto_repeat(7,minmax(0,1fr))] items-center gap-0.5 text-sm sm:gap-1">
      <span />
      {weekdays.map((name) => (
        <span key={name} className="text-center">
          {name.slice(0, 2)}
          <span className="max-sm:hidden">{name.slice(2)}</span>
        </span>
      ))}
      {hours.map((hour) => [
        <span key={hour} className="pr-2 text-right">
          {showHour(hour)}
        </span>,
        ...weekdays.map((name, day) => {
          const sessions = sessionsAt(busiest, day + 1, hour)
          const shade = sessions > 0 ? shades[Math.ceil((sessions / most) * shades.length) - 1] : 'bg-raised'
          return (
            <span
              key={`${name} ${hour}`}
              className={cx('h-6 overflow-hidden rounded-sm text-center leading-6 forced-colors:outline', shade)}
            >
              {sessions > 0 && sessions}
            </span>
          )
        }),
      ])}
    </div>
  )
}
