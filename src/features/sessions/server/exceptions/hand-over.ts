import type { Deps } from '#src/deps.ts'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import {
  type BookingRow,
  findVisible,
  isOwnSession,
  lockBooking,
  ownSession,
} from '#src/features/bookings/server/bookings.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { otherCoaches } from '../call-offs/other-coaches.ts'
import { handOver } from '../call-offs/remedies.ts'

/**
 * Staff give a session ahead to another free coach of its game, at the same hour: all is refundable until its start.
 * `startsAt` (ISO): the hour they see. The same request again changes nothing. Throws `NotFound`, and `Conflict` when the
 * session has changed, cannot be handed over, the coach is not free, or either session or coach is the caller's own.
 */
export async function handOverBooking(
  deps: Deps,
  staff: Account,
  bookingId: string,
  { coachId, startsAt }: { coachId: string; startsAt: string },
): Promise<BookingRow> {
  const { booking: seen } = await findVisible(deps.db, staff, bookingId)
  if (await isOwnSession(deps.db, staff.id, bookingId)) throw new Conflict(ownSession, { reason: 'refused' })
  return deps.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, seen, coachId)
    if (Date.parse(startsAt) !== +(booking.startsAt ?? 0))
      throw new Conflict('This session has moved. Please look again.', { reason: 'changed' })
    if (booking.coachId === coachId && booking.status === 'confirmed') return booking
    const refusal = whyNotHandOver(booking, deps.now())
    if (refusal) throw new Conflict(refusal, { reason: 'refused' })
    const coach = (await freeCoachesFor(deps, tx, staff, booking)).find(({ id }) => id === coachId)
    if (!coach) throw new Conflict('This coach is not free at this hour. Please choose again.', { reason: 'taken' })
    return handOver(deps, tx, booking, coach, { id: staff.id, role: 'staff' })
  })
}

/** Who could take a session over, the best rated first; none when it cannot be handed over. Throws `NotFound`. */
export async function listFreeCoaches(deps: Deps, staff: Account, bookingId: string): Promise<CoachRow[]> {
  const { booking } = await findVisible(deps.db, staff, bookingId)
  return whyNotHandOver(booking, deps.now()) ? [] : freeCoachesFor(deps, deps.db, staff, booking)
}

/** Nobody of the team takes sessions for themselves. */
async function freeCoachesFor(deps: Deps, db: Db | Tx, staff: Account, booking: BookingRow): Promise<CoachRow[]> {
  return (await otherCoaches(deps, db, booking)).filter(({ userId }) => userId !== staff.id)
}

/** Why a session cannot be handed over now, in words; null when it can. */
export function whyNotHandOver({ status, startsAt, seatId }: BookingRow, now: Date): string | null {
  if (status !== 'confirmed') return `This session is ${statusLabels[status].toLowerCase()}.`
  if (!startsAt) return 'This session has no time yet: schedule it with another coach.'
  if (startsAt <= now) return 'This session has started.'
  return seatId ? null : 'This session is called off: its player is choosing.'
}
