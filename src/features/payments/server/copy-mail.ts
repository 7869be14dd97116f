import { eq } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { findBooking, type MetBooking, withMeeters } from '#src/features/bookings/server/bookings.ts'
import { composeMail, type MailContent, queueMail } from '#src/features/notifications/server/notifications.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { showDollars } from '#src/shared/money.ts'
import { showSession } from '#src/shared/session-times.ts'
import { showDay, showDuration } from '#src/shared/times.ts'
import { numberReceipts } from './receipts.ts'
import { orders } from './table.ts'

type OrderRow = typeof orders.$inferSelect

/**
 * Mails confirmation and receipt of a booked order to the address its player named beside their own, once; not to an address
 * that had too many mails from visitors (`mayMailUnasked`).
 */
export async function mailCopyOf(deps: Deps, orderId: string): Promise<void> {
  const { db } = deps
  await numberReceipts(deps)
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const row = order?.bookingId && (await findBooking(db, order.bookingId))
  if (!order?.copyTo || !row || row.status === 'cancelled') return
  if (!(await mayMailUnasked(deps, order.copyTo))) return
  const mail = copyMail(order.copyTo, order, await withMeeters(db, row), deps.env)
  await db.transaction((tx) =>
    queueMail(deps, tx, { dedupeKey: `booking-copy:${orderId}`, audience: 'staff', ...mail }),
  )
}

/** Nothing that the player typed stands in it: the reader did not ask for this mail. */
function copyMail(to: string, order: OrderRow, booking: MetBooking, env: Deps['env']): MailContent {
  const { serviceName, coachId, coachName, minutes, startsAt, endsAt, zone, number, price } = booking
  const playerZone = booking.player?.zone ?? zone
  const when = startsAt && endsAt ? showSession({ startsAt, endsAt, zone }, playerZone) : 'Not set yet'
  const facts: [string, string | null][] = [
    ['Coach', coachId && coachName],
    ['Session', `${serviceName}, ${showDuration(minutes)}`],
    ['When', when],
    ['Booking', number],
    ['Receipt', order.receiptNumber],
    ['Paid on', order.settledAt && showDay(order.settledAt, playerZone)],
    ['Price paid', showDollars(price)],
  ]
  return composeMail(env, {
    to,
    subject: `A copy for you: ${serviceName}, ${showDollars(price)}`,
    preheader: `Booking ${number}, paid in full.`,
    title: 'Booked and paid',
    paragraphs: ['A player booked a session at Level Up and wants you to have the confirmation and the receipt.'],
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== null),
    why: 'You get this because somebody who booked a session gave your address for a copy. No other mail about it follows.',
    thread: booking.id,
    optOut: 'copies',
    termsVersion: booking.termsVersion,
  })
}
