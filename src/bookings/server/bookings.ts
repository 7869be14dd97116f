import { eq, getTableColumns, sql } from 'drizzle-orm'
import { allStaff } from '#src/accounts/server/accounts.ts'
import { type Sold, services, toBeDecided } from '#src/bookings/catalogue.ts'
import type { Booking, Hour, nextFreeHours } from '#src/bookings/contract.ts'
import { findBookedService } from '#src/bookings/free-services.ts'
import { activeCoachIds, findActiveCoach } from '#src/coaches/server/coaches.ts'
import { queueMails } from '#src/notifications/server/notifications.ts'
import {
  bookableStarts,
  firstFreeStarts,
  type OfferedStart,
  offeredStarts,
  type Start,
} from '#src/schedule/server/schedule.ts'
import { newId } from '#src/server/columns.ts'
import { commitBehind, type Db, type Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Env } from '#src/server/env.ts'
import { Invalid, NotFound } from '#src/server/errors.ts'
import type { Account } from '#src/server/guards.ts'
import { given, prepareOnce } from '#src/server/prepare-once.ts'
import type { CallParsed } from '#src/shared/define-call.ts'
import { type Game, games } from '#src/shared/game.ts'
import { toDecimal } from '#src/shared/money.ts'
import { weekdayOf } from '#src/shared/zones.ts'
import { calendarInvite } from './calendar.ts'
import { bookingConfirmedCoachMail, bookingConfirmedMail } from './mails.ts'
import { type MetBooking, meetersBy } from './meeting.ts'
import { nextReminder } from './reminders.ts'
import { bookedAlerts, dayOf, othersThatDay } from './staff-alerts.ts'
import { bookingHistory, bookings } from './table.ts'

export type { Party } from '#src/bookings/life-cycle.ts'
export { findVisible, partiesIn, recordDispute, recordRefund } from './life-cycle.ts'
export { type MetBooking, withMeeters } from './meeting.ts'
export { forgetPerson, personalData, refuseUpcoming } from './personal-data.ts'

export type BookingRow = typeof bookings.$inferSelect

/** What a booking is made of: `sold` are the facts of the order, or of today's service. `start` null: the time is to be decided. Money is cents. */
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
  /** The member of staff who books for somebody else. */
  bookedBy?: Account
}

const newBooking = prepareOnce((db) => {
  const history = db.$with('history').as(
    db
      .insert(bookingHistory)
      .values({
        act: 'booked',
        ...given(bookingHistory, 'bookingId', 'actorId', 'actorRole'),
        id: sql.placeholder('historyId'),
      })
      .returning({ id: bookingHistory.id }),
  )
  return db
    .with(history)
    .insert(bookings)
    .values(
      given(
        bookings,
        'id',
        'playerId',
        'customerName',
        'customerEmail',
        'customerPhone',
        'coachId',
        'coachName',
        'serviceId',
        'serviceName',
        'minutes',
        'capacity',
        'includes',
        'terms',
        'sessionDate',
        'sessionTime',
        'zone',
        'startsAt',
        'endsAt',
        'price',
        'paymentId',
        'seatId',
        'nextReminderAt',
      ),
    )
    .returning({
      ...getTableColumns(bookings),
      ...meetersBy(bookings.coachId, bookings.playerId, bookings.customerEmail),
      staff: allStaff,
      others: othersThatDay,
    })
    .prepare('new_booking')
})

/**
 * Writes a booking with its mails in the caller's transaction: either all of it comes to be, or nothing. The database
 * refuses a second booking of the same payment or seat. `isLast`: the caller asks nothing afterwards, so the commit goes
 * out with the mails.
 */
export async function book(
  deps: Deps,
  tx: Tx,
  { id, playerId, customer, coach, sold, start, price, paymentId, seatId, bookedBy }: NewBooking,
  { isLast = false } = {},
): Promise<MetBooking> {
  const [written] = await newBooking(tx).execute({
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
    sessionDate: start?.date ?? toBeDecided,
    sessionTime: start?.time ?? toBeDecided,
    zone: deps.env.businessTimeZone,
    startsAt: start?.startsAt ?? null,
    endsAt: start && new Date(start.startsAt.getTime() + sold.minutes * 60_000),
    price,
    paymentId,
    seatId,
    nextReminderAt: nextReminder(start, deps.now()),
    historyId: newId(),
    bookingId: id,
    actorId: bookedBy?.id ?? playerId,
    actorRole: playerId && !bookedBy ? 'player' : 'staff',
    ...dayOf(start, deps.env.businessTimeZone),
  })
  const { staff, others, ...booking } = written!
  const { coachEmail } = booking
  const mailed = queueMails(tx, [
    { dedupeKey: `booking-confirmed:${id}`, ...bookingConfirmedMail(booking, deps.env) },
    ...(coachEmail
      ? [{ dedupeKey: `booking-confirmed-coach:${id}`, ...bookingConfirmedCoachMail(booking, coachEmail, deps.env) }]
      : []),
    ...bookedAlerts(deps, booking, { coachEmail, staff, others, by: bookedBy?.id }),
  ])
  if (isLast) commitBehind(tx)
  await mailed
  return booking
}

