import { memoise } from './memoise.ts'

/**
 * The arithmetic between wall clocks and instants. The server alone needs it: browsers receive instants, and not all of
 * them have `Temporal` yet. It is asked once for each hour somebody books, since it looks into a zone's rules every time.
 */

const remembered = memoise<number>(10_000)

/**
 * The instant at which a clock in `zone` shows `time` (`HH:mm`) on `date` (`YYYY-MM-DD`). An hour that a spring night skips
 * becomes the one after the gap; an hour that an autumn night repeats is the first of the two (RFC 5545 reads both so).
 */
export function instantOf(date: string, time: string, zone: string): Date {
  return new Date(
    remembered(`${date}T${time} ${zone}`, () => {
      const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
      return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
    }),
  )
}

/** What a clock and a calendar in `zone` show at an instant: `{ date: 'YYYY-MM-DD', time: 'HH:mm' }`. */
export function wallClock(instant: Date, zone: string): { date: string; time: string } {
  // No zone changes its clocks within a quarter of an hour.
  const quarter = Math.floor(instant.getTime() / 900_000) * 900_000
  const ahead = remembered(
    `${quarter} ${zone}`,
    () => Temporal.Instant.fromEpochMilliseconds(quarter).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6,
  )
  const shown = new Date(instant.getTime() + ahead).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** Dates have no zone: as midnights of UTC they are always 24 hours apart. */
const day = 24 * 3_600_000

/** The date `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}

/** The weekday of a date: 1 is Monday, 7 is Sunday (ISO 8601). */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / day
}
