import type { Hour } from '#src/features/bookings/hours-contract.ts'
import { nearestFree } from '#src/features/checkout/web/choice.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'

/** When a session was: on the clock of the business. */
type Start = { sessionDate: string; sessionTime: string; zone: string }
type Day = { date: string; hours: Hour[] }

/**
 * The hour of a session a week later, or at its next weekday that can be booked: itself where it is free among `days`,
 * the bookable ones from tomorrow on; else when it would have been (an instant), with the free hours nearest to it.
 */
export function sameHourNextWeek(
  { sessionDate, sessionTime, zone }: Start,
  days: Day[],
): { hour: Hour } | { wanted: string; nearest: Hour[] } {
  const [first] = days
  let date = addDays(sessionDate, 7)
  while (first && date < first.date) date = addDays(date, 7)
  const hours = days.flatMap((day) => day.hours)
  const hour = hours.find((each) => each.date === date && each.time === sessionTime)
  if (hour?.state === 'free') return { hour }
  const wanted = instantOf(date, sessionTime, zone).toISOString()
  const free = hours.filter(({ state }) => state === 'free')
  return { wanted, nearest: nearestFree(free, { startsAt: wanted }) }
}
