import { whereToMeet } from '#src/features/bookings/meeting.ts'
import { calendarInvite } from '../calendar/calendar.ts'
import { isScheduled } from '../life-cycle/meeting.ts'
import { type About, factsOf, type Notice, openBooking, shortWhenOf, whenOf, whoOf } from './about.ts'

/** To the player: the coach has a (new) name on Discord. */
export function coachDiscordNotice(about: About, discord: string): Notice {
  const { booking, hello } = about
  return {
    subject: `${booking.coachName} on Discord: ${discord}`,
    preheader: `Add the name today. When you meet: ${whenOf(about)}`,
    title: `Add ${booking.coachName} on Discord`,
    paragraphs: [`${hello} this is where you meet.`, whereToMeet(booking).long],
    facts: [['Discord', discord], ...factsOf(about)],
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
    sms: null,
  }
}

/** To the coach: the player has a (new) name on Discord. */
export function playerDiscordNotice(about: About, discord: string): Notice {
  const { booking, hello } = about
  const { customerName } = booking
  return {
    subject: `${customerName} on Discord: ${discord}`,
    preheader: `When you meet: ${whenOf(about)}`,
    title: `How to find ${customerName}`,
    paragraphs: [`${hello} your player tells you how to find them.`, whoOf(about)],
    facts: factsOf(about),
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
    sms: null,
  }
}

/** To the coach, who was told of the session without a name: the player has proved their e-mail. */
export function playerKnownNotice(about: About): Notice {
  const { booking, hello } = about
  const { customerName, number } = booking
  return {
    subject: `${customerName} is your player in ${number}${shortWhenOf(about)}`,
    preheader: whoOf(about),
    title: `You play with ${customerName}`,
    paragraphs: [
      `${hello} the player of this session has verified their e-mail, so now we can name them.`,
      whoOf(about),
      ...(isScheduled(booking) ? ['The attached invite names them in your calendar.'] : []),
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
    sms: null,
  }
}
