import { and, eq } from 'drizzle-orm'
import type { Tx } from '#src/server/db.ts'
import { type bookings, guaranteeClaims } from './table.ts'

/**
 * A session is being cancelled: when all of its price goes back, its open claim has had the better answer. Otherwise the
 * claim still waits for the owner, who can give the rest.
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
