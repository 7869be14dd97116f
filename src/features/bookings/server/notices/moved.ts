import type { Party } from '#src/features/bookings/life-cycle.ts'
import { calendarInvite, intoCalendar } from '../calendar/calendar.ts'
import type { bookings } from '../table.ts'
import { type About, doer, factsOf, type Notice, openBooking, reasonFor, shortWhenOf, whenOf, whoOf } from './about.ts'
import { howToMeet } from './booked.ts'
import { receiptLink } from './links.ts'
import { smsPlace, smsStart } from './sms.ts'
import { termsSection } from './terms.ts'

/** A session has moved. `was` is the booking as it was before; `by` is who moved it; `reason` is typed for those who did not. */
export function movedNotice(
  about: About,
  { was, by, reason, now }: { was: typeof bookings.$inferSelect; by: Party; reason: string | null; now: Date },
): Notice {
  const { booking, as, hello } = about
  const { customerName, coachName, serviceName, capacity } = booking
  const before = whenOf({ ...about, booking: { ...booking, ...was } })
  const did = doer(by, about)
  const told = reasonFor(about, { by, reason })
  const why = told ? [`Reason: “${told}”`] : []
  const sorry = by === 'player' ? '' : ' Sorry!'
  const notice = {
    preheader: `Was: ${before}`,
    facts: [...factsOf(about), ['Was', before]] satisfies [string, string][],
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
  }
  const invite = about.hour ? intoCalendar(about) : 'The attached invite moves it in your calendar.'
  if (as === 'coach') {
    const whose = by === 'player' ? 'their session with you' : `your session with ${customerName}`
    return {
      ...notice,
      subject: `Moved: ${customerName}${shortWhenOf(about)}`,
      title: `Your new time with ${customerName}`,
      paragraphs: [
        `${hello} ${did} moved ${whose} to ${whenOf(about)}. ${invite}${capacity === 1 ? ' The old hour is free again.' : ''}`,
        ...why,
        whoOf(about),
      ],
      sms: null,
    }
  }
  const withCoach = by === 'coach' ? '' : ` with ${coachName}`
  return {
    ...notice,
    subject: `Your session has moved: ${serviceName}${shortWhenOf(about)}`,
    title: `Your new time with ${coachName}`,
    paragraphs: [
      `${hello} ${did} moved your session${withCoach} to ${whenOf(about)}.${sorry} ${invite}`,
      ...why,
      ...(by === 'player' ? [] : ['Does the new time not suit you? Move it once more, or cancel it.']),
      ...howToMeet(about),
    ],
    sections: [termsSection(about, now)],
    sms:
      by === 'player'
        ? null
        : [
            // Where it does not fit whole, the mail says why: half a reason says something else.
            ...(told ? [`moved to ${smsStart(about)}: “${told}” ${smsPlace(about)}`] : []),
            `${did} moved your session${withCoach} to ${smsStart(about)}. ${smsPlace(about)}`,
            `${did} moved your session to ${smsStart(about)}. ${smsPlace(about)}`,
            `moved: ${coachName}, ${smsStart(about)}. ${smsPlace(about)}`,
          ],
    links: receiptLink(about),
  }
}
