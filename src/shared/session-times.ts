import { showCity, showDateIn, showDay, showTimeIn, showWeekdayIn } from './times.ts'

/*
 * How an instant is said to a player or coach: on their own clock first, then, in facts, on the business's where that shows
 * something else. A sentence names the reader's clock alone. Zones are IANA names.
 */

/** When a session is; `zone` is the business's. */
export type SessionTime = { startsAt: Date; endsAt: Date; zone: string }

/**
 * When a session is, on its reader's clock, with the business's beside it where that shows something else:
 * `'Tue, Nov 24, 3:00 PM – 4:00 PM (Berlin) · 9:00 AM New York'`. The business's date stands there where it is another.
 */
export function showSession({ startsAt, endsAt, zone }: SessionTime, readerZone: string): string {
  const lastDay = showDateIn(endsAt, readerZone)
  const end = showTimeIn(endsAt, readerZone)
  const until = lastDay === showDateIn(startsAt, readerZone) ? end : `${lastDay}, ${end}`
  const own = `${showStart(startsAt, readerZone)} – ${until} (${showCity(readerZone)})`
  return withElsewhere(own, showElsewhere(startsAt, zone, readerZone))
}

/** The same of a session's start, or of another instant: `'Tue, Nov 24, 3:00 PM (Berlin) · 9:00 AM New York'`. */
export function showWhen(instant: Date | string, zone: string, readerZone: string): string {
  return withElsewhere(showMoment(instant, readerZone), showElsewhere(instant, zone, readerZone))
}

/** The business's clock beside the reader's: `'9:00 AM New York'`, or `'Tue, Nov 24, 8:00 PM New York'`. Null when both show the same. */
export function showElsewhere(instant: Date | string, zone: string, readerZone: string): string | null {
  if (zone === readerZone) return null
  const there = showStart(instant, zone)
  if (there === showStart(instant, readerZone)) return null
  const isSameDay = showDateIn(instant, zone) === showDateIn(instant, readerZone)
  return `${isSameDay ? showTimeIn(instant, zone) : there} ${showCity(zone)}`
}

/** The same below the reader's date: `'3:00 PM (Berlin) · 9:00 AM New York'`. */
export function showOwnTime(instant: Date | string, zone: string, readerZone: string): string {
  const own = `${showTimeIn(instant, readerZone)} (${showCity(readerZone)})`
  return withElsewhere(own, showElsewhere(instant, zone, readerZone))
}

/** An hour below a heading with the business's date, on the reader's clock: `'3:00 PM'`, or on another day `'Wed 2:00 AM'`. */
export function showHour(instant: Date | string, zone: string, readerZone: string): string {
  const time = showTimeIn(instant, readerZone)
  const day = showWeekdayIn(instant, readerZone)
  return day === showWeekdayIn(instant, zone) ? time : `${day} ${time}`
}

/** An instant with the zone whose clock shows it: `'Tue, Nov 24, 3:00 PM (Berlin)'`. */
export function showMoment(instant: Date | string, zone: string): string {
  return `${showStart(instant, zone)} (${showCity(zone)})`
}

/** The same for what is read years later: `'Tue, Nov 24, 2026, 3:00 PM (Berlin)'`. */
export function showDatedMoment(instant: Date | string, zone: string): string {
  const day = `${showWeekdayIn(instant, zone)}, ${showDay(instant, zone)}`
  return `${day}, ${showTimeIn(instant, zone)} (${showCity(zone)})`
}

/** For subjects, buttons and lists, which have little room: `'Tue, Nov 24, 3:00 PM'`. What they stand in names the zone. */
export function showStart(instant: Date | string, zone: string): string {
  return `${showDateIn(instant, zone)}, ${showTimeIn(instant, zone)}`
}

function withElsewhere(own: string, elsewhere: string | null): string {
  return elsewhere ? `${own} · ${elsewhere}` : own
}
