import type { Remedy } from '#src/features/bookings/claims.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { type About, factsOf, type Notice, openBooking } from './about.ts'

/** To the player: their claim of the guarantee has arrived, and until when it is answered. */
export function claimReceivedNotice(
  about: About,
  { wanted, reason, answerBy }: { wanted: Remedy; reason: string; answerBy: Date },
): Notice {
  const { booking, hello, zone } = about
  const by = `by ${showMoment(answerBy, zone)}`
  return {
    subject: `We got your guarantee claim: ${booking.number}`,
    preheader: `The owner reads it and answers ${by}.`,
    title: 'We got your claim',
    paragraphs: [
      `${hello} we got your guarantee claim for your ${booking.serviceName} with ${booking.coachName}. The owner reads it, and we write to you ${by}.`,
      // The mail may reach somebody else while nobody has proved the address.
      ...(booking.isEmailProven ? [`You wrote: “${reason}”`] : []),
    ],
    facts: [...factsOf(about), ['You asked for', wanted === 'refunded' ? 'Your money back' : 'Another coach']],
    action: openBooking(about),
    invite: null,
    sms: null,
  }
}
