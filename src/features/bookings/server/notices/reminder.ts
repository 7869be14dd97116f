import { whereToMeet } from '#src/features/bookings/meeting.ts'
import { replaysToSend } from '#src/features/bookings/replays.ts'
import { cancellationTerms } from '#src/features/bookings/rules.ts'
import { showStart } from '#src/shared/session-times.ts'
import { showDateIn, showTimeIn } from '#src/shared/times.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'
import { type About, factsOf, type Notice, openBooking, whenOf } from './about.ts'
import { howToMeet } from './booked.ts'
import { smsPlace, smsStart } from './sms.ts'

const minute = 60_000

/** To the player, before a session. It says how near it is at `now`, since a reminder may be late. */
export function reminderNotice(about: About, startsAt: Date, now: Date): Notice {
  const { booking, hello, zone, env } = about
  const { coachName, serviceName } = booking
  const minutes = (startsAt.getTime() - now.getTime()) / minute
  const time = showTimeIn(startsAt, zone)
  const { freeMoveUntil } = cancellationTerms({ ...booking, startsAt })
  const move = freeMoveUntil > now ? ` Move it free until ${showStart(freeMoveUntil, zone)}.` : ''
  const place = booking.coachDiscord ? `${whereToMeet(booking).place}.` : whereToMeet(booking).short
  const shared = {
    preheader: `${place}${move || ' Be online five minutes early.'}`,
    facts: factsOf(about),
    action: openBooking(about),
    optOut: 'reminders' as const,
    invite: null,
  }
  if (minutes <= 90) {
    const inSoon = minutes > 50 ? 'in 1 hour' : `in ${Math.max(5, Math.round(minutes / 5) * 5)} minutes`
    return {
      ...shared,
      subject: `In${inSoon.slice(2)}: ${coachName}, ${time}`,
      title: 'Time to get online',
      paragraphs: [
        `${hello} your session with ${coachName} starts ${inSoon}.`,
        'From 15 minutes before, My Sessions has the Join place for both of you.',
        ...inRoom(about),
        ...howToMeet(about),
      ],
      action: { label: 'Join in My Sessions', url: `${env.baseUrl}/sessions` },
      sms: [
        `${coachName} ${inSoon}, ${smsStart(about)}. ${smsPlace(about)}. Late?`,
        `${coachName} ${inSoon}, ${smsStart(about)}. ${smsPlace(about)}`,
      ],
    }
  }
  const today = wallClock(now, zone).date
  const { date } = wallClock(startsAt, zone)
  const day = date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : `on ${showDateIn(startsAt, zone)}`
  const Day = day.replace(/^on /, '').replace(/^./, (letter) => letter.toUpperCase())
  return {
    ...shared,
    subject: `${Day}, ${time}: ${serviceName} with ${coachName}`,
    title: `See you ${day}`,
    paragraphs: [
      `${hello} your session with ${coachName} is ${day}: ${whenOf(about)}.`,
      ...inRoom(about),
      ...howToMeet(about),
    ],
    sections: [{ heading: 'To prepare', lines: toPrepare(about, now) }],
    sms: [
      `${day}, ${smsStart(about)}: ${serviceName} with ${coachName}. ${smsPlace(about)}. Move or cancel:`,
      `${day}, ${smsStart(about)}: ${coachName}. ${smsPlace(about)}. Move or cancel:`,
      `${day}, ${smsStart(about)}: ${coachName}. ${smsPlace(about)}`,
    ],
  }
}

/** The coach's own room, where there is one. */
function inRoom({ booking: { coachRoom, coachName } }: About): string[] {
  return coachRoom ? [`You meet in ${coachName}’s room: ${coachRoom}`] : []
}

/** What makes the session worth more, in lines for the player. */
function toPrepare({ booking, zone, env }: About, now: Date): string[] {
  const replays = replaysToSend(booking, { where: 'in the chat', now, readerZone: zone })
  const say = `Say what you want to fix, if you have not yet: ${env.baseUrl}/sessions`
  // Without an account there is no page to say it on.
  return [...(booking.playerId ? [say] : []), ...(replays ? [replays] : ['Have a replay or two at hand.'])]
}
