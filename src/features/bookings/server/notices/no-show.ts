import type { Party } from '#src/features/bookings/life-cycle.ts'
import { noShowHours } from '#src/features/bookings/rules.ts'
import { type About, doer, factsOf, type Notice, openBooking, shortWhenOf, whenOf } from './about.ts'

/** To the player, whom `by` marked as one who did not come: they lose their money by it, and may know better. */
export function noShowNotice(about: About, by: Party): Notice {
  const { booking, hello, env } = about
  const { serviceName, coachName, price, refundDue, playerId } = booking
  const withCoach = by === 'coach' ? '' : ` with ${coachName}`
  // A coach's word can be answered; our team's is corrected.
  const isAnswered = by === 'coach' && playerId !== null
  const objection = isAnswered
    ? `Say so in My Sessions within ${noShowHours} hours: then it is no no-show any more, and our team decides.`
    : `Tell us within ${noShowHours} hours, ${playerId ? 'in the session’s chat or ' : ''}by writing to us: our team can correct it.`
  const money = price === 0 ? '' : refundDue > 0 ? 'You get no further refund.' : 'You get no refund for it.'
  return {
    subject: `Marked as a no-show: ${serviceName}${shortWhenOf(about)}`,
    preheader: [money, `Is that wrong? Tell us within ${noShowHours} hours.`].filter(Boolean).join(' '),
    title: 'Your session is marked as a no-show',
    paragraphs: [
      `${hello} ${doer(by, about)} marked your session${withCoach} on ${whenOf(about)} as a no-show: you did not come.`,
      ...(money ? [money] : []),
      `Is that wrong? ${objection}`,
    ],
    facts: factsOf(about),
    action: isAnswered ? { label: 'Open My Sessions', url: `${env.baseUrl}/sessions` } : openBooking(about),
    invite: null,
    sms: isAnswered ? [`${coachName} says that you did not come. Not so? Say it within ${noShowHours} hours`] : null,
  }
}
