import { isWithBank } from '#src/bookings/catalogue.ts'
import type { Decision } from '#src/bookings/claims.ts'
import type { Party } from '#src/bookings/life-cycle.ts'
import { whereToMeet, whoComes } from '#src/bookings/meeting.ts'
import {
  greeting,
  type MailContent,
  mailLayout,
  queueMail,
  queueSms,
  smsRefusal,
} from '#src/notifications/server/notifications.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Env } from '#src/server/env.ts'
import { showDollars } from '#src/shared/money.ts'
import { showLongDate } from '#src/shared/times.ts'
import { isScheduled } from './calendar.ts'
import { showSessionTime, showShortStart } from './clock-texts.ts'
import { coachAction, howToBeFound, inviteAttachment, playerAction, termLines } from './mails.ts'
import { type MetBooking, withMeeters } from './meeting.ts'
import type { bookings } from './table.ts'

type BookingRow = typeof bookings.$inferSelect
type MailEnv = Pick<Env, 'baseUrl' | 'mailFrom'>

/**
 * Tells player and coach that a session has a new time, and `by` whom; `before` is the booking as it was, null when it had
 * none. A player with a phone hears of what they did not do themselves by SMS too.
 */
export async function queueMovedMails(
  deps: Deps,
  tx: Tx,
  moved: BookingRow,
  before: BookingRow | null,
  by: Party,
): Promise<void> {
  const booking = await withMeeters(tx, moved)
  const title = before ? 'Your session has moved' : 'Your session has its time'
  const old: [string, string][] = before ? [['Was', whenText(before)]] : []
  const content = (reader: Reader, facts: [string, string][], lines: string[], terms: string[]): MailContent => {
    const did = before ? `${doer(by, reader.as, booking)} moved this session` : 'our team has set the time'
    return {
      to: reader.email,
      subject: `${title}: ${booking.serviceName} on ${showLongDate(booking.sessionDate)}`,
      ...mailLayout({
        title,
        paragraphs: [`${reader.greeting} ${did}. The attached invite updates your calendar.`, ...lines],
        facts: [...facts, ['Session', booking.serviceName], ['When', whenText(booking)], ...old],
        action: reader.action,
        sections: terms.length > 0 ? [{ heading: 'Changing your plans', lines: terms }] : [],
      }),
      attachments: inviteAttachment(booking, 'REQUEST', reader, deps.env),
    }
  }
  const { player, coach } = readersOf(booking, deps.env)
  const key = `booking-moved:${booking.id}:${booking.sequence}`
  const terms = isScheduled(booking) ? termLines(booking, deps.now()) : []
  const meet = [whereToMeet(booking).long, ...howToBeFound(booking, deps.env)]
  await queueMail(tx, { dedupeKey: key, ...content(player, [['Coach', booking.coachName]], meet, terms) })
  if (coach)
    await queueMail(tx, {
      dedupeKey: `${key}:coach`,
      ...content(coach, [['Player', booking.customerName]], [whoComes(booking, booking.player)], []),
    })
  const did = before ? `${doer(by, 'player', booking)} moved your session. Now` : 'your session has its time'
  if (by !== 'player')
    await queuePlayerSms(deps, tx, booking, `${key}:sms`, `Level Up: ${did}: ${sessionText(booking, deps.env)}`)
}

/**
 * Tells player and coach that a session is off, by whom and why; the invite takes it out of their calendars. `reason` is
 * meant for both of them, `refund` is what goes back now, in cents, beyond what was due before, `others` how many players
 * keep their seats in a group's session, which then goes on. A player with a phone hears of what they did not do themselves
 * by SMS too.
 */
export async function queueCancelMails(
  deps: Deps,
  tx: Tx,
  cancelled: BookingRow,
  { by, reason, refund, others }: { by: Party; reason: string | null; refund: number; others: number },
): Promise<void> {
  const booking = await withMeeters(tx, cancelled)
  const { serviceName, coachName, price } = booking
  const before = booking.refundDue - refund
  const content = (reader: Reader, after: string[], facts: [string, string][]): MailContent => {
    const isOurs = by !== reader.as
    const whose = reader.as === 'player' ? 'your' : by === 'player' ? 'their' : `${booking.customerName}’s`
    const what = others > 0 ? `${whose} seat in this session.` : 'this session. It will not take place.'
    const did = `${doer(by, reader.as, booking)} cancelled ${what}`
    return {
      to: reader.email,
      subject: `Cancelled: ${serviceName}${isScheduled(booking) ? ` on ${showLongDate(booking.sessionDate)}` : ''}`,
      ...mailLayout({
        title: others > 0 ? 'A seat in this session is cancelled' : 'This session is cancelled',
        paragraphs: [
          `${reader.greeting} ${did}${isOurs && reader.as === 'player' ? ' Sorry!' : ''}`,
          ...(reason && isOurs ? [`Why: ${reason}`] : []),
          ...after,
        ],
        facts: [...facts, ['Session', serviceName], ['When', whenText(booking)]],
        action: reader.action,
      }),
      attachments: inviteAttachment(booking, 'CANCEL', reader, deps.env),
    }
  }
  const back = isWithBank(booking)
    ? 'You asked your bank for this payment, so nothing goes back from us beside that.'
    : refund > 0
      ? `${showDollars(refund)} is on its way back to the card you paid with. Banks take 5 to 10 days to show it.`
      : before > 0
        ? `We gave you ${showDollars(before)} back for this session before, and nothing more goes back now.`
        : 'By the terms of this booking nothing is paid back.'
  const { player, coach } = readersOf(booking, deps.env)
  const key = `booking-cancelled:${booking.id}`
  await queueMail(tx, {
    dedupeKey: key,
    ...content(player, price > 0 ? [back] : [], [['Coach', coachName]]),
  })
  if (coach)
    await queueMail(tx, {
      dedupeKey: `${key}:coach`,
      ...content(coach, [whatIsLeft(others)], [['Player', booking.customerName]]),
    })
  if (by === 'player') return
  const money = refund > 0 ? ` ${showDollars(refund)} goes back to your card.` : ''
  const why = reason ? ` Why: ${reason}` : ''
  const what = `${serviceName} with ${coachName}${isScheduled(booking) ? `, ${showShortStart(booking)}` : ''}`
  const text = `Level Up: ${doer(by, 'player', booking)} had to cancel ${what}.${money}${why}`
  await queuePlayerSms(deps, tx, booking, `${key}:sms`, text)
}

