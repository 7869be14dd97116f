import { and, eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type BookingRow, withMeeters } from '#src/features/bookings/server/bookings.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { wallClock } from '#src/shared/zones.ts'
import { choices } from '../table.ts'
import { type ChoiceRow, isOpen } from './choices.ts'

/**
 * Tells of instants whether they are on the day that the coach called off as ill, by the coach's own clock: no hour of that day is
 * another one to choose.
 */
export async function illDayOf(
  { env }: Deps,
  db: Db | Tx,
  {
    booking,
    choice: { cause, reason, startsAt },
  }: { booking: BookingRow; choice: Pick<ChoiceRow, 'cause' | 'reason' | 'startsAt'> },
): Promise<(instant: Date) => boolean> {
  if (cause !== 'called-off' || reason !== 'ill') return () => false
  const { coachZone } = await withMeeters(db, booking)
  const dayOf = (instant: Date) => wallClock(instant, coachZone ?? env.businessTimeZone).date
  return (instant) => dayOf(instant) === dayOf(startsAt)
}

/** Throws `Conflict` when the coach of a locked booking called it off as ill, and `instant` is on that day. */
export async function refuseIllDay(deps: Deps, tx: Tx, booking: BookingRow, instant: Date): Promise<void> {
  const { id, startsAt, coachId, coachName } = booking
  if (!startsAt || !coachId) return
  const isOfHour = and(eq(choices.bookingId, id), eq(choices.startsAt, startsAt), eq(choices.coachId, coachId))
  const [choice] = await tx.select().from(choices).where(isOfHour)
  if (!choice || !isOpen(choice, booking)) return
  const isIll = await illDayOf(deps, tx, { booking, choice })
  if (isIll(instant))
    throw new Conflict(`${coachName} has no hour on this day. Please choose another day.`, { reason: 'refused' })
}
