import { and, asc, eq, lt, ne, or, sql } from 'drizzle-orm'
import { isHeld } from '#src/features/bookings/life-cycle.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { bookings, guaranteeClaims } from '../table.ts'

type Claimed = { claim: typeof guaranteeClaims.$inferSelect; booking: typeof bookings.$inferSelect }

/**
 * Why a claim may be declined (TERM-7), in words for the owner; null when it may not: the session was not held, or the same
 * card, e-mail address or phone number claimed before, whatever the account.
 */
export async function groundToDecline(db: Db | Tx, { claim, booking }: Claimed, now: Date): Promise<string | null> {
  if (!isHeld(booking, now)) return 'The session was not held.'
  const sameCard = sql<boolean>`coalesce(${guaranteeClaims.card} = ${claim.card}, false)`
  const samePerson = or(
    eq(sql`lower(${bookings.customerEmail})`, booking.customerEmail.toLowerCase()),
    eq(bookings.customerPhone, sql`${booking.customerPhone}`),
  )
  const [earlier] = await db
    .select({ number: bookings.number, sameCard })
    .from(guaranteeClaims)
    .innerJoin(bookings, eq(bookings.id, guaranteeClaims.bookingId))
    .where(
      and(
        ne(guaranteeClaims.id, claim.id),
        ne(guaranteeClaims.status, 'declined'),
        lt(guaranteeClaims.createdAt, claim.createdAt),
        or(sameCard, samePerson),
      ),
    )
    .orderBy(asc(guaranteeClaims.createdAt))
    .limit(1)
  return earlier ? `The same ${earlier.sameCard ? 'card' : 'person'} claimed before: ${earlier.number}.` : null
}
