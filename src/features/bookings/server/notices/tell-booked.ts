import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { defineJob, frequent } from '#src/platform/jobs/jobs.ts'
import { withMeeters } from '../life-cycle/meeting.ts'
import { alertBooked } from '../staff-alerts.ts'
import { bookings } from '../table.ts'
import { bookedNotice } from './booked.ts'
import { tell } from './tell.ts'

/** A booking was made. `staffId`: the member of staff who made it; `isToldElsewhere`: only the team is to be told here. */
type NewBooking = { bookingId: string; staffId: string | null; isToldElsewhere: boolean }

/** Added by the transaction that books: whoever pays does not wait until three mails are written. */
export const tellBookedJob = frequent(defineJob<NewBooking>('bookings.tell-booked'))

/** Tells player, coach and team of a new booking, as it is now; nothing of one that is cancelled already. */
export async function tellBooked(deps: Deps, { bookingId, staffId, isToldElsewhere }: NewBooking): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for('share')
    if (!row || row.status === 'cancelled') return
    const booking = await withMeeters(tx, row)
    if (!isToldElsewhere)
      await tell(deps, tx, booking, { key: `booking-confirmed:${bookingId}` }, (about) =>
        bookedNotice(about, staffId ? 'staff' : 'player'),
      )
    await alertBooked(deps, tx, booking, staffId)
  })
}
