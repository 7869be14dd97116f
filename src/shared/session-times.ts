import { showCity, showDateIn, showTimeIn } from './times.ts'

/** When a session is; `zone` is the business's. */
export type SessionTime = { startsAt: Date; endsAt: Date; zone: string }

/**
 * When a session is, on its reader's clock, with the business's beside it where that shows something else:
 * `'Tue, Nov 24, 3:00 PM – 4:00 PM (Berlin) · 9:00 AM New York'`. The business's date stands there where it is another.
 */
export function showSession(session: SessionTime, readerZone: string): string {
  const { startsAt, endsAt, zone } = session
  const [day, lastDay] = [showDateIn(startsAt, readerZone), showDateIn(endsAt, readerZone)]
  const end = `${day === lastDay ? '' : `${lastDay}, `}${showTimeIn(endsAt, readerZone)}`
  const own = `${showStart(startsAt, readerZone)} – ${end} (${showCity(readerZone)})`
  if (showStart(startsAt, zone) === showStart(startsAt, readerZone)) return own
  const otherDay = showDateIn(startsAt, zone)
  return `${own} · ${otherDay === day ? '' : `${otherDay}, `}${showTimeIn(startsAt, zone)} ${showCity(zone)}`
}

/** An instant with the zone whose clock shows it: `'Tue, Nov 24, 3:00 PM (Berlin)'`. */
export function showMoment(instant: Date, zone: string): string {
  return `${showStart(instant, zone)} (${showCity(zone)})`
}

/** For subjects, which have little room: `'Tue, Nov 24, 3:00 PM'`. What they head names the zone. */
export function showStart(instant: Date, zone: string): string {
  return `${showDateIn(instant, zone)}, ${showTimeIn(instant, zone)}`
}
