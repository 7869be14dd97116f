import type { Party } from '#src/features/bookings/life-cycle.ts'
import { calendarInvite, intoCalendar } from '../calendar/calendar.ts'
import type { bookings } from '../table.ts'
import { type About, doer, factsOf, type Notice, openBooking, shortWhenOf, whenOf, whoOf } from './about.ts'
import { howToMeet } from './booked.ts'
import { receiptLink } from './links.ts'
import { smsPlace, smsStart } from './sms.ts'
import { termsSection } from './terms.ts'

/** A session has moved. `was` is the booking as it was before; `by` is who moved it. */
export function movedNotice(
  about: About,
  { was, by, now }: { was: typeof bookings.$inferSelect; by: Party; now: Date },
): Notice {
  const { booking, as, hello } = about
  const { customerName, coachName, serviceName, capacity } = booking
  const before = whenOf({ ...about, booking: { ...booking, ...was } })
  const did = doer(by, about)
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
      `${hello} ${did} moved your session${withCoach} to ${whenOf(about)}. ${invite}`,
      ...(by === 'player' ? [] : ['Does the new time not suit you? Move it once more, or cancel it.']),
      ...howToMeet(about),
    ],
    sections: [termsSection(about, now)],
    sms:
      by === 'player'
        ? null
        : [
            `${did} moved your session${withCoach} to ${smsStart(about)}. ${smsPlace(about)}`,
            `${did} moved your session to ${smsStart(about)}. ${smsPlace(about)}`,
            `moved: ${coachName}, ${smsStart(about)}. ${smsPlace(about)}`,
          ],
    links: receiptLink(about),
  }
}
