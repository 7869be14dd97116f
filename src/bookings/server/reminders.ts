import { and, eq, lte } from 'drizzle-orm'
import { queueMail } from '#src/notifications/server/notifications.ts'
import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { queuePlayerSms, reminderMail, sessionText } from './life-cycle-mails.ts'
import { withMeeters } from './meeting.ts'
import { bookings } from './table.ts'

/** How long before a session its player is reminded. */
const reminderHours = [24, 1]
const hour = 3_600_000
/** Of one run. */
const mostReminders = 5_000

/** Sends what is due. */
export const sendReminders = defineJob('bookings.send-reminders')

/** When the player is reminded next, after `now`, of a session at `start`; null: not any more, or it has no time yet. */
export function nextReminder(start: { startsAt: Date } | null, now: Date): Date | null {
  if (!start) return null
  const reminders = reminderHours.map((hours) => new Date(start.startsAt.getTime() - hours * hour))
  return reminders.find((at) => at > now) ?? null
}

/** Reminds every player whose time has come, each in a transaction of their own: one that fails stays due and stops nobody. */
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

/** Reminds the player of one booking, if that is due. A late worker tells nobody off: not after the session has begun. */
async function remind(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(and(eq(bookings.id, id), isDue(deps)))
      .for('update')
    if (!booking?.startsAt) return
    const now = deps.now()
    await tx
      .update(bookings)
      .set({ nextReminderAt: nextReminder({ startsAt: booking.startsAt }, now) })
      .where(eq(bookings.id, id))
    if (booking.startsAt <= now) return
    const hours = Math.round((booking.startsAt.getTime() - booking.nextReminderAt!.getTime()) / hour)
    const dedupeKey = `reminder-${hours}h:${id}:${booking.sequence}`
    const met = await withMeeters(tx, booking)
    await queueMail(tx, { dedupeKey, ...reminderMail(met, deps.env) })
    await queuePlayerSms(deps, tx, met, `${dedupeKey}:sms`, `Level Up: ${sessionText(met, deps.env)}`)
  })
}
