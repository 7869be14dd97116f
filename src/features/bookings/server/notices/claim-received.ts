import type { Remedy } from '#src/features/bookings/claims.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { type About, factsOf, type Notice, openBooking } from './about.ts'

/** To the player: their claim of the guarantee has arrived, until when it is answered, and what follows without an answer. */
export function claimReceivedNotice(
  about: About,
  { wanted, reason, answerBy, grantedAt }: { wanted: Remedy; reason: string; answerBy: Date; grantedAt: Date },
): Notice {
  const { booking, hello, zone } = about
  const by = `by ${showMoment(answerBy, zone)}`
  const [what, bySelf] =
    wanted === 'refunded'
      ? ['your money back', 'Your money goes back by itself.']
      : ['another coach', 'Your free session with another coach is booked by itself.']
  return {
    subject: `We got your guarantee claim: ${booking.number}`,
    preheader: `The owner reads it and answers ${by}.`,
    title: 'We got your claim',
    paragraphs: [
      `${hello} we got it: after your ${booking.serviceName} with ${booking.coachName} you want ${what}. You hear ${by}.`,
      `No answer by ${showMoment(grantedAt, zone)}? ${bySelf}`,
      // The mail may reach somebody else while nobody has proved the address.
      ...(booking.isEmailProven ? [`You wrote: “${reason}”`] : []),
    ],
    facts: [...factsOf(about), ['You asked for', wanted === 'refunded' ? 'Your money back' : 'Another coach']],
    action: openBooking(about),
    invite: null,
    sms: null,
  }
}
