import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { findBookedService } from '#src/features/bookings/free-services.ts'
import type { Hour, nextFreeHours } from '#src/features/bookings/hours-contract.ts'
import { isCalledOff } from '#src/features/bookings/life-cycle.ts'
import { findService, services } from '#src/features/bookings/services.ts'
import {
  activeCoachIds,
  blockedCoaches,
  type CoachRow,
  coachesNotFor,
  findActiveCoach,
  findCoaches,
  gamesOfCoaches,
  refuseOwnHours,
} from '#src/features/coaches/server/coaches.ts'
import {
  bookableStarts,
  firstFreeStarts,
  type OfferedStart,
  offeredStarts,
  type Start,
} from '#src/features/schedule/server/schedule.ts'
import type { Env } from '#src/platform/config/env.ts'
import type { Db, Tx } from '#src/platform/database/db.ts'
import { Invalid, NotFound } from '#src/platform/http/errors.ts'
import type { CallParsed } from '#src/shared/define-call.ts'
import { expertiseOf, type PlayedGame, perGame, type WireGame } from '#src/shared/games.ts'
import { toDecimal } from '#src/shared/money.ts'
import { wallClock, weekdayOf } from '#src/shared/zones.ts'
import { calendarDownload } from './calendar/calendar.ts'
import { readGroupHour } from './calendar/group-hour.ts'
import type { MetBooking } from './life-cycle/meeting.ts'
import { aboutCoach, aboutPlayer } from './notices/about.ts'
import { bookings } from './table.ts'

export type { Party } from '#src/features/bookings/life-cycle.ts'
export { book, type NewBooking } from './book.ts'
export { calendarInvite, intoCalendar, outOfCalendar } from './calendar/calendar.ts'
export { claimableUntil } from './claims/claims.ts'
export { claimedCoachIds, deciderCoachIds } from './life-cycle/another-coach.ts'
export { cancelBooking, cancelLocked, endBooking } from './life-cycle/cancel.ts'
export { type Change, changeBooking, lockBooking, writeHistory } from './life-cycle/change-booking.ts'
export { cancellationsLeft, holdCancellations } from './life-cycle/daily-limit.ts'
export { giveRefund } from './life-cycle/give-refund.ts'
export { wereHeld } from './life-cycle/held.ts'
export {
  findVisible,
  markNoShow,
  moveBooking,
  partiesIn,
  recordDispute,
  recordQuestioned,
  recordRefund,
} from './life-cycle/life-cycle.ts'
export { type MetBooking, withMeeters } from './life-cycle/meeting.ts'
export { recordWriteUp } from './life-cycle/notes.ts'
export {
  coachedBefore,
  isForOthers,
  isKeptApart,
  isOwnSession,
  isOwnSessionOf,
  isTheirsWith,
  isWholeTeams,
  ownSession,
  ownSessionsIn,
} from './life-cycle/own-session.ts'
export { hourColumns, readStart, takeHour } from './life-cycle/take-hour.ts'
export {
  type About,
  aboutCoach,
  factsOf,
  isKnown,
  isUnproven,
  type Notice,
  openBooking,
  playerName,
  shortWhenOf,
  whenOf,
  whoOf,
  whyPlayer,
} from './notices/about.ts'
export { howToMeet } from './notices/booked.ts'
export { whatIsLeft } from './notices/cancelled.ts'
export { tellLeftHour } from './notices/left-hour.ts'
export { noShowNotice } from './notices/no-show.ts'
export { smsPlace, smsStart } from './notices/sms.ts'
export { tell } from './notices/tell.ts'
export { termsSection } from './notices/terms.ts'
export { forgetPerson, personalData, refuseUpcoming } from './personal-data.ts'
export { nextReminder } from './reminders/reminders.ts'
export { alertMoved, alertNotDelivered } from './staff-alerts.ts'

export type BookingRow = typeof bookings.$inferSelect

/** A booking by its id, or null. */
export async function findBooking(db: Db | Tx, id: string): Promise<BookingRow | null> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ?? null
}

/**
 * The bookable starts for a service with one coach, any coach of a game, or any coach. `moving`: the booking being
 * rescheduled; its length counts, and its own slot counts as free. What the player `askedBy` holds unpaid counts as
 * free: choosing it continues that order. No hour is free with a coach whom the player blocked, or who blocked them. Throws `Invalid` for an unknown service, `NotFound` for an unknown coach, `Conflict` when the coach is who asks.
 */
