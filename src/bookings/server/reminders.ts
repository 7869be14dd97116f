import { and, eq } from 'drizzle-orm'
import { queueMail, queueSms, smsRefusal } from '#src/notifications/server/notifications.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { defineJob } from '#src/server/jobs.ts'
import { reminderMail, reminderText } from './life-cycle-mails.ts'
import { bookings } from './table.ts'

/** How long before a session its player is reminded. */
export const reminderHours = [24, 1]

/** `sequence` is the booking's when the reminder was planned: a booking moved since has newer ones. */
export const sendReminder = defineJob<{ bookingId: string; sequence: number; hours: number }>('bookings.send-reminder')

/** Plans the reminders of a booking's present time, in the transaction that sets it. Those in the past are left out. */
export async function planReminders(
  deps: Deps,
  tx: Tx,
  { id, startsAt, sequence }: Pick<typeof bookings.$inferSelect, 'id' | 'startsAt' | 'sequence'>,
): Promise<void> {
  if (!startsAt) return
  const reminders = reminderHours.map((hours) => ({
    data: { bookingId: id, sequence, hours },
    startAfter: new Date(startsAt.getTime() - hours * 3_600_000),
  }))
  const ahead = reminders.filter(({ startAfter }) => startAfter > deps.now())
  await deps.jobs.addAll(tx, sendReminder, ahead)
}

/** Reminds the player, unless the session was cancelled or moved since, or has begun: a late worker tells nobody off. */
export async function remind(
  deps: Deps,
  { bookingId, sequence, hours }: { bookingId: string; sequence: number; hours: number },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [booking] = await tx
      .select()
      .from(bookings)
      .where(and(eq(bookings.id, bookingId), eq(bookings.sequence, sequence), eq(bookings.status, 'confirmed')))
      .for('share')
    if (!booking?.startsAt || booking.startsAt <= deps.now()) return
    const dedupeKey = `reminder-${hours}h:${bookingId}:${sequence}`
    await queueMail(deps.jobs, tx, { dedupeKey, ...reminderMail(booking, deps.env) })
    if (booking.customerPhone && !(await smsRefusal(deps, tx, booking.customerPhone)))
      await queueSms(deps.jobs, tx, {
        dedupeKey: `${dedupeKey}:sms`,
        to: booking.customerPhone,
        text: reminderText(booking),
      })
  })
}
