import type { Party } from '#src/features/bookings/life-cycle.ts'
import { isWithBank, refundNow, refundShare } from '#src/features/bookings/rules.ts'
import { showDollars } from '#src/shared/money.ts'
import { showDatedMoment } from '#src/shared/session-times.ts'
import { calendarInvite, outOfCalendar } from '../calendar/calendar.ts'
import { isScheduled, type MetBooking } from '../life-cycle/meeting.ts'
import type { bookings } from '../table.ts'
import { type About, doer, factsOf, type Notice, openBooking, reasonFor, shortWhenOf, whenOf } from './about.ts'
import { receiptLink } from './links.ts'
import { smsStart } from './sms.ts'

/** How a session was cancelled. */
export type Cancelling = {
  by: Party
  /** Whether the player wanted it: they cancelled, or asked our team to. */
  isPlayersWish: boolean
  /** The player withdrew from what they paid for (TERM-9). */
  isWithdrawal?: boolean | undefined
  /** Typed for those who did not do it. */
  reason: string | null
  /** Cents that go back now, beyond what was due before. */
  refund: number
  /** The booking as it was before. */
  was: typeof bookings.$inferSelect
  /** How many players keep their seats in a group's session, which then goes on. */
  others: number
  /** The coach had called it off: the hour stays shut, whoever cancels now. */
  wasCalledOff: boolean
  now: Date
}

/** A session, or a seat in a group's session, is cancelled. */
export function cancelledNotice(about: About, cancelling: Cancelling): Notice {
  const told = reasonFor(about, cancelling)
  return about.as === 'coach' ? forCoach(about, cancelling, told) : forPlayer(about, cancelling, told)
}

function forPlayer(about: About, cancelling: Cancelling, reason: string | null): Notice {
  const why = reason ? [`Reason: “${reason}”`] : []
  const { booking, hello, env } = about
  const { by, isPlayersWish, isWithdrawal, others, now } = cancelling
  const { serviceName, coachName, coachId, coachSlug } = booking
  const seat = others > 0 ? 'seat in the session' : 'session'
  const withCoach = coachId && by !== 'coach' ? ` with ${coachName}` : ''
  const on = isScheduled(booking) ? ` on ${whenOf(about)}` : ''
  const did = {
    player: isWithdrawal ? 'you withdrew from' : 'you cancelled',
    coach: `${doer(by, about)} had to cancel`,
    staff: isPlayersWish ? 'you asked us to cancel' : 'we had to cancel',
  }[by]
  const ours = by === 'coach' ? `${coachName} had to cancel` : 'We had to cancel'
  const what = isWithdrawal ? 'Withdrawn' : isPlayersWish ? 'Cancelled' : ours
  const money = moneyText(cancelling, booking)
  const invite = calendarInvite(about, 'CANCEL')
  return {
    subject: `${what}: ${serviceName}${shortWhenOf(about)}`,
    preheader: [...why, moneyInShort(cancelling, booking)].filter(Boolean).join(' ') || `It was with ${coachName}.`,
    title: isWithdrawal ? 'You have withdrawn' : `${isPlayersWish ? 'Your' : 'Sorry: your'} ${seat} is cancelled`,
    paragraphs: [
      `${hello} ${did} your ${seat}${withCoach}${on}.${isPlayersWish ? (by === 'staff' ? ' It is cancelled.' : '') : ' Sorry!'}`,
      ...why,
      ...(isWithdrawal ? [`It reached us on ${showDatedMoment(now, about.zone)}. This mail confirms it.`] : []),
      ...(money ? [money] : []),
      ...(invite ? [outOfCalendar(about)] : []),
    ],
    facts: factsOf(about),
    action: isPlayersWish
      ? openBooking(about)
      : by === 'coach'
        ? { label: 'Pick another coach', url: `${env.baseUrl}/#coaches` }
        : {
            label: coachSlug ? `Pick another hour with ${coachName}` : 'Pick another hour',
            url: coachSlug ? `${env.baseUrl}/coaches/${coachSlug}` : `${env.baseUrl}/#coaches`,
          },
    invite,
    sms:
      by === 'player'
        ? null
        : cancelledSms(about, did, withCoach, { money: moneyInShort(cancelling, booking), reason }),
    smsWords: reason ?? undefined,
    links: receiptLink(about),
  }
}

/** The reason is said in each but the last: where even the brief form is too long, it is cut. */
function cancelledSms(
  about: About,
  did: string,
  withCoach: string,
  { money, reason }: { money: string; reason: string | null },
): string[] {
  const { coachName, serviceName } = about.booking
  const start = isScheduled(about.booking) ? `, ${smsStart(about)}` : ''
  const text = (what: string, ...after: string[]) => [`${what}.`, ...after].filter(Boolean).join(' ')
  const long = reason ? [money, `Reason: “${reason}”`] : [money]
  const what = withCoach ? `${did}: ${coachName}` : did
  const brief = text(what + start.replace(/^, \w+/, ''), money.replace(' to your card', ''))
  return [
    text(`${did} your ${serviceName}${withCoach}${start}`, ...long),
    text(`${did} your session${withCoach}${start}`, ...long),
    text(what + start, ...long),
    ...(reason ? [`${brief} “${reason}”`] : []),
    text(`cancelled: ${coachName}${start}`, money),
  ]
}

