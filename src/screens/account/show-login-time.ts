import { showCity, showDay, showTimeIn } from '#src/shared/times.ts'

/** When somebody logged in, in a zone: `'Nov 24, 2026, 3:00 PM (Berlin)'`. */
export function showLoginTime(instant: string, zone: string): string {
  return `${showDay(instant, zone)}, ${showTimeIn(instant, zone)} (${showCity(zone)})`
}
