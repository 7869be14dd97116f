import { Temporal } from 'temporal-polyfill'

/**
 * The arithmetic between wall clocks and instants. The server alone needs it: browsers receive instants.
 * `Temporal` is the language's own standard; the package goes once the runtime brings it.
 */

/**
 * The instant at which a clock in `zone` shows `time` (`HH:mm`) on `date` (`YYYY-MM-DD`). An hour that a spring night skips
 * becomes the one after the gap; an hour that an autumn night repeats is the first of the two (RFC 5545 reads both so).
 */
export function instantOf(date: string, time: string, zone: string): Date {
  const asked = `${date}T${time} ${zone}`
  const known = instants.get(asked)
  if (known !== undefined) return new Date(known)
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const { epochMilliseconds } = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (instants.size >= mostInstants) instants.clear()
  instants.set(asked, epochMilliseconds)
  return new Date(epochMilliseconds)
}

/** Every instant costs a look into a zone's rules, and all requests of a day ask for the same ones. */
const instants = new Map<string, number>()
const mostInstants = 5_000

/** What a clock and a calendar in `zone` show at an instant: `{ date: 'YYYY-MM-DD', time: 'HH:mm' }`. */
export function wallClock(instant: Date, zone: string): { date: string; time: string } {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return { date: at.toPlainDate().toString(), time: at.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** The date `days` after `date`. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** The weekday of a date: 1 is Monday, 7 is Sunday (ISO 8601). */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days
}
