import { z } from 'zod/mini'
import { must } from './must.ts'
import { parseTime } from './times.ts'

/** A date: `YYYY-MM-DD`, of this century, since calendars and PostgreSQL differ about year 0 and such. */
export const dateSchema = z.iso
  .date({ error: 'Must be a date such as 2026-01-05', abort: true })
  .check(z.refine((date) => date.startsWith('20'), 'Must be a date of this century'))

/** A session's time in a body: `HH:mm` or `h:mm AM`, parsed to `HH:mm`. */
export const timeSchema = z.pipe(
  z.string().check(z.refine((text) => parseTime(text) !== null, 'Must be a time such as 09:00 or 9:00 AM')),
  z.transform((text: string) => must(parseTime(text), 'a time that was checked')),
)

/**
 * Whether this is a zone of the IANA database, aliases included. Plain offsets are none, and neither are ICU's own names
 * of three letters such as PST, which `Intl` knows and `Temporal` does not.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|GMT|[A-Za-z].{3,})$/.test(name)) return false
  try {
    // The server computes with `Temporal`; not every browser has it yet.
    if (typeof Temporal !== 'undefined')
      return Temporal.Now.zonedDateTimeISO(name).timeZoneId.toLowerCase() === name.toLowerCase()
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