function forCoach(about: About, cancelling: Cancelling, reason: string | null): Notice {
  const why = reason ? [`Reason: “${reason}”`] : []
  const { by, isPlayersWish, others, wasCalledOff } = cancelling
  const { booking, hello } = about
  const { customerName } = booking
  const seat = others > 0 ? 'seat in the session' : 'session'
  const did =
    by === 'staff' && isPlayersWish
      ? `${customerName} asked our team to cancel their`
      : `${doer(by, about)} cancelled ${by === 'player' ? 'their' : `${customerName}’s`}`
  const on = isScheduled(booking) ? ` on ${whenOf(about)}` : ''
  const isTeamsWish = by === 'staff' && !isPlayersWish
  const left = !isScheduled(booking)
    ? 'It had no time yet.'
    : isTeamsWish && others === 0 && !wasCalledOff
      ? 'The hour can be booked again. Cannot make it? Close it in your Coach Dashboard.'
      : whatIsLeft(cancelling)
  const invite = calendarInvite(about, 'CANCEL')
  return {
    subject: `Cancelled: ${customerName}${shortWhenOf(about)}`,
    preheader: [left, ...why].join(' '),
    title: coachsTitle(about, cancelling),
    paragraphs: [`${hello} ${did} ${seat} with you${on}.`, ...why, left, ...(invite ? [outOfCalendar(about)] : [])],
    facts: factsOf(about),
    action: openBooking(about),
    invite,
    sms: null,
  }
}

/** By who cancelled: a player who wanted to come is not one who does not. */
function coachsTitle(
  { booking: { customerName } }: About,
  { by, isPlayersWish, others, wasCalledOff }: Cancelling,
): string {
  if (wasCalledOff) return 'The session you called off is cancelled'
  if (isPlayersWish)
    return others > 0 ? `${customerName} is not coming, the others are` : `${customerName} is not coming`
  const what = others > 0 ? `${customerName}’s seat` : 'this session'
  return by === 'coach' ? `You cancelled ${what}` : `Our team cancelled ${what}`
}

/** What becomes of a coach's hour when a booking is cancelled and `others` keep their seats. One that its coach gave up stays shut. */
export function whatIsLeft({ others, by, wasCalledOff }: Pick<Cancelling, 'others' | 'by' | 'wasCalledOff'>): string {
  if (others === 0) return by === 'coach' || wasCalledOff ? 'The hour stays shut.' : 'The hour is free again.'
  return `The session goes on with ${others} other ${others === 1 ? 'player' : 'players'}.`
}

const days = 'Banks take 5 to 10 days to show it.'

/** Whether a player who cancelled too often today, by a block, leaves the money to our team (TERM-1). */
export function isLeftToTeam(by: Party, booking: MetBooking, now: Date): boolean {
  return by === 'player' && refundNow(booking, now) > 0
}

/** What goes back, and why not more; nothing of a free session. */
function moneyText(cancelling: Cancelling, booking: MetBooking): string | null {
  const { refund, was } = cancelling
  const { price, refundDue } = booking
  if (price === 0) return null
  if (isWithBank(booking)) return 'You asked your bank for this payment, so nothing goes back from us beside that.'
  if (isLeftToTeam(cancelling.by, booking, cancelling.now))
    return 'You have cancelled 5 sessions in 24 hours: our team looks at the money of this one, and writes to you.'
  const [all, now, before] = [price, refund, was.refundDue].map(showDollars)
  const because = becauseOf(cancelling)
  if (refund === 0 && was.refundDue > 0)
    return `We gave you ${before} back for this session before, and there is no further refund now.`
  if (refund === 0) return `You get no refund${because ? `: ${because}` : ''}.`
  if (refund === price) return `All ${all} goes back to the card you paid with. ${days}`
  if (was.refundDue === 0)
    return `You get ${now} of ${all}${because ? ` (${refundShare(was, cancelling.now)}%: ${because})` : ''}. ${days}`
  const total = refundDue === price ? `all of your ${all}` : `${showDollars(refundDue)} of ${all}`
  return `Another ${now} goes back to the card you paid with. With the ${before} before that is ${total}. ${days}`
}

function moneyInShort({ by, refund, was, now }: Cancelling, booking: MetBooking): string {
  if (booking.price === 0 || isWithBank(booking)) return ''
  if (isLeftToTeam(by, booking, now)) return 'Our team looks at the money.'
  if (refund > 0) return `${showDollars(refund)} back to your card.`
  return was.refundDue > 0 ? `${showDollars(was.refundDue)} went back before.` : 'You get no refund.'
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
