import type { Deps } from '#src/deps.ts'
import { refuseBlocked } from '#src/features/coaches/server/coaches.ts'
import { claimHour, findStart, type Start, startRefused } from '#src/features/schedule/server/schedule.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { Invalid } from '#src/platform/http/errors.ts'
import { nextReminder } from '../reminders/reminders.ts'
import type { bookings } from '../table.ts'

type BookingRow = typeof bookings.$inferSelect

/**
 * Takes a coach's hour for a booking, and gives the columns that say so. `isAgreed`: the coach said yes to it, so their
 * notice does not count. The caller holds the coach's lock. Throws `Conflict` with the nearest free hours when it cannot be had, or because one of the two blocked the other.
 */
export async function takeHour(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  coachId: string,
  start: Start,
  { isAgreed = false } = {},
) {
  const { minutes, capacity, playerId } = booking
  await refuseBlocked(tx, { playerId, coachId })
  const at = { now: deps.now(), zone: deps.env.businessTimeZone }
  const seatId = await claimHour(tx, start, { coachId, minutes, capacity, playerId, heldUntil: null, isAgreed }, at)
  if (!seatId) throw await startRefused(tx, { coachIds: [coachId], minutes, capacity }, start, at)
  return hourColumns(deps, booking, start, seatId)
}

/** The columns of a booking that has this start and seat. */
export function hourColumns(deps: Deps, { minutes }: Pick<BookingRow, 'minutes'>, start: Start, seatId: string) {
  return {
    seatId,
    sessionDate: start.date,
    sessionTime: start.time,
    startsAt: start.startsAt,
    endsAt: new Date(start.startsAt.getTime() + minutes * 60_000),
    zone: deps.env.businessTimeZone,
    nextReminderAt: nextReminder(start, deps.now()),
  }
}

/** The start of this date and time in the business's zone. Throws `Invalid` when it is none of the next 14 days. */
export function readStart({ now, env }: Deps, to: { selectedDate: string; selectedTime: string }): Start {
  const start = findStart(to.selectedDate, to.selectedTime, now(), env.businessTimeZone)
  if (!start) throw new Invalid({ selectedTime: 'Choose one of the hours of the next 14 days.' })
  return start
}
