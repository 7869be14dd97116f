import { bookableStarts } from '#src/features/schedule/server/schedule.ts'

/**
 * Hours that can be booked, in New York, from the day after tomorrow on, twelve a day: they still can be when a run goes
 * over midnight.
 */
export const starts = bookableStarts(new Date(), 'America/New_York').slice(12)
