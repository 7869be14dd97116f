import type { Hour } from '#src/features/bookings/contract.ts'
import {
  ownZone,
  showDate,
  showInstant,
  showShortStart,
  showTime,
  showTimeIn,
  showWeekdayIn,
  showZone,
} from '#src/shared/times.ts'

/** A session's start as players say it, with the zone: `'Mon, Jan 5 at 2:00 PM (New York time)'`. */
export function showStart({ date, time }: Pick<Hour, 'date' | 'time'>, zone: string): string {
  return `${showDate(date)} at ${showTime(time)} (${showZone(zone)})`
}

/** An instant on the reader's own clock, as they say it: `'Tue, Nov 24, 3:00 PM (Berlin time)'`. */
export function showOwnStart(instant: Date | string): string {
  return showShortStart(instant, ownZone())
}

/** An instant in full, and on the player's own clock where that differs: `'Mon, Jan 5, 2026, 9:00 AM EST (8:00 AM your time)'`. */
export function showDeadline(instant: Date | string, zone: string): string {
  const own = ownTime(instant, zone)
  // In one piece where a line ends.
  return showInstant(instant, zone) + (own ? ` ${`(${own} your time)`.replaceAll(' ', '\u00a0')}` : '')
}

/**
 * What the player's own clock shows at an instant, with the weekday when their day is another one: `'8:00 PM'`,
 * `'Tue 1:00 AM'`. Null when that clock shows the same as one in `zone`, the business's.
 */
export function ownTime(instant: Date | string, zone: string): string | null {
  const own = ownZone()
  if (own === zone) return null
  const time = showTimeIn(instant, own)
  const day = showWeekdayIn(instant, own)
  if (day !== showWeekdayIn(instant, zone)) return `${day} ${time}`
  return time === showTimeIn(instant, zone) ? null : time
}
