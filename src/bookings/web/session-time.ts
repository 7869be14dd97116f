import type { Hour } from '#src/bookings/contract.ts'
import { showDate, showInstant, showTime, showTimeIn, showZone } from '#src/shared/times.ts'

/** A session's start as players say it, with the zone: `'Mon, Jan 5 at 2:00 PM (New York time)'`. */
export function showStart({ date, time }: Pick<Hour, 'date' | 'time'>, zone: string): string {
  return `${showDate(date)} at ${showTime(time)} (${showZone(zone)})`
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
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const time = showTimeIn(instant, ownZone)
  const [ownDay, businessDay] = [ownZone, zone].map((timeZone) =>
    new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone }).format(new Date(instant)),
  )
  if (ownDay !== businessDay) return `${ownDay} ${time}`
  return time === showTimeIn(instant, zone) ? null : time
}
