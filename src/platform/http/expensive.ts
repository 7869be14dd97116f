import { createLimiter } from '#src/platform/jobs/limiter.ts'

/**
 * Runs an expensive query of the staff (exports, figures of a year, searches over everything). At most two run at a
 * time, so that they never slow down bookings; 20 more may wait, beyond that it throws `Unavailable`. Keep other slow
 * work (a provider, a slow reader) outside.
 */
export const askExpensive = createLimiter({ atOnce: 2, waiting: 20 })
