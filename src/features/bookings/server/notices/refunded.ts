import { isCalledOff } from '#src/features/bookings/life-cycle.ts'
import { showDollars } from '#src/shared/money.ts'
import { type About, factsOf, type Notice, openBooking } from './about.ts'
import { receiptLink } from './links.ts'

/** The team gives money back, for a reason of its own. `amount` is cents; the booking's `refundDue` counts it already. */
export function refundedNotice(about: About, { amount, reason }: { amount: number; reason: string }): Notice {
  const { booking, hello } = about
  const { price, refundDue, serviceName, coachId, coachName } = booking
  const [all, now, before, total] = [price, amount, refundDue - amount, refundDue].map(showDollars)
  const session = `your ${serviceName}${coachId ? ` with ${coachName}` : ''}`
  const sum = refundDue > amount ? ` With the ${before} before that is ${total} of ${all}.` : ''
  return {
    subject: `${now} back: ${serviceName}`,
    preheader: `${now} back to your card.`,
    title: `You get ${now} back`,
    paragraphs: [
      `${hello} we give back ${amount === price ? `all of the ${all}` : `${now} of the ${all}`} you paid for ${session}.${sum}`,
      `We wrote: “${reason}”`,
      'It goes to the card you paid with. Banks take 5 to 10 days to show it.',
      ...(isCalledOff(booking)
        ? ['Your session stays called off: you can still choose what becomes of it.']
        : booking.status === 'confirmed'
          ? ['Your session stays as it is.']
          : []),
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite: null,
    sms: null,
    links: receiptLink(about),
  }
}
