import { and, eq, ne } from 'drizzle-orm'
import { bankDecides, isWithBank, refundLeft } from '#src/features/bookings/rules.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import type { Outcome } from '#src/features/sessions/outcomes.ts'
import type { Tx } from '#src/platform/database/db.ts'

/** Why nothing can be given for a session now beside what was given, in words; null when it can. */
export async function whyNoRemedy(tx: Tx, booking: BookingRow, outcome: Outcome): Promise<string | null> {
  if (!['coach-missing', 'minutes-back', 'new-hour', 'called-off'].includes(outcome)) return null
  return whyNoneLeft(booking) ?? ((await isClaimed(tx, booking)) ? claimedAlready : null)
}

/** The same, as far as it hangs on the money alone. */
export function whyNoneLeft(booking: BookingRow): string | null {
  if (isWithBank(booking)) return bankDecides
  return booking.price > 0 && refundLeft(booking) === 0 ? 'All of the price went back already.' : null
}

export const claimedAlready = 'The guarantee was claimed for this session: our team decides about that.'

/** Whether the player claimed the guarantee for this session, and it was not declined. */
export async function isClaimed(tx: Tx, { id }: BookingRow): Promise<boolean> {
  const claims = and(eq(guaranteeClaims.bookingId, id), ne(guaranteeClaims.status, 'declined'))
  return (await tx.$count(guaranteeClaims, claims)) > 0
}
