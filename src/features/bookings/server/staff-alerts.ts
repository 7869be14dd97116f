import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type AlertContent, alertStaff } from '#src/features/accounts/server/accounts.ts'
import { coachEmail } from '#src/features/coaches/server/coaches.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { showDollars } from '#src/shared/money.ts'
import { showInstant } from '#src/shared/times.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { isScheduled, type Scheduled } from './life-cycle/meeting.ts'
import { whatIsLeft } from './notices/cancelled.ts'
import { bookings } from './table.ts'

type BookingRow = typeof bookings.$inferSelect

/**
 * Notifies the team of a new booking: that it exists, or that only they can handle it, because its coach is not
 * notified or it has no hour. `by`: the member of staff who made it.
 */
export async function alertBooked(deps: Deps, tx: Tx, booking: BookingRow, by?: string): Promise<void> {
  const dedupeKey = `booking-alert:${booking.id}`
  if (!isScheduled(booking) || !(await hears(tx, booking)))
    return alertStaff(deps, tx, 'unseen', { ...unseen(booking), dedupeKey })
  const others = await countOthersThatDay(tx, booking)
  await alertStaff(deps, tx, 'booking', { ...seen(booking, others), dedupeKey, by })
}

/** How many other sessions start on the day of a booking; players who share a session count once. */
async function countOthersThatDay(tx: Tx, { startsAt, coachId, sessionDate, zone }: Scheduled): Promise<number> {
  const { rows } = await tx.execute<{ others: number }>(sql`
    select count(distinct (starts_at, coach_id))::int as others from ${bookings}
      where starts_at >= ${instantOf(sessionDate, '00:00', zone).toISOString()}::timestamptz
        and starts_at < ${instantOf(addDays(sessionDate, 1), '00:00', zone).toISOString()}::timestamptz
        and status <> 'cancelled'
        and (starts_at, coach_id) <> (${startsAt.toISOString()}::timestamptz, ${coachId}::uuid)`)
  return only(rows).others
}

/**
 * Notifies the team of a cancelled session, and asks them to tell a coach who is not notified. `by`: who cancelled it.
 */
export async function alertCancelled(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  { refund, by, others }: { refund: number; by: string; others: number },
): Promise<void> {
  const { id, customerName, coachName } = booking
  const back = refund > 0 ? `${showDollars(refund)} back` : 'nothing to pay back'
  const isTold = await hears(tx, booking)
  const left = booking.coachId ? `Tell ${coachName}: they have no account.` : 'It had no coach yet.'
  await alertStaff(deps, tx, isTold ? 'cancellation' : 'unseen', {
    dedupeKey: `booking-cancelled-alert:${id}`,
    subject: `Cancelled: ${customerName}, ${when(booking)}, ${back}`,
    paragraphs: [isTold ? `${coachName} knows. ${whatIsLeft(others)}` : left],
    facts: facts(booking),
    action: open('Open booking', id),
    by: isTold ? by : null,
  })
}

/** Notifies the team of a session's new hour if its coach is not notified. */
export async function alertMoved(deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  if (await hears(tx, booking)) return
  const dedupeKey = `booking-moved-alert:${booking.id}:${booking.sequence}`
  await alertStaff(deps, tx, 'unseen', { ...unseen(booking), dedupeKey })
}

/** Notifies the team of a guarantee claim. The reason is for the owner's screen, not for mails. */
export async function alertClaim(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  wanted = 'their money back or another coach',
): Promise<void> {
  await alertStaff(deps, tx, 'claim', {
    dedupeKey: `claim-alert:${booking.id}`,
    subject: `Guarantee: ${booking.customerName} wants ${wanted}`,
    paragraphs: [
      `It was ${booking.customerName}'s first session, and they were not content. Why stands beside it on the Money tab, where the owner decides.`,
    ],
    facts: facts(booking),
    action: { label: 'Decide', owner: '/owner?tab=money' },
  })
}

async function hears(tx: Tx, { coachId }: BookingRow): Promise<boolean> {
  return coachId !== null && (await coachEmail(tx, coachId)) !== null
}

function seen(booking: BookingRow, others: number) {
  const { id, serviceName, coachName, customerName, price } = booking
  return {
    subject: `Booked: ${serviceName}, ${coachName}, ${when(booking)}, ${amount(price)}`,
    paragraphs: [`${customerName} booked${price > 0 ? ' and paid' : ' for free'}. ${sessions(others + 1)} that day.`],
    facts: facts(booking),
    action: open('Open booking', id),
  }
}

/** What the team is told about a booking whose coach has no account, or which lacks a coach or an hour. */
function unseen(booking: BookingRow): Omit<AlertContent, 'dedupeKey'> {
  const { id, coachId, coachName, customerName } = booking
  const told = {
    facts: facts(booking),
    action: open(coachId && isScheduled(booking) ? 'Open booking' : 'Schedule it', id),
  }
  if (!coachId)
    return {
      subject: `Nobody sees this booking: ${customerName} has no coach yet`,
      paragraphs: [`Agree an hour with ${customerName}, and schedule the session with a coach.`],
      ...told,
    }
  if (!isScheduled(booking))
    return {
      subject: `No hour yet: ${customerName} with ${coachName}`,
      paragraphs: [`Agree an hour with ${customerName}, and schedule the session: only the team can.`],
      ...told,
    }
  return {
    subject: `Nobody sees this booking: ${coachName} has no account`,
    // No screen hands a session over yet.
    paragraphs: [`Tell ${coachName}: nobody else does.`],
    ...told,
  }
}

const facts = (booking: BookingRow): [string, string][] => [
  ['Session', booking.serviceName],
  ['Coach', booking.coachName],
  ['When', when(booking)],
  ['Player', `${booking.customerName}, ${booking.customerEmail}`],
  ['Price', amount(booking.price)],
  ['Booking', booking.number],
]

function open(label: string, bookingId: string): AlertContent['action'] {
  const page = `/owner?booking=${bookingId}` as const
  return { label, owner: page, admin: page }
}

const when = (booking: BookingRow) =>
  isScheduled(booking) ? showInstant(booking.startsAt, booking.zone) : 'no time yet'

const amount = (price: number) => (price > 0 ? showDollars(price) : 'free')

const sessions = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)
