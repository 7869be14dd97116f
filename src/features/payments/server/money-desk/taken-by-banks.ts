import { eq, inArray, sql, sum } from 'drizzle-orm'
import { withBankStates } from '#src/features/bookings/rules.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { disputes, orders } from '../table.ts'

/**
 * What banks hold back or took back of each paid order: the sum of its disputes that are open or lost, in cents, with its
 * booking and the time of the first. Less may be left of the payment.
 */
export function takenByBanks(db: Db | Tx) {
  return db
    .select({
      orderId: sql<string>`${orders.id}`.as('taken_order_id'),
      bookingId: sql<string | null>`${orders.bookingId}`.as('taken_booking_id'),
      amount: sum(disputes.amount).as('disputed'),
      since: sql<Date>`min(${disputes.createdAt})`.as('since'),
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(inArray(disputes.state, withBankStates))
    .groupBy(orders.id)
    .as('taken')
}
