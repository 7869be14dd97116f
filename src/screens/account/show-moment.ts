import { ownZone, showDay, showTimeIn } from '#src/shared/times.ts'

/** Day and time in the zone of whoever looks: these are no session times of the business. */
export function showMoment(instant: string): string {
  return `${showDay(instant)}, ${showTimeIn(instant, ownZone())}`
}