/** What becomes of a coach's hour when a booking is cancelled and `others` keep their seats. */
export function whatIsLeft(others: number): string {
  if (others === 0) return 'The hour is free again.'
  return `The session goes on with ${others} other ${others === 1 ? 'player' : 'players'}.`
}

/** To the player, before a session. */
export function reminderMail(booking: MetBooking, env: MailEnv): MailContent {
  return {
    to: booking.customerEmail,
    subject: `Coming up: ${booking.serviceName} with ${booking.coachName}`,
    ...mailLayout({
      title: 'Your session is coming up',
      paragraphs: [
        `${greeting(booking.customerName, booking.isEmailProven)} your session with ${booking.coachName} is near.`,
        whereToMeet(booking).long,
        ...howToBeFound(booking, env),
      ],
      facts: [
        ['Session', booking.serviceName],
        ['When', whenText(booking)],
      ],
      action: playerAction(env),
    }),
    attachments: [],
  }
}

/** A session in one SMS: what, with whom, when, where, and where to say that one is late. */
export function sessionText(booking: MetBooking, { baseUrl }: Pick<Env, 'baseUrl'>): string {
  const when = isScheduled(booking) ? showShortStart(booking) : 'time to be agreed'
  const place = whereToMeet(booking).short
  const end = /[.!?]$/.test(place) ? '' : '.'
  return `${booking.serviceName} with ${booking.coachName}, ${when}. ${place}${end} Late? ${baseUrl}/sessions`
}

/** Sends the player of a booking an SMS where reminders go by SMS too: to a phone on the booking that can have one. */
export async function queuePlayerSms(
  deps: Deps,
  tx: Tx,
  { customerPhone }: BookingRow,
  dedupeKey: string,
  text: string,
): Promise<void> {
  if (customerPhone && !(await smsRefusal(deps, tx, customerPhone)))
    await queueSms(tx, { dedupeKey, to: customerPhone, text })
}

/** What the owner decided about a guarantee claim. `refund` is what goes back now, in cents: 0 when all of it had gone before. */
export function claimDecidedMail(
  booking: MetBooking,
  decision: Decision,
  { refund, reason }: { refund: number; reason: string | null },
  env: MailEnv,
): MailContent {
  const said = {
    refunded:
      refund > 0
        ? `You get ${showDollars(refund)} back for this session. Banks take 5 to 10 days to show it.`
        : `You are right, and we gave you all ${showDollars(booking.refundDue)} back for this session before.`,
    'another-coach':
      'We have booked you a free session with another coach. Our team will contact you to find an hour that suits you.',
    declined: 'We cannot accept this claim.',
  }[decision]
  return {
    to: booking.customerEmail,
    subject: 'Your satisfaction guarantee',
    ...mailLayout({
      title: 'Your satisfaction guarantee',
      paragraphs: [
        `${greeting(booking.customerName, booking.isEmailProven)} we have looked at your claim.`,
        said,
        ...(reason ? [reason] : []),
      ],
      facts: [
        ['Session', booking.serviceName],
        ['Coach', booking.coachName],
        ['When', whenText(booking)],
      ],
      action: playerAction(env),
    }),
    attachments: [],
  }
}

/** Who hears of a change, and where they find the session. */
type Reader = { as: 'player' | 'coach'; greeting: string; email: string; action: { label: string; url: string } }

function readersOf(booking: MetBooking, env: MailEnv): { player: Reader; coach: Reader | null } {
  const { customerName, customerEmail, isEmailProven, coachName, coachEmail } = booking
  const toPlayer = greeting(customerName, isEmailProven)
  const toCoach = greeting(coachName, true)
  return {
    player: { as: 'player', greeting: toPlayer, email: customerEmail, action: playerAction(env) },
    coach: coachEmail ? { as: 'coach', greeting: toCoach, email: coachEmail, action: coachAction(env) } : null,
  }
}

/** Who did something, in a sentence to `reader`. */
function doer(by: Party, reader: 'player' | 'coach', booking: BookingRow): string {
  if (by === reader) return 'you'
  return { player: booking.customerName, coach: booking.coachName, staff: 'our team' }[by]
}

function whenText(booking: BookingRow): string {
  return isScheduled(booking) ? `${showLongDate(booking.sessionDate)}, ${showSessionTime(booking)}` : 'To be agreed'
}
