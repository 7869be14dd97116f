import { cancellationTerms } from '#src/bookings/catalogue.ts'
import { whereToMeet, whoComes } from '#src/bookings/meeting.ts'
import { greeting, type MailContent, mailLayout } from '#src/notifications/server/notifications.ts'
import type { Env } from '#src/server/env.ts'
import { showDollars } from '#src/shared/money.ts'
import { showDuration, showLongDate } from '#src/shared/times.ts'
import { calendarInvite, type InviteOptions, isScheduled, type Scheduled } from './calendar.ts'
import { showClock, showSessionTime } from './clock-texts.ts'
import type { MetBooking } from './meeting.ts'
import type { bookings } from './table.ts'

type BookingRow = typeof bookings.$inferSelect
type MailEnv = Pick<Env, 'baseUrl' | 'mailFrom'>

/** To the player: the session, what was paid, the terms, what comes next, and the calendar invite. */
export function bookingConfirmedMail(booking: MetBooking, env: MailEnv): MailContent {
  const scheduled = isScheduled(booking) ? booking : null
  return {
    to: booking.customerEmail,
    subject: scheduled
      ? `You're booked: ${booking.serviceName} on ${showLongDate(booking.sessionDate)}`
      : `You're booked: ${booking.serviceName}`,
    ...mailLayout({
      title: "You're booked",
      paragraphs: [
        `${greeting(booking.customerName, booking.isEmailProven)} your session is confirmed.`,
        scheduled
          ? 'The attached invite puts it into your calendar.'
          : 'Its time is not set yet: our team will contact you to find an hour that suits you.',
      ],
      facts: [
        ['Coach', booking.coachName],
        ...sessionFacts(booking),
        ['Price paid', booking.price > 0 ? showDollars(booking.price) : 'Free'],
        ...(booking.paymentId ? [['Payment reference', booking.paymentId] as [string, string]] : []),
      ],
      action: playerAction(env),
      sections: [
        {
          heading: 'Next steps',
          lines: [
            'Keep this message: it is your confirmation.',
            'Prepare for the session: save a replay or two and note what you want to get better at.',
            whereToMeet(booking).long,
            ...howToBeFound(booking, env),
          ],
        },
        { heading: 'Changing your plans', lines: scheduled ? termLines(scheduled) : termLinesWithoutTime(booking) },
      ],
    }),
    attachments: inviteAttachment(booking, 'REQUEST', { as: 'player', email: booking.customerEmail }, env),
  }
}

/** To the coach: the session with its invite, and what the player wants the coach to know; no contact data. */
export function bookingConfirmedCoachMail(booking: MetBooking, coachEmail: string, env: MailEnv): MailContent {
  const scheduled = isScheduled(booking) ? booking : null
  return {
    to: coachEmail,
    subject: scheduled
      ? `New session: ${booking.serviceName} on ${showLongDate(booking.sessionDate)}`
      : `New session: ${booking.serviceName}`,
    ...mailLayout({
      title: 'You have a new session',
      paragraphs: [
        `${booking.customerName} booked a session with you. You will meet on Discord.`,
        whoComes(booking, booking.player),
        scheduled
          ? 'The attached invite puts it into your calendar.'
          : 'Its time is not set yet: our team will agree one with the player and tell you.',
      ],
      facts: [['Player', booking.customerName], ...sessionFacts(booking)],
      action: coachAction(env),
    }),
    attachments: inviteAttachment(booking, 'REQUEST', { as: 'coach', email: coachEmail }, env),
  }
}

function sessionFacts(booking: BookingRow): [string, string][] {
  const when: [string, string][] = isScheduled(booking)
    ? [
        ['Date', showLongDate(booking.sessionDate)],
        ['Time', showSessionTime(booking)],
      ]
    : [['Time', 'To be agreed with our team']]
  return [
    ['Session', booking.serviceName],
    ...(booking.includes ? [['What is in it', booking.includes] as [string, string]] : []),
    ['Duration', showDuration(booking.minutes)],
    ...when,
  ]
}

