import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { isScheduled, withMeeters } from '../life-cycle/meeting.ts'
import { alertNotDelivered, when } from '../staff-alerts.ts'
import { bookings } from '../table.ts'

type NotDelivered = { deliveryId: string; dedupeKey: string }

/** Notifies the team of an SMS that did not reach a player whose session we cancelled or moved, while they can still be told. */
export async function tellNotDelivered(deps: Deps, { deliveryId, dedupeKey }: NotDelivered): Promise<void> {
  const [kind = '', bookingId = '', sequence] = dedupeKey.split(':')
  if (!['booking-cancelled', 'booking-moved', 'booking-set'].includes(kind)) return
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
    if (!row || (row.startsAt && row.startsAt < deps.now())) return
    const booking = await withMeeters(tx, row)
    const isCancelled = row.status === 'cancelled'
    // What was told of an hour is of no use any more once that is cancelled.
    if (isCancelled !== (kind === 'booking-cancelled')) return
    // Called off since, or told of something newer.
    if (!isCancelled && (!row.seatId || row.sequence > Number(sequence))) return
    const cancelled = `${isScheduled(row) ? when(booking) : 'their session'} is cancelled`
    const news = isCancelled ? cancelled : `their session is ${when(booking)} now`
    await alertNotDelivered(deps, tx, booking, { deliveryId, news })
  })
}
