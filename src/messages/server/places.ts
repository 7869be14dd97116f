import { eq, sql } from 'drizzle-orm'
import { type ApplicationRow, findReadableApplication, type Reader } from '#src/applications/server/applications.ts'
import type { Party } from '#src/bookings/life-cycle.ts'
import { type BookingRow, partiesIn } from '#src/bookings/server/bookings.ts'
import { bookings } from '#src/bookings/server/table.ts'
import { coaches } from '#src/coaches/server/table.ts'
import type { Side } from '#src/messages/catalogue.ts'
import type { Db } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { prepareOnce } from '#src/server/prepare-once.ts'

/** What a thread is about. */
export type Subject = { bookingId: string } | { applicationId: string }

/** A person's place in a thread: what it is about, for whom they speak there, and whether they see staff's things. */
export type Place = { subject: Subject; side: Side; isStaff: boolean }

/** The booking's or application's id. */
export function idOf(subject: Subject): string {
  return 'bookingId' in subject ? subject.bookingId : subject.applicationId
}

/** A booking, as far as its thread must know it. */
export type Booking = Pick<BookingRow, 'playerId' | 'coachName'> & { coachUserId: string | null }
/** Its columns; join `coaches`. */
export const ofBooking = { playerId: bookings.playerId, coachName: bookings.coachName, coachUserId: coaches.userId }

/** An account; `staff` is whoever the admin area has let in, who need not have one. */
export type Visitor = Account | 'staff'

const bookingById = prepareOnce((db) =>
  db
    .select(ofBooking)
    .from(bookings)
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(eq(bookings.id, sql.placeholder('bookingId')))
    .prepare('booking_of_thread'),
)

/**
 * Where an account stands in a booking's thread. With several parts in one booking staff come first, unless `side` names
 * another. Throws `NotFound` when they have no part in it.
 */
export async function placeInBooking(
  db: Db,
  visitor: Visitor,
  bookingId: string,
  side?: 'coach',
): Promise<Place & { coachName: string }> {
  const [booking] = await bookingById(db).execute({ bookingId })
  return placeIn(booking, visitor, bookingId, side)
}

/** The same, of a booking that was read. */
export function placeIn(booking: Booking | undefined, visitor: Visitor, bookingId: string, side?: 'coach') {
  const ofAccount = (account: Account) => (booking ? partiesIn(account, booking, booking.coachUserId) : [])
  const parties: Party[] = visitor === 'staff' ? ['staff'] : ofAccount(visitor)
  const own = side ?? (['staff', 'coach', 'player'] as const).find((each) => parties.includes(each))
  if (!booking || !own || !parties.includes(own)) throw new NotFound('This booking does not exist.')
  return { coachName: booking.coachName, subject: { bookingId }, side: own, isStaff: parties.includes('staff') }
}

/**
 * Where somebody stands in an application's thread: as the applicant whoever may read the application, as staff the
 * others. Throws `NotFound` when they are neither.
 */
export async function placeInApplication(
  deps: Pick<Deps, 'db' | 'now'>,
  reader: Reader,
  applicationId: string,
): Promise<Place & { application: ApplicationRow }> {
  const { application, isApplicant } = await findReadableApplication(deps, reader, applicationId)
  return {
    application,
    subject: { applicationId },
    side: isApplicant ? 'applicant' : 'staff',
    isStaff: !isApplicant,
  }
}
