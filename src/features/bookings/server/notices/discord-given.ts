import { whereToMeet } from '#src/features/bookings/meeting.ts'
import { calendarInvite } from '../calendar/calendar.ts'
import { type About, factsOf, type Notice, openBooking, whenOf, whoOf } from './about.ts'

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
  const { customerName, player } = booking
  // Said by somebody who has proved nothing: the dashboard has the name.
  const name = player ? discord : 'a new name'
  return {
    subject: `${customerName} on Discord: ${name}`,
    preheader: `When you meet: ${whenOf(about)}`,
    title: `How to find ${customerName}`,
    paragraphs: [`${hello} your player tells you how to find them.`, whoOf(about)],
    facts: factsOf(about),
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
    sms: null,
  }
}
