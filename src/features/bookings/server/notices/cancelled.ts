import type { Party } from '#src/features/bookings/life-cycle.ts'
import { isWithBank, refundShare } from '#src/features/bookings/rules.ts'
import { showDollars } from '#src/shared/money.ts'
import { calendarInvite } from '../calendar/calendar.ts'
import { isScheduled, type MetBooking } from '../life-cycle/meeting.ts'
import type { bookings } from '../table.ts'
import { type About, doer, factsOf, type Notice, openBooking, shortWhenOf, whenOf } from './about.ts'
import { receiptLink } from './links.ts'
import { shortName, smsStart } from './sms.ts'

/** How a session was cancelled. */
export type Cancelling = {
  by: Party
  /** Typed for those who did not do it. */
  reason: string | null
  /** Cents that go back now, beyond what was due before. */
  refund: number
  /** The booking as it was before. */
  was: typeof bookings.$inferSelect
  /** How many players keep their seats in a group's session, which then goes on. */
  others: number
  now: Date
}

/** A session, or a seat in a group's session, is cancelled. */
export function cancelledNotice(about: About, cancelling: Cancelling): Notice {
  const { by, reason } = cancelling
  // Somebody who has proved nothing writes to nobody's inbox through us.
  const isFromStranger = by === 'player' && !about.booking.isPlayerProven
  const why = reason && by !== about.as && !isFromStranger ? [`Reason: ${reason}`] : []
  return about.as === 'coach' ? forCoach(about, cancelling, why) : forPlayer(about, cancelling, why)
}

function forPlayer(about: About, cancelling: Cancelling, why: string[]): Notice {
  const { booking, hello, env } = about
  const { by, others } = cancelling
  const { serviceName, coachName, coachId, coachSlug } = booking
  const isOwn = by === 'player'
  const seat = others > 0 ? 'seat in the session' : 'session'
  const withCoach = coachId && by !== 'coach' ? ` with ${coachName}` : ''
  const on = isScheduled(booking) ? ` on ${whenOf(about)}` : ''
  const did = { player: 'you cancelled', coach: `${doer(by, about)} had to cancel`, staff: 'we had to cancel' }[by]
  const money = moneyText(cancelling, booking)
  const invite = calendarInvite(about, 'CANCEL')
  return {
    subject: `${{ player: 'Cancelled', coach: `${coachName} had to cancel`, staff: 'We had to cancel' }[by]}: ${serviceName}${shortWhenOf(about)}`,
    preheader: [...why, moneyInShort(cancelling, booking)].join(' ') || `It was with ${coachName}.`,
    title: isOwn ? `Your ${seat} is cancelled` : `Sorry: your ${seat} is cancelled`,
    paragraphs: [
      `${hello} ${did} your ${seat}${withCoach}${on}.${isOwn ? '' : ' Sorry!'}`,
      ...why,
      ...(money ? [money] : []),
      ...(invite ? [outOfCalendar] : []),
    ],
    facts: factsOf(about),
    action: isOwn
      ? openBooking(about)
      : {
          label: coachSlug ? `Pick another hour with ${coachName}` : 'Pick another hour',
          url: coachSlug ? `${env.baseUrl}/coaches/${coachSlug}` : `${env.baseUrl}/#coaches`,
        },
    invite,
    sms: isOwn ? null : cancelledSms(about, did, withCoach, { money: moneyInShort(cancelling, booking), why }),
    links: receiptLink(about),
  }
}

function cancelledSms(
  about: About,
  did: string,
  withCoach: string,
  { money, why }: { money: string; why: string[] },
): string[] {
  const start = isScheduled(about.booking) ? `, ${smsStart(about)}` : ''
  const text = (what: string, ...after: string[]) => [`${what}${start}.`, ...after].filter(Boolean).join(' ')
  const session = `${did} your ${about.booking.serviceName}${withCoach}`
  const short = `${did} your session${withCoach}`
  return [
    ...why.flatMap((reason) => [text(session, money, reason), text(short, money, reason)]),
    text(session, money),
    text(short, money),
    text(`${did}: ${shortName(about.booking.coachName)}`, money),
    text(`cancelled: ${shortName(about.booking.coachName)}`, money),
  ]
}

function forCoach(about: About, { by, others }: Cancelling, why: string[]): Notice {
  const { booking, hello } = about
  const { customerName } = booking
  const seat = others > 0 ? 'seat in the session' : 'session'
  const what = by === 'player' ? `their ${seat} with you` : `${customerName}’s ${seat} with you`
  const on = isScheduled(booking) ? ` on ${whenOf(about)}` : ''
  const left = isScheduled(booking) ? whatIsLeft(others) : 'It had no time yet.'
  const invite = calendarInvite(about, 'CANCEL')
  return {
    subject: `Cancelled: ${customerName}${shortWhenOf(about)}`,
    preheader: [left, ...why].join(' '),
    title: others > 0 ? `${customerName} does not come, the others do` : `${customerName} does not come`,
    paragraphs: [
      `${hello} ${doer(by, about)} cancelled ${what}${on}.`,
      ...why,
      left,
      ...(invite ? [outOfCalendar] : []),
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite,
    sms: null,
  }
}

const outOfCalendar = 'The attached file takes it out of your calendar.'

/** What becomes of a coach's hour when a booking is cancelled and `others` keep their seats. */
export function whatIsLeft(others: number): string {
  if (others === 0) return 'The hour is free again.'
  return `The session goes on with ${others} other ${others === 1 ? 'player' : 'players'}.`
}

const days = 'Banks take 5 to 10 days to show it.'

/** What goes back, and why not more; nothing of a free session. */
function moneyText(cancelling: Cancelling, booking: MetBooking): string | null {
  const { refund, was } = cancelling
  const { price, refundDue } = booking
  if (price === 0) return null
  if (isWithBank(booking)) return 'You asked your bank for this payment, so nothing goes back from us beside that.'
  const [all, now, before] = [price, refund, was.refundDue].map(showDollars)
  const because = becauseOf(cancelling)
  if (refund === 0 && was.refundDue > 0)
    return `We gave you ${before} back for this session before, and nothing more goes back now.`
  if (refund === 0) return `Nothing goes back${because ? `: ${because}` : ''}.`
  if (refund === price) return `All ${all} goes back to the card you paid with. ${days}`
  if (was.refundDue === 0)
    return `You get ${now} of ${all}${because ? ` (${refundShare(was, cancelling.now)}%: ${because})` : ''}. ${days}`
  const total = refundDue === price ? `all of your ${all}` : `${showDollars(refundDue)} of ${all}`
  return `Another ${now} goes back to the card you paid with. With the ${before} before that is ${total}. ${days}`
}

function moneyInShort({ refund, was }: Cancelling, booking: MetBooking): string {
  if (booking.price === 0 || isWithBank(booking)) return ''
  if (refund > 0) return `${showDollars(refund)} back to your card.`
  return was.refundDue > 0 ? 'Nothing more goes back.' : 'Nothing goes back.'
}

/** Why it is not all, where the terms say so: `less than 24 hours before`. */
function becauseOf({ was, now, refund }: Cancelling): string | null {
  const share = refundShare(was, now)
  if (share === 100 || refund !== Math.floor((was.price * share) / 100)) return null
  const { fullRefundHours, halfRefundHours } = was.terms
  const byClock = refundShare({ ...was, refundShareLimit: 100 }, now)
  const hours = share === 0 ? halfRefundHours : fullRefundHours
  return `${share < byClock ? 'you moved it ' : ''}less than ${hours} hours before`
}
