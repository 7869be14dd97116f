/**
 * How dates and hours look. On the wire and stored a session's date is `YYYY-MM-DD` and its time `HH:mm`, both in the
 * business's time zone (TIME-1). No schema here: the landing page loads this file.
 */

import { memoise } from './memoise.ts'

/** The hourly starts a day offers, 9:00 AM to 8:00 PM (TIME-2). */
export const startTimes = Array.from({ length: 12 }, (_, i) => `${String(i + 9).padStart(2, '0')}:00`)

/** How many days ahead can be booked, starting tomorrow (TIME-2). */
export const bookableDays = 14

/** `'2026-01-05'` → `'Mon, Jan 5'`. */
export function showDate(date: string): string {
  return showDateIn(date, 'UTC')
}

/** `'2026-01-05'`, or an instant in a zone → `'Monday, January 5, 2026'`. */
export function showLongDate(instant: Date | string, zone = 'UTC'): string {
  return format(instant, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', timeZone: zone })
}

/** `'2026-01-05'` → `'Jan 5, 2026'` (TIME-3). */
export function showShortDate(date: string): string {
  return showDay(date, 'UTC')
}

/** `'2026-01-05'` → `'Jan 5'`. */
export function showMonthDay(date: string): string {
  return format(date, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** `'14:00'` → `'2:00 PM'`. */
export function showTime(time: string): string {
  return showTimeIn(`1970-01-01T${time}Z`, 'UTC')
}

/** The date of an instant in a zone: `'Mon, Jan 5'`. */
export function showDateIn(instant: Date | string, zone: string): string {
  return format(instant, { weekday: 'short', month: 'short', day: 'numeric', timeZone: zone })
}

/**
 * An instant's clock time in a zone: `'9:00 AM'`. In the hour that an autumn night repeats it names the offset, so that no
 * text stands for two instants of a day: `'2:00 AM GMT+13'`.
 */
export function showTimeIn(instant: Date | string, zone: string): string {
  const clock = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const
  const time = format(instant, clock)
  const isRepeated = [-1, 1].some((hours) => format(+new Date(instant) + hours * 3_600_000, clock) === time)
  return isRepeated ? format(instant, { ...clock, timeZoneName: 'shortOffset' }) : time
}

/** The day of the week at an instant in a zone: `'Mon'`. */
export function showWeekdayIn(instant: Date | string, zone: string): string {
  return format(instant, { weekday: 'short', timeZone: zone })
}

/** An instant in a zone, in full: `'Mon, Jan 5, 2026, 9:00 AM EST'`. */
export function showInstant(instant: Date | string, zone: string): string {
  return format(instant, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  })
}

/** The day an instant was in a zone, as lists show it: `'Jan 5, 2026'` (TIME-3). */
export function showDay(instant: Date | string, zone: string): string {
  return format(instant, { month: 'short', day: 'numeric', year: 'numeric', timeZone: zone })
}

/** When a message was written, in a zone; nothing else is shown so: `'Jan 5, 14:05'` (TIME-3). */
export function showMessageTime(instant: string, zone: string): string {
  return format(instant, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
}

/** The month of a date: `'2026-01-05'` → `'Jan 2026'`. */
export function showMonth(date: string): string {
  return format(date, { month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** A zone as people read it: `'America/New_York'` → `'New York time'`. */
export function showZone(zone: string): string {
  return zone.includes('/') ? `${showCity(zone)} time` : zone
}

/** The place a zone is named after: `'America/New_York'` → `'New York'`. */
export function showCity(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1)
  return renamed[city] ?? city.replaceAll('_', ' ')
}

/** Browsers still call these by the names their zones once had. */
const renamed: Record<string, string> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Coral_Harbour: 'Atikokan',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
  Truk: 'Chuuk',
}

/** The browser's zone, or the server's where this runs there; in a browser that cannot tell its own, the business's. */
export function ownZone(): string {
  return deviceZone() ?? businessZone()
}

/** The zone of this device; null: it names none, or one that it cannot use itself, such as `Etc/Unknown`. */
export function deviceZone(): string | null {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isKnownZone(zone) ? zone : null
}

/** Not every browser knows every zone that another one, or the server, does. */
export function isKnownZone(zone: string | null | undefined): zone is string {
  if (!zone) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The business's zone (TIME-1), which staff rooms speak: every page says it. Without a page, the server's. */
export function businessZone(): string {
  return (typeof document !== 'undefined' && document.documentElement.dataset.businessZone) || deviceZone() || 'UTC'
}

/** The date in a zone at a moment, in epoch milliseconds: `YYYY-MM-DD`. */
export function dateIn(zone: string, now: number): string {
  // Swedish dates are written this way.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)
}

/** Minutes as a service's duration: 30 → `'30 minutes'`, 60 → `'1 hour'`, 90 → `'1.5 hours'`. */
export function showDuration(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** `'9:00 AM'`, `'9:00'` and `'09:00'` → `'09:00'`; null when it is none of them. */
export function parseTime(text: string): string | null {
  const match = /^(\d{1,2}):(\d{2})(?:\s*([AP])M)?$/i.exec(text.trim())
  if (!match) return null
  const [, hourText, minute, half] = match
  const hour = half ? (Number(hourText) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hourText)
  if (hour > 23 || Number(minute) > 59 || (half && (Number(hourText) < 1 || Number(hourText) > 12))) return null
  return `${String(hour).padStart(2, '0')}:${minute}`
}

/** Making one takes far longer than using it. */
const formatter = memoise<Intl.DateTimeFormat>(200)

function format(instant: Date | string | number, options: Intl.DateTimeFormatOptions): string {
  const { format: write } = formatter(JSON.stringify(options), () => new Intl.DateTimeFormat('en-US', options))
  // ICU puts a narrow no-break space before AM and PM; everywhere else we write a plain one.
  return write(new Date(instant)).replaceAll('\u202f', ' ')
}
