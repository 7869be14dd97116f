import { type BookingRow, findBooking } from '#src/features/bookings/server/bookings.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import type { Side } from '#src/features/sessions/outcomes.ts'
import type { Db } from '#src/platform/database/db.ts'
import { Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { type Tenure, tenuresOf } from '../parties.ts'
import { type Pair, pairOf } from './ahead.ts'

/**
 * The player of a booking and one of its coaches, of whom one asks: `side`. `coach` is null while nobody coached it, `pair` also
 * when the player has no account. `tenures` are all of the booking's.
 */
export type Two = { booking: BookingRow; side: Side; coach: CoachRow | null; pair: Pair | null; tenures: Tenure[] }

/**
 * The two of a booking, one of whom this person is. A player names by `coachId` which of its coaches they mean, else the newest; a
 * coach is meant themselves, also after another one took the session over. Throws `NotFound` for everybody else, staff too,
 * and `Invalid` for a coach who never had it.
 */
export async function findTwo(db: Db, account: Account, bookingId: string, coachId?: string): Promise<Two> {
  const booking = await findBooking(db, bookingId)
  const tenures = booking ? await tenuresOf(db, booking) : []
  const coaches = tenures.map(({ coach }) => coach)
  const own = account.emailVerified ? coaches.find(({ userId }) => userId === account.id) : undefined
  const side = booking?.playerId === account.id ? 'player' : own && 'coach'
  if (!booking || !side) throw new NotFound('This booking does not exist.')
  const named = coachId ? coaches.find(({ id }) => id === coachId) : coaches[0]
  if (side === 'player' && coachId && !named) throw new Invalid({ coachId: 'Choose a coach of this session.' })
  const coach = (side === 'coach' ? own : named) ?? null
  return { booking, side, coach, tenures, pair: pairOf({ playerId: booking.playerId, coachId: coach?.id ?? null }) }
}
