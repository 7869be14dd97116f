import { createMemory } from '#src/shared/memory.ts'
import { showDate, showTime, showZone } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { rulesOf } from './zone-rules.ts'

/**
 * Instants as mails, SMS and calendar files write them: as browsers do (`shared/times.ts`, but for a few zones such as
 * Hermosillo's, `MST` here and `GMT-7` there), without `Intl`. The first date that it formats has ICU read all its locales,
 * which keeps 7 MB of the process (`docs/performance.md`).
 */

/** When a session is, as people read it: `'9:00 AM – 10:00 AM EST (New York time)'`. */
export function showSessionTime({ startsAt, endsAt, zone }: { startsAt: Date; endsAt: Date; zone: string }): string {
  return sessionTime(`${+startsAt} ${+endsAt} ${zone}`, () => {
    const [start, end] = [startsAt, endsAt].map((instant) => showTime(wallClock(instant, zone).time))
    const abbreviation = abbreviationOf(zone, startsAt)
    const name = showZone(zone) === abbreviation ? '' : ` (${showZone(zone)})`
    return `${start} – ${end} ${abbreviation}${name}`
  })
}

/** A booking's mails and calendar files ask for it five times, and those of many coaches have the same. */
const sessionTime = createMemory<string>()

/** When a session begins, short and in letters an SMS has: `'Mon, Jan 5, 9:00 AM (New York time)'`. */
export function showShortStart({ startsAt, zone }: { startsAt: Date; zone: string }): string {
  const { date, time } = wallClock(startsAt, zone)
  return `${showDate(date)}, ${showTime(time)} (${showZone(zone)})`
}

/** An instant in a zone, in full: `'Mon, Jan 5, 2026, 9:00 AM EST'`. */
export function showClock(instant: Date, zone: string): string {
  const { date, time } = wallClock(instant, zone)
  return `${showDate(date)}, ${date.slice(0, 4)}, ${showTime(time)} ${abbreviationOf(zone, instant)}`
}

/** North America's clocks go by these; elsewhere the same letters mean something else (CST is Shanghai's, too). */
const american = new Set([
  ...['AST-0400', 'ADT-0300', 'EST-0500', 'EDT-0400', 'CST-0600', 'CDT-0500', 'MST-0700', 'MDT-0600'],
  ...['PST-0800', 'PDT-0700', 'AKST-0900', 'AKDT-0800', 'HST-1000', 'HDT-0900'],
])

/** What a zone's clocks go by at an instant: `'EST'`, `'UTC'`, `'GMT+5:30'`. */
function abbreviationOf(zone: string, instant: Date): string {
  if (zone === 'UTC') return zone
  const { offset } = Temporal.Instant.fromEpochMilliseconds(+instant).toZonedDateTimeISO(zone)
  const [sign, hours, minutes] = [offset[0], Number(offset.slice(1, 3)), offset.slice(4)]
  const names = rulesOf(zone)?.block.matchAll(/TZNAME:(\S+)\s+TZOFFSETFROM:\S+\s+TZOFFSETTO:(\S+)/g) ?? []
  for (const [, name, to] of names) if (to === offset.replace(':', '') && american.has(`${name}${to}`)) return name!
  if (hours === 0 && minutes === '00') return 'GMT'
  return `GMT${sign}${hours}${minutes === '00' ? '' : `:${minutes}`}`
}
