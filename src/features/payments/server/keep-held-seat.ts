import { and, eq, sql } from 'drizzle-orm'
import { seats } from '#src/features/schedule/server/table.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { prepared } from '#src/platform/database/prepared.ts'
import { orders } from './table.ts'

/**
 * Books the seat of an order for good, if that is open and still holds it at `now`. Returns whether it does. Sent at once,
 * so it can follow the order's lock without waiting for its answer. The caller holds `lockCoach`.
 */
export async function keepHeldSeat(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  return (await heldSeat(tx).execute({ orderId, now: now.toISOString() })).length > 0
}

const heldSeat = prepared((db) =>
  db
    .update(seats)
    .set({ heldUntil: null })
    .from(orders)
    .where(
      and(
        eq(orders.id, sql.placeholder('orderId')),
        eq(orders.status, 'open'),
        eq(seats.id, orders.seatId),
        sql`${seats.heldUntil} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .returning({ id: seats.id })
    .prepare('held_seat_for_good'),
)
