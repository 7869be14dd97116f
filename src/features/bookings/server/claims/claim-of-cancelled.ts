import { and, eq } from 'drizzle-orm'
import { type bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import type { Tx } from '#src/platform/database/db.ts'

/**
 * Handles the open claim of a session being cancelled: if the full price is refunded, the claim is settled. Otherwise
 * it still waits for the owner, who can refund the rest.
 */
export async function closeClaimOf(
  tx: Tx,
  { id, price, refundDue }: Pick<typeof bookings.$inferSelect, 'id' | 'price' | 'refundDue'>,
  now: Date,
): Promise<void> {
  if (refundDue < price) return
  const decisionReason = 'The session was cancelled, and all of its price goes back to you.'
  await tx
    .update(guaranteeClaims)
    .set({ status: 'refunded', decisionReason, decidedAt: now })
    .where(and(eq(guaranteeClaims.bookingId, id), eq(guaranteeClaims.status, 'open')))
}
