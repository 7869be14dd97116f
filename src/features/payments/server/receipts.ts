import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { findVisible, presentBooking } from '#src/features/bookings/server/bookings.ts'
import type { bookingReceipt } from '#src/features/payments/receipt-contract.ts'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { toDecimal } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { isUnnumbered, orders, receiptNumbers, refunds } from './table.ts'

/**
 * Gives every booked order its receipt number, such as `2026-000123`: counted by the year it was settled in, in the
 * business's zone. Not done by the settling itself: who counts without a gap makes all others wait until they commit.
 */
export async function numberReceipts({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  await db.transaction(async (tx) => {
    const unnumbered = await tx
      .select({ id: orders.id, settledAt: orders.settledAt })
      .from(orders)
      .where(isUnnumbered)
      .orderBy(asc(orders.settledAt), asc(orders.id))
      .limit(500)
      .for('update')
    for (const { id, settledAt } of unnumbered) {
      const year = wallClock(must(settledAt, 'when the order was settled'), env.businessTimeZone).date.slice(0, 4)
      const taken = await tx
        .insert(receiptNumbers)
        .values({ year: Number(year), last: 1 })
        .onConflictDoUpdate({ target: receiptNumbers.year, set: { last: sql`${receiptNumbers.last} + 1` } })
        .returning({ last: receiptNumbers.last })
      const receiptNumber = `${year}-${String(only(taken).last).padStart(6, '0')}`
      await tx.update(orders).set({ receiptNumber }).where(eq(orders.id, id))
    }
  })
}

/** The receipt numbers of bookings, by their ids; none of what was not paid, or settled a moment ago. */
export async function findReceiptNumbers(db: Db, bookingIds: string[]): Promise<Map<string, string>> {
  const found = await db
    .select({ bookingId: orders.bookingId, number: orders.receiptNumber })
    .from(orders)
    .where(inArray(orders.bookingId, bookingIds))
  return new Map(found.flatMap(({ bookingId, number }) => (bookingId && number ? [[bookingId, number]] : [])))
}

/** The receipt of a booking, for its player and staff. Throws `NotFound` for everybody else. */
export async function readReceipt(
  deps: Deps,
  reader: Account,
  bookingId: string,
): Promise<CallReply<typeof bookingReceipt>> {
  const { db, env } = deps
  const { booking, parties } = await findVisible(db, reader, bookingId)
  if (!parties.some((party) => party !== 'coach')) throw new NotFound('This booking does not exist.')
  const findOrder = () => db.select().from(orders).where(eq(orders.bookingId, bookingId))
  let [order] = await findOrder()
  if (order && !order.receiptNumber) {
    await numberReceipts(deps)
    ;[order] = await findOrder()
  }
  const back = order
    ? await db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.createdAt))
    : []
  return {
    seller: env.seller,
    booking: presentBooking(booking),
    number: order?.receiptNumber ?? null,
    paidWith: order?.paidWith ?? null,
    paidAt: order?.settledAt?.toISOString() ?? null,
    tax: order?.tax ?? null,
    paid: toDecimal(booking.price),
    refundDue: toDecimal(booking.refundDue),
    refunds: back
      .filter(({ status }) => status !== 'failed')
      .map(({ amount, createdAt, status, providerId }) => ({
        amount: toDecimal(amount),
        createdAt: createdAt.toISOString(),
        reference: status === 'done' ? providerId : null,
      })),
    isWithdrawn: back.some(({ cause }) => cause === 'withdrawn'),
    termsVersion: booking.termsVersion,
  }
}
