import { sql } from 'drizzle-orm'
import { type AlertContent, alertMails, alertStaff, type Staff } from '#src/accounts/server/accounts.ts'
import { coachEmail } from '#src/coaches/server/coaches.ts'
import type { Start } from '#src/schedule/server/schedule.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { showDollars } from '#src/shared/money.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { isScheduled } from './calendar.ts'
import { showClock } from './clock-texts.ts'
import { whatIsLeft } from './life-cycle-mails.ts'
import { bookings } from './table.ts'

type BookingRow = typeof bookings.$inferSelect

/** How many other sessions start on the day of a new one, as a column of the statement that writes it; `dayOf` gives the day. */
export const othersThatDay = sql<number>`(
  select count(distinct (starts_at, coach_id)) from ${bookings} b
  where starts_at >= ${sql.placeholder('dayFrom')}::timestamptz and starts_at < ${sql.placeholder('dayUntil')}::timestamptz
    and status <> 'cancelled'
    and (starts_at, coach_id) <> (${sql.placeholder('startsAt')}::timestamptz, ${sql.placeholder('coachId')}::uuid))`.mapWith(
  Number,
)

/** The day of a start, from midnight to midnight of the business. */
export function dayOf(start: Start | null, zone: string): { dayFrom: Date | null; dayUntil: Date | null } {
  if (!start) return { dayFrom: null, dayUntil: null }
  return {
    dayFrom: instantOf(start.date, '00:00', zone),
    dayUntil: instantOf(addDays(start.date, 1), '00:00', zone),
  }
}

/**
 * The team's mails of a new booking: that it is there, or that only the team can see to it, since its coach hears of
 * nothing or it has no hour. `by` is who of the team made it.
 */
export function bookedAlerts(
  deps: Pick<Deps, 'env'>,
  booking: BookingRow,
  told: { coachEmail: string | null; staff: Staff[] | null; others: number; by?: string },
) {
  const dedupeKey = `booking-alert:${booking.id}`
  return told.coachEmail && isScheduled(booking)
    ? alertMails(deps, told.staff, 'booking', { ...seen(booking, told.others), dedupeKey, by: told.by })
    : alertMails(deps, told.staff, 'unseen', { ...unseen(booking), dedupeKey })
}

/** Tells the team that a session is off. Where its coach hears of nothing, one of them has to tell. `by` is who cancelled it. */
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

/** Tells the team of a session's new hour where its coach hears of nothing. */
export async function alertMoved(deps: Deps, tx: Tx, booking: BookingRow): Promise<void> {
  if (await hears(tx, booking)) return
  const dedupeKey = `booking-moved-alert:${booking.id}:${booking.sequence}`
  await alertStaff(deps, tx, 'unseen', { ...unseen(booking), dedupeKey })
}

/** Tells the team that a player claims the satisfaction guarantee. Why is for the owner's screen, not for mails. */
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

/** What the team is told of a booking whose coach has no account, or which has no coach or no hour yet. */
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
]

function open(label: string, bookingId: string): AlertContent['action'] {
  const page = `/owner?booking=${bookingId}` as const
  return { label, owner: page, admin: page }
}

const when = (booking: BookingRow) => (isScheduled(booking) ? showClock(booking.startsAt, booking.zone) : 'no time yet')

const amount = (price: number) => (price > 0 ? showDollars(price) : 'free')

const sessions = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)
