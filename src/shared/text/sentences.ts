import { toDecimal } from '#src/shared/money.ts'
import { showDateIn, showTimeIn } from '#src/shared/times.ts'
import { instantOf } from '#src/shared/zones.ts'

/** How a sentence of the audit ends with a reason, if there is one: `': coach is ill'`. */
export function because(reason: string | null | undefined): string {
  return reason ? `: ${reason}` : ''
}

/**
 * The hour somebody chose, `YYYY-MM-DD` and `HH:mm` in the business's zone (IANA name), as the audit keeps it: an instant,
 * which `showHours` says on the reader's clock (TIME-1).
 */
export function hourOf(
  { selectedDate, selectedTime }: { selectedDate: string; selectedTime: string },
  zone: string,
): string {
  return instantOf(selectedDate, selectedTime, zone).toISOString()
}

/** A sentence of the audit with its instants on a clock of the zone: `'moved a booking to Fri, Dec 4, 10:00 AM'`. */
export function showHours(sentence: string, zone: string): string {
  return sentence.replace(/20\d\d-\d\d-\d\dT\d\d:\d\d:00\.000Z/g, (instant) =>
    // A reason somebody typed may look like one.
    Number.isNaN(Date.parse(instant)) ? instant : `${showDateIn(instant, zone)}, ${showTimeIn(instant, zone)}`,
  )
}

/** A word of a closed list in a sentence: `'no-show'` → `'no show'`, `'dayPlans'` → `'day plans'`. */
export function spoken(word: string): string {
  return word.replaceAll(/[-_]|(?=[A-Z])/g, ' ').toLowerCase()
}

/** What a cancellation gave back, in whole cents: `'refunded $29.00'`. */
export function refunded(cents: number): string {
  return cents > 0 ? `refunded $${toDecimal(cents)}` : 'nothing refunded'
}
