/**
 * How dates and hours look. On the wire and stored a session's date is `YYYY-MM-DD` and its time `HH:mm`, both in the
 * business's time zone (reading R6 of the design). No schema here: the landing page loads this file. What takes an
 * instant uses `Intl` and is for browsers; the server has `bookings/server/clock-texts.ts`.
 */

/** The hourly starts a day offers, 9:00 AM to 8:00 PM (specification part 9). */
export const startTimes = Array.from({ length: 12 }, (_, i) => `${String(i + 9).padStart(2, '0')}:00`)

/** How many days ahead can be booked, starting tomorrow (specification part 9). */
export const bookableDays = 14

/** `'2026-01-05'` → `'Mon, Jan 5'`. */
export function showDate(date: string): string {
  const { weekday, month, day } = wordsOf(date)
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day}`
}

/** `'2026-01-05'` → `'Monday, January 5, 2026'`. */
export function showLongDate(date: string): string {
  const { weekday, month, day, year } = wordsOf(date)
  return `${weekday}, ${month} ${day}, ${year}`
}

/** `'2026-01-05'` → `'Jan 5, 2026'` (specification part 9). */
export function showShortDate(date: string): string {
  const { month, day, year } = wordsOf(date)
  return `${month.slice(0, 3)} ${day}, ${year}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

function wordsOf(date: string) {
  const midnight = new Date(date)
  return {
    weekday: weekdays[midnight.getUTCDay()]!,
    month: months[midnight.getUTCMonth()]!,
    day: midnight.getUTCDate(),
    year: midnight.getUTCFullYear(),
  }
}

/** `'14:00'` → `'2:00 PM'`. */
export function showTime(time: string): string {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** An instant's clock time in a zone: `'9:00 AM'`. */
export function showTimeIn(instant: Date | string, zone: string): string {
  return format(new Date(instant), { hour: 'numeric', minute: '2-digit', timeZone: zone })
}

/** The day of the week at an instant in a zone: `'Mon'`. */
export function showWeekdayIn(instant: Date | string, zone: string): string {
  return format(new Date(instant), { weekday: 'short', timeZone: zone })
}

/** An instant in a zone, in full: `'Mon, Jan 5, 2026, 9:00 AM EST'`. */
export function showInstant(instant: Date | string, zone: string): string {
  const at = new Date(instant)
  return format(at, {
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

/** The day an instant was, as lists show it: `'Jan 5, 2026'` (specification part 9). */
export function showDay(instant: Date | string, zone?: string): string {
  return format(new Date(instant), { month: 'short', day: 'numeric', year: 'numeric', timeZone: zone })
}

/** A zone as people read it: `'America/New_York'` → `'New York time'`. */
export function showZone(zone: string): string {
  const city = zone.split('/').at(-1)!
  return zone.includes('/') ? `${renamed[city] ?? city.replaceAll('_', ' ')} time` : zone
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

let own: Intl.DateTimeFormat | undefined

/** The browser's zone, or the server's where this runs there. */
export function ownZone(): string {
  own ??= new Intl.DateTimeFormat()
  return own.resolvedOptions().timeZone
}

/** The date in a zone at this moment: `YYYY-MM-DD`. */
export function todayIn(zone: string): string {
  // Swedish dates are written this way.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
}

/** Minutes as a service's duration: 60 → `'1 hour'`, 90 → `'1.5 hours'`. */
export function showDuration(minutes: number): string {
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

/** Making one takes far longer than using it. There are as many as forms of text and zones. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Newer ICU puts a narrow no-break space before AM and PM; everywhere else we write a plain one. */
function format(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  formatters.set(key, formatter)
  return formatter.format(at).replaceAll('\u202f', ' ')
}
