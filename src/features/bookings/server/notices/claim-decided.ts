import type { Decision } from '#src/features/bookings/claims.ts'
import { showDollars } from '#src/shared/money.ts'
import { showDuration } from '#src/shared/times.ts'
import type { MetBooking } from '../life-cycle/meeting.ts'
import { type About, aboutPlayer, factsOf, type Notice, openBooking } from './about.ts'
import { receiptLink } from './links.ts'

export type Decided = {
  decision: Decision
  /** The owner's words to the player. */
  reason: string | null
  /** Cents that go back now: 0 when all of it had gone before. */
  refund: number
  /** The free session that is given instead. */
  free: MetBooking | null
  /** The owner answered; else nobody did in time, and the player gets what they asked for. */
  isAnswered: boolean
}

/** The player's claim of the guarantee is decided, by the owner or by itself. `about` is the claimed session. */
export function claimDecidedNotice(about: About, { decision, reason, refund, free, isAnswered }: Decided): Notice {
  const { booking, hello } = about
  const claim = `your guarantee claim for your ${booking.serviceName} with ${booking.coachName}`
  const looked = isAnswered
    ? `${hello} we have looked at ${claim}.`
    : `${hello} sorry: we did not answer ${claim} in time, so it is granted.`
  const quote = reason ? [`We wrote: “${reason}”`] : []
  const notice = {
    facts: factsOf(about),
    action: openBooking(about),
    invite: null,
    sms: null,
    links: receiptLink(about),
  }
  if (decision === 'declined')
    return {
      ...notice,
      subject: `Your guarantee claim: ${booking.number}`,
      preheader: 'We cannot accept it. Here is why.',
      title: 'We cannot accept your claim',
      paragraphs: [looked, 'We cannot accept it.', ...quote],
    }
  if (decision === 'refunded') {
    const { price, refundDue } = booking
    return {
      ...notice,
      subject: `Your guarantee: your money ${refund > 0 ? 'is on its way' : 'went back before'}`,
      preheader: refund > 0 ? `${showDollars(refund)} back to your card.` : 'All of it went back before.',
      title: refund > 0 ? 'You get your money back' : 'You have your money back',
      paragraphs: [
        looked,
        refund === 0
          ? booking.dispute === 'lost'
            ? 'Your bank has given you this payment back before.'
            : `You are right, and we gave you all ${showDollars(refundDue)} back for this session before.`
          : `${refund === price ? 'All' : 'Another'} ${showDollars(refund)} goes back to the card you paid with. Banks take 5 to 10 days to show it.`,
        ...quote,
      ],
    }
  }
  return {
    ...notice,
    subject: 'Your guarantee: a free session with another coach',
    preheader: 'It is booked. Our team finds an hour with you.',
    title: 'A free session with another coach',
    paragraphs: [
      looked,
      'You get the same session once more with another coach, free: that is our guarantee. Our team will contact you to find an hour that suits you.',
      ...quote,
    ],
    facts: [
      ['Session', booking.serviceName],
      ['Duration', showDuration(booking.minutes)],
      ['Coach', `Another one than ${booking.coachName}`],
      ['When', 'To be agreed with our team'],
      ['Price', 'Free'],
      ...(free ? ([['Booking', free.number]] satisfies [string, string][]) : []),
      ['Instead of', booking.number],
    ],
    action: openBooking(free ? aboutPlayer(free, about.env) : about),
  }
}
