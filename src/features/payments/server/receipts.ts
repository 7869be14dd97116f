import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { findVisible, presentBooking } from '#src/features/bookings/server/bookings.ts'
import type { bookingReceipt } from '#src/features/payments/receipt-contract.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toDecimal } from '#src/shared/money.ts'
import { wallClock } from '#src/shared/zones.ts'
import { orders, receiptNumbers, refunds } from './table.ts'

/**
 * The next receipt number of this year in the business's zone, such as `2026-000123`. Take it last in the transaction
 * that books: until its end every other one waits, so that a rolled-back one leaves no gap.
 */
export async function takeReceiptNumber(tx: Tx, { env, now }: Pick<Deps, 'env' | 'now'>): Promise<string> {
  const year = wallClock(now(), env.businessTimeZone).date.slice(0, 4)
  const taken = await tx
    .insert(receiptNumbers)
    .values({ year: Number(year), last: 1 })
    .onConflictDoUpdate({ target: receiptNumbers.year, set: { last: sql`${receiptNumbers.last} + 1` } })
    .returning({ last: receiptNumbers.last })
  return `${year}-${String(only(taken).last).padStart(6, '0')}`
}

/** The receipt of a booking, for its player and staff. Throws `NotFound` for everybody else. */
export async function readReceipt(
  { db, env }: Deps,
  reader: Account,
  bookingId: string,
): Promise<CallReply<typeof bookingReceipt>> {
  const { booking, parties } = await findVisible(db, reader, bookingId)
  if (!parties.some((party) => party !== 'coach')) throw new NotFound('This booking does not exist.')
  const [order] = await db.select().from(orders).where(eq(orders.bookingId, bookingId))
  const back = order
    ? await db
        .select()
        .from(refunds)
        .where(and(eq(refunds.orderId, order.id), ne(refunds.status, 'failed')))
        .orderBy(asc(refunds.createdAt))
    : []
  return {
    seller: env.seller,
    booking: presentBooking(booking),
    number: order?.receiptNumber ?? null,
    paidWith: order?.paidWith ?? null,
    paidAt: order?.settledAt?.toISOString() ?? null,
    paid: toDecimal(booking.price),
    refundDue: toDecimal(booking.refundDue),
    refunds: back.map(({ amount, createdAt, status, providerId }) => ({
      amount: toDecimal(amount),
      createdAt: createdAt.toISOString(),
      reference: status === 'done' ? providerId : null,
    })),
    termsVersion: booking.termsVersion,
  }
}
