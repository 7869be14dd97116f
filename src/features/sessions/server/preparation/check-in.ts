import { and, eq, isNotNull } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { statusLabels } from '#src/features/bookings/life-cycle.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { whyNotJoin } from '#src/features/sessions/outcomes.ts'
import type { Db } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { ownSide } from '../parties.ts'
import { checkIns } from '../table.ts'

/**
 * One of the two who meet says that they are here, for the session's present start; a move clears it by itself. A coach says it
 * to all seats, and what becomes of one takes it from no other. Pressing again changes nothing: the first time counts. Throws
 * `NotFound` for everybody else, `Conflict` when it is not the time.
 */
export async function checkIn({ db, now }: Deps, account: Account, bookingId: string): Promise<Date> {
  const { booking, side } = await ownSide(db, account, bookingId)
  const { status, startsAt, endsAt, coachId } = booking
  const at = now()
  const refusal =
    status !== 'confirmed'
      ? `This session is ${statusLabels[status].toLowerCase()}.`
      : !startsAt || !endsAt
        ? 'This session has no hour yet.'
        : whyNotJoin({ startsAt, endsAt }, at)
  if (refusal || !startsAt) throw new Conflict(refusal ?? '', { reason: 'refused' })
  const met = side === 'coach' && coachId ? await seatsAt(db, coachId, startsAt) : []
  const pressedFor = new Set([bookingId, ...met.map(({ id }) => id)])
  await db
    .insert(checkIns)
    .values([...pressedFor].map((each) => ({ bookingId: each, startsAt, side, at })))
    .onConflictDoNothing()
  const isOwn = and(eq(checkIns.bookingId, bookingId), eq(checkIns.startsAt, startsAt), eq(checkIns.side, side))
  return only(await db.select({ at: checkIns.at }).from(checkIns).where(isOwn)).at
}

/** The seats of a coach's session. */
function seatsAt(db: Db, coachId: string, startsAt: Date): Promise<{ id: string }[]> {
  const isOfSession = and(eq(bookings.coachId, coachId), eq(bookings.startsAt, startsAt), isNotNull(bookings.seatId))
  return db.select({ id: bookings.id }).from(bookings).where(isOfSession)
}
