import { and, eq, lte } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { reminderDue } from '#src/features/bookings/events.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { isScheduled, withMeeters } from '../life-cycle/meeting.ts'
import { reminderNotice } from '../notices/reminder.ts'
import { tell } from '../notices/tell.ts'
import { alertNoDiscord } from '../staff-alerts.ts'
import { bookings } from '../table.ts'

/** How long before a session its player is reminded; `sessions` reminds its coach by the event. */
const reminderHours = [24, 1]
const hour = 3_600_000
/** Of one run. */
const mostReminders = 5_000

/** Sends what is due. */
export const sendReminders = defineJob('bookings.send-reminders')

/** When the player's next reminder after `now` is due for a session at `start`; null: none left, or no time yet. */
export function nextReminder(start: { startsAt: Date } | null, now: Date): Date | null {
  if (!start) return null
  const reminders = reminderHours.map((hours) => new Date(start.startsAt.getTime() - hours * hour))
  return reminders.find((at) => at > now) ?? null
}

/** Sends all due reminders, each in a transaction of its own: a failing one stays due and does not stop the others. */
export async function remindDue(deps: Deps): Promise<void> {
  const due = await deps.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(isDue(deps))
    .orderBy(bookings.nextReminderAt)
    .limit(mostReminders)
  for (const { id } of due)
    await remind(deps, id).catch((error) => deps.log.error({ err: error, booking: id }, 'a reminder could not be sent'))
}

const isDue = ({ now }: Deps) => and(eq(bookings.status, 'confirmed'), lte(bookings.nextReminderAt, now()))

/** Sends the reminder of one booking if it is due, but not once the session has begun. */
async function remind(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(and(eq(bookings.id, id), isDue(deps)))
      .for('update')
    if (!booking || !isScheduled(booking) || !booking.nextReminderAt) return
    const now = deps.now()
    await tx
      .update(bookings)
      .set({ nextReminderAt: nextReminder({ startsAt: booking.startsAt }, now) })
      .where(eq(bookings.id, id))
    if (booking.startsAt <= now) return
    const hours = Math.round((booking.startsAt.getTime() - booking.nextReminderAt.getTime()) / hour)
    const key = `reminder-${hours}h:${id}:${booking.sequence}`
    const met = await withMeeters(tx, booking)
    await tell(deps, tx, met, { key }, (about) =>
      about.as === 'player' ? reminderNotice(about, booking.startsAt, now) : null,
    )
    await alertNoDiscord(deps, tx, met)
    await deps.jobs.emit(tx, reminderDue, { bookingId: id, hours, startsAt: booking.startsAt.toISOString() })
  })
}
