import { sql } from 'drizzle-orm'
import type { Deps } from '#src/deps.ts'
import { type AlertContent, alertStaff, notVerified } from '#src/features/accounts/server/accounts.ts'
import type { Tx } from '#src/platform/database/db.ts'
import { only } from '#src/platform/database/only.ts'
import { showDollars } from '#src/shared/money.ts'
import { showInstant } from '#src/shared/times.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { isScheduled, type MetBooking, type Scheduled } from './life-cycle/meeting.ts'
import { isUnproven, playerName } from './notices/about.ts'
import { type Cancelling, isLeftToTeam, whatIsLeft } from './notices/cancelled.ts'
import { bookings } from './table.ts'

/**
 * Notifies the team of a new booking: that it exists, or that only they can handle it, because its coach is not
 * notified or it has no hour. `by`: the member of staff who made it.
 */
export async function alertBooked(deps: Deps, tx: Tx, booking: MetBooking, by: string | null): Promise<void> {
  const dedupeKey = `booking-alert:${booking.id}`
  if (!isScheduled(booking) || !isSeen(booking))
    return alertStaff(deps, tx, 'unseen', { ...unseen(booking), dedupeKey })
  const others = await countOthersThatDay(tx, booking)
  await alertStaff(deps, tx, 'booking', { ...seen(booking, others), dedupeKey, by })
}

/**
 * Notifies the team of a session whose coach has still said no name on Discord: with the player's first reminder, once an hour of the
 * coach's. One whose coach has no account the team knows of already.
 */
