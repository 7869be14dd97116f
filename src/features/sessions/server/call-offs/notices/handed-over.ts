import {
  type About,
  type Change,
  calendarInvite,
  factsOf,
  howToMeet,
  intoCalendar,
  type Notice,
  openBooking,
  outOfCalendar,
  shortWhenOf,
  smsPlace,
  smsStart,
  termsSection,
  whenOf,
  whoOf,
} from '#src/features/bookings/server/bookings.ts'

type HandedOver = {
  /** The coach's name before. */
  was: string
  actor: Change['actor']
  now: Date
}

/** Another coach gives the session, at the same hour. */
export function handedOverNotice(about: About, { was, actor, now }: HandedOver): Notice {
  const { booking, hello } = about
  const { coachName, customerName, serviceName } = booking
  const notice = {
    facts: factsOf(about),
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
  }
  if (about.as === 'coach')
    return {
      ...notice,
      subject: `New session: ${serviceName}${shortWhenOf(about)}`,
      preheader: `${customerName}: ${whenOf(about)}`,
      title: 'You have a new session',
      paragraphs: [
        `${hello} ${was} cannot make it, and ${customerName} plays with you on ${whenOf(about)}. ${intoCalendar(about)}`,
        whoOf(about),
      ],
      sms: null,
    }
  return {
    ...notice,
    subject: `You play with ${coachName}${shortWhenOf(about)}`,
    preheader: 'Same hour, same session, same price.',
    title: `You play with ${coachName}`,
    paragraphs: [
      `${hello} ${coachName} gives your ${serviceName} on ${whenOf(about)} instead of ${was}. Same hour, same session, same price. The attached invite puts it into your calendar.`,
      ...howToMeet(about),
    ],
    sections: [termsSection(about, now)],
    sms:
      actor.role === 'player'
        ? null
        : [
            `you play with ${coachName} instead of ${was}: ${smsStart(about)}. ${smsPlace(about)}`,
            `you play with ${coachName}: ${smsStart(about)}. ${smsPlace(about)}`,
          ],
  }
}

/** To the coach whose session another one gives now. */
export function handedAwayNotice(about: About, to: string): Notice {
  const { booking, hello } = about
  return {
    subject: `Not yours any more: ${booking.customerName}${shortWhenOf(about)}`,
    preheader: `${to} gives it.`,
    title: 'Another coach gives this session',
    paragraphs: [`${hello} ${to} gives ${booking.customerName}’s session on ${whenOf(about)}. ${outOfCalendar(about)}`],
    facts: factsOf(about),
    action: openBooking(about),
    invite: calendarInvite(about, 'CANCEL'),
    sms: null,
  }
}
