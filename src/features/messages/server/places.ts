import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import {
  type ApplicationRow,
  findReadableApplication,
  type Reader,
} from '#src/features/applications/server/applications.ts'
import type { Party } from '#src/features/bookings/life-cycle.ts'
import { type BookingRow, isForOthers, isKeptApart, partiesIn } from '#src/features/bookings/server/bookings.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { areApart } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import type { Side } from '#src/features/messages/rules.ts'
import type { Db } from '#src/platform/database/db.ts'
import { NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'

/** What a thread is about. */
export type Subject = { bookingId: string } | { applicationId: string } | { contactId: string }

/** A person's place in a thread: its subject, the side they speak for, and whether they see staff's data. */
export type Place = {
  subject: Subject
  side: Side
  isStaff: boolean
  /** A block stands between this person and one whom their words would reach: they do not write, nor as the team. */
  isBlocked?: boolean
  /** It is a session of their own, about which others speak for the team. */
  isForOthers?: boolean
  /** Of a booking's thread: the account it is about, which may be deleted. */
  playerId?: string | null
  /** Of an application's thread: what its applicant wrote before is marked, since nobody had proved the e-mail. */
  unprovenUntil?: Date | null
}

/** The booking's, application's or inquiry's id. */
export function idOf(subject: Subject): string {
  if ('contactId' in subject) return subject.contactId
  return 'bookingId' in subject ? subject.bookingId : subject.applicationId
}

/** The columns of a booking that its thread needs. */
export type Booking = Pick<BookingRow, 'playerId' | 'coachName'> & { coachUserId: string | null }
/** Its columns; join `coaches`. */
export const ofBooking = { playerId: bookings.playerId, coachName: bookings.coachName, coachUserId: coaches.userId }

/** An account; `staff`: let in by the admin area, with or without an account. */
export type Visitor = Account | 'staff'

/**
 * The place of an account in a booking's thread: staff who are its player or coach have that place. `side` names one. Throws
 * `NotFound` if it has none.
 */
export async function placeInBooking(
  db: Db,
  visitor: Visitor,
  bookingId: string,
  side?: 'coach',
): Promise<Place & { coachName: string }> {
  const their = visitor === 'staff' ? null : visitor.id
  const [booking] = await db
    .select({ ...ofBooking, ...(their && { isBlocked: isKeptApart(their), isForOthers: isForOthers(their) }) })
    .from(bookings)
    .leftJoin(coaches, eq(coaches.id, bookings.coachId))
    .where(eq(bookings.id, bookingId))
  const { isBlocked = false, isForOthers: isOthers = false } = booking ?? {}
  return { ...placeIn(booking, visitor, bookingId, side), isBlocked, isForOthers: isOthers }
}

/** The same for a booking already loaded. */
export function placeIn(booking: Booking | undefined, visitor: Visitor, bookingId: string, side?: 'coach') {
  const ofAccount = (account: Account) => (booking ? partiesIn(account, booking, booking.coachUserId) : [])
  const parties: Party[] = visitor === 'staff' ? ['staff'] : ofAccount(visitor)
  const own = side ?? parties[0]
  if (!booking || !own || !parties.includes(own)) throw new NotFound('This booking does not exist.')
  return {
    coachName: booking.coachName,
    subject: { bookingId },
    side: own,
    isStaff: parties.includes('staff'),
    playerId: booking.playerId,
  }
}

/**
 * The place of somebody in an application's thread: the applicant if they may read the application as such, else staff.
 * Throws `NotFound` for anybody else.
 */
export async function placeInApplication(
  deps: Pick<Deps, 'db' | 'now'>,
  reader: Reader,
  applicationId: string,
): Promise<Place & { application: ApplicationRow }> {
  const { application, isApplicant } = await findReadableApplication(deps, reader, applicationId)
  const [staffId, applicantId] = [reader.account?.id, application.userId]
  return {
    application,
    isBlocked: !isApplicant && staffId && applicantId ? await areApart(deps.db, staffId, applicantId) : false,
    subject: { applicationId },
    side: isApplicant ? 'applicant' : 'staff',
    isStaff: !isApplicant,
    unprovenUntil: application.unprovenUntil,
  }
}
