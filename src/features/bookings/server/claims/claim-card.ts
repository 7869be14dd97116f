import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { bookings, guaranteeClaims } from '../table.ts'

/** A claim was made: which card paid the session is asked for outside the transaction that claims. */
export const readClaimCard = defineJob<{ bookingId: string }>('bookings.read-claim-card')

/** Keeps which card paid a claimed session, so that one card claims the guarantee once (TERM-7). */
export async function keepClaimCard({ db, payments }: Deps, bookingId: string): Promise<void> {
  const [booking] = await db.select({ paymentId: bookings.paymentId }).from(bookings).where(eq(bookings.id, bookingId))
  const intent = booking?.paymentId ? await payments?.findIntent(booking.paymentId) : null
  if (intent?.card)
    await db.update(guaranteeClaims).set({ card: intent.card }).where(eq(guaranteeClaims.bookingId, bookingId))
}