export async function alertNoDiscord(deps: Deps, tx: Tx, booking: MetBooking): Promise<void> {
  const { id, coachId, coachName, coachEmail, coachDiscord, startsAt } = booking
  if (!coachEmail || coachDiscord) return
  await alertStaff(deps, tx, 'unseen', {
    dedupeKey: `no-discord-alert:${coachId}:${+(startsAt ?? 0)}`,
    subject: `${coachName} still has no Discord name and meets ${playerName(booking)} ${when(booking)}`,
    title: 'Players cannot find this coach',
    paragraphs: [`We promised ${playerName(booking)} that name. Ask ${coachName} to add it under Profile.`],
    ...about(booking),
    action: open('Open booking', id),
  })
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
 * Notifies the team of a cancelled session: who cancelled it and why. Asks them to tell a coach who is not notified.
 * `accountId`: who did it.
 */
export async function alertCancelled(
  deps: Deps,
  tx: Tx,
  booking: MetBooking,
  cancelling: Omit<Cancelling, 'was' | 'now'> & { accountId: string },
): Promise<void> {
  const { by, isPlayersWish, isWithdrawal, reason, refund, accountId } = cancelling
  const { id, coachId, coachName, coachEmail } = booking
  const isOurs = isLeftToTeam(by, booking, deps.now())
  const back = isOurs ? 'money to decide' : refund > 0 ? `${showDollars(refund)} back` : 'nothing to pay back'
  const more = isOurs ? ' It is beyond 5 in 24 hours: refund on the booking what is due.' : ''
  const isTold = coachEmail !== null
  const left = coachId ? `Tell ${coachName}: they have no account.` : 'It had no coach yet.'
  const who = { player: 'The player', coach: coachName, staff: 'Our team' }[by]
  const did = isWithdrawal
    ? 'The player withdrew.'
    : `${who} cancelled${by === 'staff' && isPlayersWish ? ', as the player asked' : ''}.`
  await alertStaff(deps, tx, isTold ? 'cancellation' : 'unseen', {
    dedupeKey: `booking-cancelled-alert:${id}`,
    subject: `${isWithdrawal ? 'Withdrawn' : 'Cancelled'}: ${playerName(booking)}, ${when(booking)}, ${back}`,
    title: 'A session is cancelled',
    paragraphs: [`${did} ${isTold ? `${coachName} knows. ${whatIsLeft(cancelling)}` : left}${more}`],
    ...about(booking, reason ? [['Reason', reason]] : []),
    action: open('Open booking', id),
    by: isTold ? accountId : null,
  })
}

/** Notifies the team of a session's new hour if its coach is not notified. */
export async function alertMoved(deps: Deps, tx: Tx, booking: MetBooking): Promise<void> {
  if (isSeen(booking)) return
  const dedupeKey = `booking-moved-alert:${booking.id}:${booking.sequence}`
  await alertStaff(deps, tx, 'unseen', { ...unseen(booking), dedupeKey })
}

/** Notifies the team of a guarantee claim. The reason is for the owner's screen, not for mails. */
export async function alertClaim(
  deps: Deps,
  tx: Tx,
  booking: MetBooking,
  { wanted, answerBy, grantedAt }: { wanted: string; answerBy: Date; grantedAt: Date },
): Promise<void> {
  await alertStaff(deps, tx, 'claim', {
    dedupeKey: `claim-alert:${booking.id}`,
    subject: `Guarantee: ${playerName(booking)} wants ${wanted}`,
    title: 'A claim to decide',
    paragraphs: [
      `It was ${playerName(booking)}'s first session, and they were not happy with it. Their reason is under Money, where the owner decides. We promised them an answer by ${showInstant(answerBy, booking.zone)}. Without one it is granted by itself at ${showInstant(grantedAt, booking.zone)}.`,
    ],
    ...about(booking, [['Wants', wanted]]),
    action: { label: 'Decide', owner: '/owner?tab=money' },
  })
}

/** Notifies the team of an SMS that a player did not get, so that somebody writes or calls. `news`: what it told, as a half sentence. */
export async function alertNotDelivered(
  deps: Deps,
  tx: Tx,
  booking: MetBooking,
  { deliveryId, news }: { deliveryId: string; news: string },
): Promise<void> {
  const { id, customerPhone } = booking
  await alertStaff(deps, tx, 'not-delivered', {
    dedupeKey: `sms-not-delivered:${id}:${deliveryId}`,
    subject: `SMS not delivered: ${playerName(booking)} may not know that ${news}`,
    title: 'Our SMS did not arrive',
    paragraphs: [
      `It said that ${news}. A mail about it was written, too: Deliveries says whether it arrived. Write to them or call them, to be sure.`,
    ],
    ...about(booking, customerPhone ? [['Phone', customerPhone]] : []),
    action: open('Write or call', id),
  })
}

/** Whether a coach reads of it who has said when they are there. */
function isSeen({ coachEmail, areHoursConfirmed }: MetBooking): boolean {
  return coachEmail !== null && areHoursConfirmed
}

function seen(booking: MetBooking, others: number) {
  const { id, serviceName, coachName, price } = booking
  return {
    subject: `Booked: ${serviceName}, ${coachName}, ${when(booking)}, ${amount(price)}`,
    title: 'A new booking',
    paragraphs: [
      `${playerName(booking)} ${price > 0 ? 'booked and paid' : 'has a free session'}. ${sessions(others + 1)} that day.`,
    ],
    ...about(booking),
    action: open('Open booking', id),
  }
}

/**
 * What the team is told about a booking whose coach has no account or never confirmed their hours, or which lacks a coach
 * or an hour.
 */
function unseen(booking: MetBooking): Omit<AlertContent, 'dedupeKey'> {
  const { id, coachId, coachName, coachEmail } = booking
  const player = playerName(booking)
  const told = {
    ...about(booking),
    action: open(coachId && isScheduled(booking) ? 'Open booking' : 'Schedule it', id),
  }
  if (!coachId)
    return {
      subject: `Nobody sees this booking: ${player} has no coach yet`,
      title: 'This booking needs a coach and an hour',
      paragraphs: [`Agree an hour with ${player}, and schedule the session with a coach.`],
      ...told,
    }
  if (!isScheduled(booking))
    return {
      subject: `No hour yet: ${player} with ${coachName}`,
      title: 'This booking needs an hour',
      paragraphs: [`Agree an hour with ${player}, and schedule the session: only the team can.`],
      ...told,
    }
  if (coachEmail)
    return {
      subject: `Check this booking: ${coachName} never confirmed their hours`,
      title: 'Ask the coach about this booking',
      paragraphs: [`${coachName} has a mail about it. Ask whether they can come.`],
      ...told,
    }
  return {
    subject: `Nobody sees this booking: ${coachName} has no account`,
    title: 'Tell the coach of this booking',
    paragraphs: [
      `${coachName} gets no mail about it. Please tell them when the session is, or hand it over to another coach.`,
    ],
    ...told,
  }
}

/** What all alerts of one booking share: its facts, and its thread of the inbox. */
function about(booking: MetBooking, more: [string, string][] = []): Pick<AlertContent, 'facts' | 'thread'> {
  return {
    facts: [
      ['Session', booking.serviceName],
      ['Coach', booking.coachName],
      ['When', when(booking)],
      ['Player', `${booking.customerName}, ${booking.customerEmail}`],
      ...(isUnproven(booking) ? [notVerified] : []),
      ['Price', amount(booking.price)],
      ['Booking', booking.number],
      ...more,
    ],
    thread: booking.id,
  }
}

function open(label: string, bookingId: string): AlertContent['action'] {
  const page = `/owner?booking=${bookingId}` as const
  return { label, owner: page, admin: page }
}

/** When a session is, on the business's clock. */
export const when = (booking: MetBooking) =>
  isScheduled(booking) ? showInstant(booking.startsAt, booking.zone) : 'no time yet'

const amount = (price: number) => (price > 0 ? showDollars(price) : 'free')

const sessions = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)
