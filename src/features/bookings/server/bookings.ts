import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Booking, Hour, nextFreeHours } from '#src/features/bookings/contract.ts'
import { findBookedService } from '#src/features/bookings/free-services.ts'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import { type Sold, services } from '#src/features/bookings/services.ts'
import { activeCoachIds, findActiveCoach } from '#src/features/coaches/server/coaches.ts'
import {
  bookableStarts,
  firstFreeStarts,
  type OfferedStart,
  offeredStarts,
  type Start,
} from '#src/features/schedule/server/schedule.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { Account } from '#src/platform/http/guards.ts'
import type { CallParsed } from '#src/shared/define-call.ts'
import { expertiseOf, type WireGame } from '#src/shared/games.ts'
import { toDecimal } from '#src/shared/money.ts'
import { weekdayOf } from '#src/shared/zones.ts'
import { calendarDownload } from './calendar/calendar.ts'
import { writeHistory } from './life-cycle/life-cycle.ts'
import { type MetBooking, withMeeters } from './life-cycle/meeting.ts'
import { aboutCoach, aboutPlayer } from './notices/about.ts'
import { bookedNotice } from './notices/booked.ts'
import { tell } from './notices/tell.ts'
import { nextReminder } from './reminders/reminders.ts'
import { alertBooked } from './staff-alerts.ts'
import { bookings } from './table.ts'

export type { Party } from '#src/features/bookings/life-cycle.ts'
export { findVisible, partiesIn, recordDispute, recordRefund } from './life-cycle/life-cycle.ts'
export { type MetBooking, withMeeters } from './life-cycle/meeting.ts'
export { forgetPerson, personalData, refuseUpcoming } from './personal-data.ts'

export type BookingRow = typeof bookings.$inferSelect

/**
 * The input of a new booking. `sold`: the facts of the order, or of today's service. `start` null: the time is to be
 * decided. Money in cents.
 */
export type NewBooking = {
  id: string
  playerId: string | null
  customer: { name: string; email: string; phone: string | null }
  coach: { id: string | null; name: string }
  sold: Sold
  start: Start | null
  price: number
  paymentId: string | null
  seatId: string | null
  /** The member of staff who books for a customer. */
  bookedBy?: Account
  /** The caller tells player and coach of it. */
  isToldElsewhere?: boolean
}

/**
 * Stores a booking with its history and notices in the caller's transaction: all or nothing. The database refuses a
 * second booking of the same payment or seat.
 */
export async function book(
  deps: Deps,
  tx: Tx,
  { id, playerId, customer, coach, sold, start, price, paymentId, seatId, bookedBy, isToldElsewhere }: NewBooking,
): Promise<MetBooking> {
  const written = await tx
    .insert(bookings)
    .values({
      id,
      playerId,
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      coachId: coach.id,
      coachName: coach.name,
      serviceId: sold.serviceId,
      serviceName: sold.serviceName,
      minutes: sold.minutes,
      capacity: sold.capacity,
      includes: sold.includes,
      terms: sold.terms,
      termsVersion: sold.termsVersion,
      sessionDate: start?.date ?? toBeDecided,
      sessionTime: start?.time ?? toBeDecided,
      zone: deps.env.businessTimeZone,
      startsAt: start?.startsAt ?? null,
      endsAt: start && new Date(start.startsAt.getTime() + sold.minutes * 60_000),
      price,
      paymentId,
      seatId,
      nextReminderAt: nextReminder(start, deps.now()),
    })
    .returning()
  await writeHistory(tx, {
    bookingId: id,
    act: 'booked',
    actorId: bookedBy?.id ?? playerId,
    actorRole: playerId && !bookedBy ? 'player' : 'staff',
  })
  const booking = await withMeeters(tx, only(written))
  if (!isToldElsewhere)
    await tell(deps, tx, booking, { key: `booking-confirmed:${id}` }, (about) =>
      bookedNotice(about, bookedBy ? 'staff' : 'player'),
    )
  await alertBooked(deps, tx, booking, bookedBy?.id)
  return booking
}

/** A booking by its id, or null. */
export async function findBooking(db: Db | Tx, id: string): Promise<BookingRow | null> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ?? null
}

/**
 * The bookable starts for a service with one coach, any coach of a game, or any coach. `moving`: the booking being
 * rescheduled; its length counts, and its own slot counts as free. What the player `askedBy` holds unpaid counts as
 * free: choosing it continues that order. Throws `Invalid` for an unknown service, `NotFound` for an unknown coach.
 */
export async function findFreeHours(
  deps: Deps,
  query: { serviceId: string; coachId?: string; game?: WireGame },
  { moving, askedBy }: { moving?: BookingRow; askedBy?: string } = {},
): Promise<OfferedStart[]> {
  const session = moving ?? findBookedService(query.serviceId)
  if (!session) throw new Invalid({ serviceId: 'This service does not exist.' })
  if (query.coachId && !(await findActiveCoach(deps.db, query.coachId)))
    throw new NotFound('This coach is not available.')
  const games = query.game && expertiseOf(query.game)
  const coachIds = query.coachId ? [query.coachId] : await activeCoachIds(deps.db, games)
  const { minutes, capacity } = session
  const slotQuery = { coachIds, minutes, capacity, movingSeatId: moving?.seatId, heldBy: askedBy }
  const offered = await offeredStarts(deps.db, slotQuery, deps.now(), deps.env.businessTimeZone)
  // The current hour is not one to move to.
  const own = moving && offered.find(({ startsAt }) => +startsAt === +(moving.startsAt ?? 0))
  if (own) Object.assign(own, { state: 'taken', seatsLeft: 0 })
  return offered
}

/**
 * The next free hour of each active coach for the basic session among those that match `when`, and all bookable dates.
 * Takes a few more queries with many coaches, not one per coach.
 */
export async function findNextFreeHours(
  { db, env, now }: Deps,
  when: CallParsed<typeof nextFreeHours>['query']['when'],
): Promise<{ dates: string[]; next: Map<string, Start> }> {
  const starts = bookableStarts(now(), env.businessTimeZone)
  const dates = [...new Set(starts.map((start) => start.date))]
  const slotQuery = { ...services[0], coachIds: await activeCoachIds(db) }
  return { dates, next: await firstFreeStarts(db, slotQuery, starts.filter(suits(when, dates)), env.businessTimeZone) }
}

/** Whether a start matches `when`, given all bookable dates. */
function suits(when: string | undefined, dates: string[]): (start: Start) => boolean {
  if (!when) return () => true
  if (when === 'evening') return ({ time }) => time >= '17:00'
  if (when === 'tomorrow') return ({ date }) => date === dates[0]
  if (when !== 'weekend') return ({ date }) => date === when
  // On a Saturday what is left of this weekend is its Sunday.
  const sunday = dates.find((date) => weekdayOf(date) === 7) ?? ''
  return ({ date }) => weekdayOf(date) >= 6 && date <= sunday
}

/** A start as JSON. */
export function presentHour(start: OfferedStart): Hour {
  return { ...start, startsAt: start.startsAt.toISOString() }
}

/** The calendar file of a booking to download, for its player or its coach; null without a time. */
export function calendarFileOf(booking: MetBooking, env: Env, reader: 'player' | 'coach' = 'player'): string | null {
  return calendarDownload(reader === 'coach' ? aboutCoach(booking, env) : aboutPlayer(booking, env))
}

/** A booking as JSON: decimal money, ISO instants. */
export function presentBooking(row: BookingRow): Booking {
  return {
    ...row,
    price: toDecimal(row.price),
    refunded: toDecimal(row.refunded),
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
