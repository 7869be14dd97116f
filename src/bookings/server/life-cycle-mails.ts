import type { Decision } from '#src/bookings/claims.ts'
import { coachEmail } from '#src/coaches/server/coaches.ts'
import { type MailContent, mailLayout, queueMail } from '#src/notifications/server/notifications.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import type { Env } from '#src/server/env.ts'
import { showDollars } from '#src/shared/money.ts'
import { showLongDate } from '#src/shared/times.ts'
import { isScheduled } from './calendar.ts'
import { showSessionTime } from './clock-texts.ts'
import { coachAction, inviteAttachment, playerAction, termLines } from './mails.ts'
import type { bookings } from './table.ts'

type BookingRow = typeof bookings.$inferSelect
type MailEnv = Pick<Env, 'baseUrl' | 'mailFrom'>

/** Tells player and coach that a session has a new time; `before` is the booking as it was, null when it had none. */
export async function queueMovedMails(
  deps: Deps,
  tx: Tx,
  booking: BookingRow,
  before: BookingRow | null,
): Promise<void> {
  const title = before ? 'Your session has moved' : 'Your session has its time'
  const old: [string, string][] = before ? [['Was', whenText(before)]] : []
  const content = (person: Recipient, facts: [string, string][], terms: string[]): MailContent => ({
    to: person.email,
    subject: `${title}: ${booking.serviceName} on ${showLongDate(booking.sessionDate)}`,
    ...mailLayout({
      title,
      paragraphs: [`Hi ${person.name}, here is the new time. The attached invite updates your calendar.`],
      facts: [...facts, ['Session', booking.serviceName], ['When', whenText(booking)], ...old],
      action: person.action,
      sections: terms.length > 0 ? [{ heading: 'Changing your plans', lines: terms }] : [],
    }),
    attachments: inviteAttachment(booking, 'REQUEST', person, deps.env),
  })
  const { player, coach } = await recipients(tx, booking, deps.env)
  const key = `booking-moved:${booking.id}:${booking.sequence}`
  const terms = isScheduled(booking) ? termLines(booking, deps.now()) : []
  await queueMail(tx, { dedupeKey: key, ...content(player, [['Coach', booking.coachName]], terms) })
  if (coach)
    await queueMail(tx, {
      dedupeKey: `${key}:coach`,
      ...content(coach, [['Player', booking.customerName]], []),
    })
}

/**
 * Tells player and coach that a session is off; the invite takes it out of their calendars. `refund` is what goes back now,
 * in cents, beyond what was due before.
 */
export async function queueCancelMails(deps: Deps, tx: Tx, booking: BookingRow, refund: number): Promise<void> {
  const before = booking.refundDue - refund
  const back =
    refund > 0
      ? `${showDollars(refund)} is on its way back to the card you paid with. Banks take 5 to 10 days to show it.`
      : before > 0
        ? `We gave you ${showDollars(before)} back for this session before, and nothing more goes back now.`
        : 'By the terms of this booking nothing is paid back.'
  const content = (person: Recipient, paragraphs: string[], facts: [string, string][]): MailContent => ({
    to: person.email,
    subject: `Cancelled: ${booking.serviceName}${isScheduled(booking) ? ` on ${showLongDate(booking.sessionDate)}` : ''}`,
    ...mailLayout({
      title: 'This session is cancelled',
      paragraphs: [`Hi ${person.name}, this session will not take place.`, ...paragraphs],
      facts: [...facts, ['Session', booking.serviceName], ['When', whenText(booking)]],
      action: person.action,
    }),
    attachments: inviteAttachment(booking, 'CANCEL', person, deps.env),
  })
  const { player, coach } = await recipients(tx, booking, deps.env)
  const key = `booking-cancelled:${booking.id}`
  await queueMail(tx, {
    dedupeKey: key,
    ...content(player, booking.price > 0 ? [back] : [], [['Coach', booking.coachName]]),
  })
  if (coach)
    await queueMail(tx, {
      dedupeKey: `${key}:coach`,
      ...content(coach, ['The hour is free again.'], [['Player', booking.customerName]]),
    })
}

/** To the player, before a session. */
export function reminderMail(booking: BookingRow, env: MailEnv): MailContent {
  return {
    to: booking.customerEmail,
    subject: `Coming up: ${booking.serviceName} with ${booking.coachName}`,
    ...mailLayout({
      title: 'Your session is coming up',
      paragraphs: [`Hi ${booking.customerName}, you will meet ${booking.coachName} on Discord.`],
      facts: [
        ['Session', booking.serviceName],
        ['When', whenText(booking)],
      ],
      action: playerAction(env),
    }),
    attachments: [],
  }
}

/** The same as an SMS. */
export function reminderText(booking: BookingRow): string {
  return `Level Up: ${booking.serviceName} with ${booking.coachName}, ${whenText(booking)}, on Discord.`
}

/** What the owner decided about a guarantee claim. `refund` is what goes back now, in cents: 0 when all of it had gone before. */
export function claimDecidedMail(
  booking: BookingRow,
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
      paragraphs: [`Hi ${booking.customerName}, we have looked at your claim.`, said, ...(reason ? [reason] : [])],
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
type Recipient = { name: string; email: string; action: { label: string; url: string } }

async function recipients(
  tx: Tx,
  booking: BookingRow,
  env: MailEnv,
): Promise<{ player: Recipient; coach: Recipient | null }> {
  const email = booking.coachId && (await coachEmail(tx, booking.coachId))
  return {
    player: { name: booking.customerName, email: booking.customerEmail, action: playerAction(env) },
    coach: email ? { name: booking.coachName, email, action: coachAction(env) } : null,
  }
}

function whenText(booking: BookingRow): string {
  return isScheduled(booking) ? `${showLongDate(booking.sessionDate)}, ${showSessionTime(booking)}` : 'To be agreed'
}
