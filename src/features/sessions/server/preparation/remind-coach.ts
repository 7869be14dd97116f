import type { Deps } from '#src/deps.ts'
import type { ReminderDue } from '#src/features/bookings/events.ts'
import { findBooking, whenOf } from '#src/features/bookings/server/bookings.ts'
import { composeMail, queueMail } from '#src/features/notifications/server/notifications.ts'
import { showTimeIn } from '#src/shared/times.ts'
import { coachsSeats, hourSection, playersOf } from './coachs-hours.ts'

/** So many hours before a session its coach is reminded; what to prepare stands in the day's plan. */
const coachHours = 1
const minute = 60_000

/** Reminds a coach with their player's last reminder, once an hour; not of a session that moved, was cancelled or has begun meanwhile. */
export async function remindCoach(deps: Deps, { bookingId, hours, startsAt }: ReminderDue): Promise<void> {
  if (hours !== coachHours) return
  await deps.db.transaction(async (tx) => {
    const booking = await findBooking(tx, bookingId)
    const from = new Date(startsAt)
    if (!booking?.coachId || booking.startsAt?.toISOString() !== startsAt || from <= deps.now()) return
    const { coachId } = booking
    const [first, ...others] = await coachsSeats(deps, tx, { coachId, from, to: new Date(+from + 1) })
    if (!first?.about.email) return
    const { hello, zone, email } = first.about
    const hour = [first, ...others] as [typeof first, ...typeof others]
    const minutes = Math.round((+from - +deps.now()) / minute / 5) * 5
    const inSoon = minutes > 50 ? 'in 1 hour' : `in ${Math.max(5, minutes)} minutes`
    await queueMail(deps, tx, {
      dedupeKey: `coach-reminder:${coachId}:${+from}:coach`,
      audience: 'staff',
      ...composeMail(deps.env, {
        to: email,
        subject: `In${inSoon.slice(2)}: you coach ${playersOf(hour)}, ${showTimeIn(from, zone)}`,
        preheader: 'Join in your agenda from 15 minutes before.',
        title: `You coach ${inSoon}`,
        paragraphs: [
          `${hello} your session with ${playersOf(hour)} starts ${inSoon}: ${whenOf(first.about)}.`,
          'From 15 minutes before you join in your agenda. You cannot come? Call it off there now.',
        ],
        sections: [hourSection(hour, null)],
        action: { label: 'Join in your agenda', url: `${deps.env.baseUrl}/coach-dashboard?section=agenda` },
        why: 'You get this because you coach at Level Up.',
        optOut: 'coachReminders',
        about: hour.map(({ about }) => about.booking.id),
      }),
    })
  })
}
