import { z } from 'zod/mini'
import { parseTime } from './times.ts'

/** A session's date in a body: `YYYY-MM-DD`. */
export const dateSchema = z.iso.date('Must be a date such as 2026-01-05')

/** A session's time in a body: `HH:mm` or `h:mm AM`, parsed to `HH:mm`. */
export const timeSchema = z.pipe(
  z.string().check(z.refine((text) => parseTime(text) !== null, 'Must be a time such as 09:00 or 9:00 AM')),
  z.transform((text: string) => parseTime(text)!),
)