/** The terms that were sold, with their dollars and deadlines. A deadline that had passed at `since` is left out. */
export function termLines(booking: Scheduled, since = booking.createdAt): string[] {
  const { full, half, freeMoveUntil } = cancellationTerms(booking)
  const terms: [until: Date, say: (deadline: string) => string][] = [
    [freeMoveUntil, (deadline) => `Move it to another free hour until ${deadline}: free.`],
  ]
  if (booking.fullRefundUntilStart && full.amount > 0)
    terms.push([
      full.until,
      () => `Everything back until it starts: cancel any time before and you get ${showDollars(full.amount)}.`,
    ])
  // A session that was moved late gives the half back all along.
  else if (full.amount > half.amount)
    terms.push([full.until, (deadline) => `Cancel until ${deadline}: ${fullRefund(booking, full.amount)}.`])
  if (half.amount > 0)
    terms.push([half.until, (deadline) => `Cancel until ${deadline}: ${halfRefund(booking, half.amount)}.`])
  const open = terms.filter(([until]) => until > since)
  return [...open.map(([until, say]) => say(showClock(until, booking.zone))), ...lastLines(booking)]
}

/** The same terms while there is no time to count back from. */
function termLinesWithoutTime(booking: BookingRow): string[] {
  const { fullRefundHours, halfRefundHours, freeMoveHours } = booking.terms
  const { full, half } = cancellationTerms({ ...booking, startsAt: new Date() })
  const move = `Move it to another free hour until ${freeMoveHours} hours before it starts: free.`
  if (booking.price === 0) return [move, ...lastLines(booking)]
  return [
    move,
    `Cancel until ${fullRefundHours} hours before it starts: ${fullRefund(booking, full.amount)}.`,
    `Cancel until ${halfRefundHours} hours before it starts: ${halfRefund(booking, half.amount)}.`,
    ...lastLines(booking),
  ]
}

// Where something went back before, a share of the price is not what is left to give.
const fullRefund = ({ refundDue }: BookingRow, amount: number) =>
  refundDue > 0 ? `${showDollars(amount)} back` : `full refund of ${showDollars(amount)}`
const halfRefund = ({ refundDue }: BookingRow, amount: number) =>
  refundDue > 0 ? `${showDollars(amount)} back` : `50% refund, ${showDollars(amount)}`

function lastLines({ price, fullRefundUntilStart, terms }: BookingRow): string[] {
  if (price === 0)
    return ['This session is free, so there is nothing to refund. If you cannot come, please tell us early.']
  return fullRefundUntilStart ? [] : [`No refund in the last ${terms.halfRefundHours} hours before it starts.`]
}

/** Reminds a player who has not said so yet to tell the coach who will call; the coach reads that we do (`whoComes`). */
export function howToBeFound(
  { playerId, player, coachId, coachName }: MetBooking,
  { baseUrl }: Pick<Env, 'baseUrl'>,
): string[] {
  if (player?.handles.discord) return []
  // Without a coach nobody calls yet.
  if (!coachId) return []
  return playerId
    ? [`${coachName} does not know your Discord name yet. Say it here: ${baseUrl}/account`]
    : [`Sign up with this e-mail address to write to ${coachName} and say your Discord name: ${baseUrl}/signup`]
}

/** Where a player finds their sessions. */
export const playerAction = ({ baseUrl }: Pick<Env, 'baseUrl'>) => ({
  label: 'My Sessions',
  url: `${baseUrl}/sessions`,
})

/** Where a coach finds theirs. */
export const coachAction = ({ baseUrl }: Pick<Env, 'baseUrl'>) => ({
  label: 'Coach Dashboard',
  url: `${baseUrl}/coach-dashboard`,
})

/** The calendar file for one person, as an attachment; none while the time is to be decided. */
export function inviteAttachment(
  booking: MetBooking,
  method: InviteOptions['method'],
  reader: InviteOptions['reader'],
  { mailFrom, baseUrl }: MailEnv,
) {
  const content = calendarInvite(booking, { method, organizer: mailFrom, baseUrl, reader })
  return content
    ? [{ filename: 'invite.ics', contentType: `text/calendar; charset=utf-8; method=${method}`, content }]
    : []
}