/** A booking by its id; null when there is none. */
export async function findBooking(db: Db | Tx, id: string): Promise<BookingRow | null> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ?? null
}

/**
 * The bookable starts for a service, with one coach or any coach of a game (an unknown game counts as Fortnite,
 * specification part 9); with `moving`, for who would move or schedule that booking there, as long as it was sold. What
 * the player `askedBy` holds unpaid is free to them: choosing it goes on with it. Throws `Invalid` for an unknown service, `NotFound` for an unknown coach.
 */
export async function findFreeHours(
  deps: Deps,
  query: { serviceId: string; coachId?: string; game?: string },
  { moving, askedBy }: { moving?: BookingRow; askedBy?: string } = {},
): Promise<OfferedStart[]> {
  const session = moving ?? findBookedService(query.serviceId)
  if (!session) throw new Invalid({ serviceId: 'This service does not exist.' })
  if (query.coachId && !(await findActiveCoach(deps.db, query.coachId)))
    throw new NotFound('This coach is not available.')
  const coachIds = query.coachId ? [query.coachId] : await activeCoachIds(deps.db, knownGame(query.game))
  const { minutes, capacity } = session
  const wish = { coachIds, minutes, capacity, movingSeatId: moving?.seatId, heldBy: askedBy }
  const offered = await offeredStarts(deps.db, wish, deps.now(), deps.env.businessTimeZone)
  // What they have already is no hour to move to.
  const own = moving && offered.find(({ startsAt }) => +startsAt === +(moving.startsAt ?? 0))
  if (own) Object.assign(own, { state: 'taken', seatsLeft: 0 })
  return offered
}

/**
 * The next hour of each active coach that is free for the basic session, among those that suit `when`; and all the dates
 * that can be booked. A few queries more, not one for each, where coaches are many.
 */
export async function findNextFreeHours(
  { db, env, now }: Deps,
  when: CallParsed<typeof nextFreeHours>['query']['when'],
): Promise<{ dates: string[]; next: Map<string, Start> }> {
  const starts = bookableStarts(now(), env.businessTimeZone)
  const dates = [...new Set(starts.map((start) => start.date))]
  const wish = { ...services[0]!, coachIds: await activeCoachIds(db) }
  return { dates, next: await firstFreeStarts(db, wish, starts.filter(suits(when, dates)), env.businessTimeZone) }
}

/** Whether a start is at a time somebody means by `when`, given all the dates there are. */
function suits(when: string | undefined, dates: string[]): (start: Start) => boolean {
  if (!when) return () => true
  if (when === 'evening') return ({ time }) => time >= '17:00'
  if (when === 'tomorrow') return ({ date }) => date === dates[0]
  if (when !== 'weekend') return ({ date }) => date === when
  const first = dates.findIndex((date) => weekdayOf(date) >= 6)
  // On a Saturday what is left of this weekend is its Sunday.
  const weekend = dates.slice(first, first + (weekdayOf(dates[first]!) === 6 ? 2 : 1))
  return ({ date }) => weekend.includes(date)
}

/** The game a text names; the specification's fallback is Fortnite. */
export function knownGame(text: string | null | undefined): Game {
  return games.find((game) => game === text) ?? 'fortnite'
}

/** A start as JSON. */
export function presentHour(start: OfferedStart): Hour {
  return { ...start, startsAt: start.startsAt.toISOString() }
}

/** The calendar file of a booking for its player, or its coach at `coachEmail`; null while its time is to be decided. */
export function inviteOf(booking: MetBooking, { mailFrom, baseUrl }: Env, coachEmail?: string): string | null {
  const reader = coachEmail
    ? { as: 'coach' as const, email: coachEmail }
    : { as: 'player' as const, email: booking.customerEmail }
  return calendarInvite(booking, { method: 'REQUEST', organizer: mailFrom, baseUrl, reader })
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
