import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { bookings, guaranteeClaims } from '../table.ts'

type BookingRow = typeof bookings.$inferSelect

/**
 * The coaches a booking must not be scheduled with: a free session given for a guarantee claim is with a different
 * coach than the claimed session. Only such a claim creates a free booking without a time.
 */
export async function refusedCoachIds(
  db: Db | Tx,
  { price, startsAt, playerId }: Pick<BookingRow, 'price' | 'startsAt' | 'playerId'>,
): Promise<string[]> {
  if (price > 0 || startsAt || !playerId) return []
  const claimed = await db
    .select({ coachId: bookings.coachId })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(and(eq(bookings.playerId, playerId), eq(guaranteeClaims.status, 'another-coach')))
  return claimed.flatMap(({ coachId }) => coachId ?? [])
}
