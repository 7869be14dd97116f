import {
  type About,
  calendarInvite,
  factsOf,
  howToMeet,
  intoCalendar,
  type Notice,
  openBooking,
  shortWhenOf,
  smsStart,
  termsSection,
  whenOf,
} from '#src/features/bookings/server/bookings.ts'
import { showMoment } from '#src/shared/session-times.ts'

/** The coach proposes another hour. */
export function proposalNotice(about: About, to: Date): Notice {
  const { booking, hello, zone } = about
  const { coachName, serviceName } = booking
  const hour = showMoment(to, zone)
  return {
    subject: `${coachName} proposes another hour: ${hour}`,
    preheader: `Take it, or keep ${whenOf(about)}.`,
    title: `Does ${hour} suit you?`,
    paragraphs: [
      `${hello} ${coachName} asks whether you would play your ${serviceName} on ${hour} instead of ${whenOf(about)}.`,
      'Take it in My Sessions, or do nothing and keep your hour. Cancel instead and everything goes back until it starts.',
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite: null,
    sms: [
      `${coachName} proposes ${hour} instead of ${smsStart(about)}. Take it, or keep your hour:`,
      `${coachName} proposes another hour than ${smsStart(about)}. Take it, or keep it:`,
    ],
  }
}

/** The player took it. */
export function proposalTakenNotice(about: About, { was, now }: { was: Date; now: Date }): Notice {
  const { booking, hello, zone } = about
  const before = showMoment(was, zone)
  const isCoach = about.as === 'coach'
  return {
    subject: isCoach
      ? `Moved: ${booking.customerName}${shortWhenOf(about)}`
      : `Your new hour: ${booking.serviceName}${shortWhenOf(about)}`,
    preheader: `Was: ${before}`,
    title: isCoach ? `${booking.customerName} takes your hour` : `Your new time with ${booking.coachName}`,
    paragraphs: [
      isCoach
        ? `${hello} ${booking.customerName} takes the hour you proposed: ${whenOf(about)} instead of ${before}. ${about.hour ? intoCalendar(about) : 'The attached invite moves it in your calendar.'}`
        : `${hello} you took the hour that ${booking.coachName} proposed: ${whenOf(about)}. The attached invite moves it in your calendar.`,
      ...(isCoach ? [] : howToMeet(about)),
    ],
    facts: [...factsOf(about), ['Was', before]],
    action: openBooking(about),
    ...(isCoach ? {} : { sections: [termsSection(about, now)] }),
    invite: calendarInvite(about, 'REQUEST'),
    sms: null,
  }
}