export async function findFreeHours(
  deps: Deps,
  query: { serviceId: string; coachId?: string; game?: WireGame },
  { moving, askedBy }: { moving?: BookingRow; askedBy?: string } = {},
): Promise<OfferedStart[]> {
  const session = moving ?? findBookedService(query.serviceId)
  if (!session) throw new Invalid({ serviceId: 'This service does not exist.' })
  const coach = query.coachId ? await findActiveCoach(deps.db, query.coachId) : null
  if (query.coachId && !coach) throw new NotFound('This coach is not available.')
  // The team gives away free sessions, also in hours of their own.
  const isForCaller = !moving && findService(query.serviceId) !== undefined
  if (coach && isForCaller) refuseOwnHours(coach, askedBy)
  const games = query.game && expertiseOf(query.game)
  const asked = query.coachId ? [query.coachId] : await activeCoachIds(deps.db, games)
  const playerId = moving ? moving.playerId : askedBy
  const others = playerId ? await (isForCaller ? coachesNotFor : blockedCoaches)(deps.db, playerId) : []
  const coachIds = asked.filter((id) => !others.includes(id))
  const { minutes, capacity } = session
  const slotQuery = { coachIds, minutes, capacity, movingSeatId: moving?.seatId, heldBy: askedBy }
  const offered = await offeredStarts(deps.db, slotQuery, deps.now(), deps.env.businessTimeZone)
  // The current hour is not one to move to.
  const own = moving && offered.find(({ startsAt }) => +startsAt === +(moving.startsAt ?? 0))
  if (own) Object.assign(own, { state: 'taken', seatsLeft: 0 })
  return offered
}

/** How many coaches of each game `soonest` names. */
const soonestCount = 3

/**
 * The next free hour of each active coach for a one-hour session among those that match `when`, the coaches of each game
 * who are free soonest, and all bookable dates; the coaches `without` are left out. Takes a few more queries with many coaches, not one per coach.
 */
export async function findNextFreeHours(
  { db, env, now }: Deps,
  { when, zone = env.businessTimeZone }: CallParsed<typeof nextFreeHours>['query'],
  without: string[] = [],
): Promise<{ dates: string[]; next: Map<string, Start>; soonest: Record<PlayedGame, CoachRow[]> }> {
  const starts = bookableStarts(now(), env.businessTimeZone)
  const dates = [...new Set(starts.map((start) => start.date))]
  const gamesOf = await gamesOfCoaches(db)
  const slotQuery = { ...services[0], coachIds: [...gamesOf.keys()].filter((id) => !without.includes(id)) }
  const at = { now: now(), zone: env.businessTimeZone }
  const next = await firstFreeStarts(db, slotQuery, starts.filter(suits(when, dates, zone)), at)
  const inOrder = [...next.keys()].toSorted((a, b) => Number(next.get(a)?.startsAt) - Number(next.get(b)?.startsAt))
  const ids = perGame((game) => inOrder.filter((id) => gamesOf.get(id)?.includes(game)).slice(0, soonestCount))
  const found = await findCoaches(db, Object.values(ids).flat())
  return { dates, next, soonest: perGame((game) => ids[game].flatMap((id) => found.get(id) ?? [])) }
}

/** Whether a start matches `when`, given all bookable dates; evenings are those of `readerZone`. */
function suits(when: string | undefined, dates: string[], readerZone: string): (start: Start) => boolean {
  if (!when) return () => true
  if (when === 'evening') return ({ startsAt }) => wallClock(startsAt, readerZone).time >= '17:00'
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

/** The calendar file of a booking to download, for its player; null without a time. */
export function calendarFileOf(booking: MetBooking, env: Env): string | null {
  return calendarDownload(aboutPlayer(booking, env))
}

/** The same for its coach: a group's hour has all its players. */
export async function coachsCalendarFileOf(db: Db, booking: MetBooking, env: Env): Promise<string | null> {
  return calendarDownload(aboutCoach(booking, env, await readGroupHour(db, booking)))
}

/** A booking as JSON: decimal money, ISO instants. */
export function presentBooking(row: BookingRow): Booking {
  return {
    ...row,
    price: toDecimal(row.price),
    refunded: toDecimal(row.refunded),
    refundDue: toDecimal(row.refundDue),
    owed: row.owed && { ...row.owed, difference: toDecimal(row.owed.difference) },
    notesSentAt: row.notesSentAt?.toISOString() ?? null,
    notesMissedAt: row.notesMissedAt?.toISOString() ?? null,
    startsAt: row.startsAt?.toISOString() ?? null,
    isCalledOff: isCalledOff(row),
    endsAt: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}
