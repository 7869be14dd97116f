import type { Deps } from '#src/deps.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { calendarInvite, outOfCalendar } from '../calendar/calendar.ts'
import type { MetBooking } from '../life-cycle/meeting.ts'
import type { bookings } from '../table.ts'
import { type About, factsOf, type Notice, openBooking, shortWhenOf, whenOf } from './about.ts'
import { whatIsLeft } from './cancelled.ts'
import { tell } from './tell.ts'

/**
 * Tells the coach of a group what becomes of the hour that a booking moved from: its calendar entry is another one than
 * that of the new hour. `was` is the booking before. Who called it off had their mail then, and an hour that is over stays
 * as it was.
 */
export async function tellLeftHour(
  deps: Deps,
  tx: Tx,
  was: typeof bookings.$inferSelect,
  moved: MetBooking,
): Promise<void> {
  const { sequence } = moved
  if (was.capacity === 1 || !was.seatId || !was.startsAt || was.startsAt <= deps.now()) return
  const left = { ...moved, ...was, seatId: null, sequence }
  await tell(deps, tx, left, { key: `booking-left-hour:${was.id}:${sequence}` }, (about) =>
    about.as === 'coach' ? leftHourNotice(about) : null,
  )
}

/** To the coach of a group: a player of this hour is not in it any more. Where they are now, another mail says. */
export function leftHourNotice(about: About): Notice {
  const { booking, hello, hour } = about
  const invite = calendarInvite(about, 'CANCEL')
  const left = whatIsLeft({ others: hour?.players.length ?? 0, by: 'player', wasCalledOff: false })
  return {
    subject: `Not at this hour any more: ${booking.customerName}${shortWhenOf(about)}`,
    preheader: left,
    title: `${booking.customerName} left this hour`,
    paragraphs: [
      `${hello} ${booking.customerName} had a seat in your session on ${whenOf(about)} and moved to another hour, as another mail says.`,
      left,
      outOfCalendar(about),
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite,
    sms: null,
  }
}
