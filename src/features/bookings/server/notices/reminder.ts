import { whereToMeet } from '#src/features/bookings/meeting.ts'
import { cancellationTerms } from '#src/features/bookings/rules.ts'
import { showStart } from '#src/shared/session-times.ts'
import { showDateIn, showTimeIn } from '#src/shared/times.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'
import { type About, factsOf, type Notice, openBooking, whenOf } from './about.ts'
import { howToMeet } from './booked.ts'
import { shortName, smsPlace, smsStart } from './sms.ts'

const minute = 60_000

/** To the player, before a session. It says how near it is at `now`, since a reminder may be late. */
export function reminderNotice(about: About, startsAt: Date, now: Date): Notice {
  const { booking, hello, zone } = about
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
      paragraphs: [`${hello} your session with ${coachName} starts ${inSoon}.`, ...howToMeet(about)],
      sms: [
        `${coachName} ${inSoon}, ${smsStart(about)}. ${smsPlace(about)}. Late?`,
        `${shortName(coachName)} ${inSoon}, ${smsStart(about)}. ${smsPlace(about)}`,
        `${shortName(coachName)} ${inSoon}, ${smsStart(about)}`,
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
    paragraphs: [`${hello} your session with ${coachName} is ${day}: ${whenOf(about)}.`, ...howToMeet(about)],
    sms: [
      `${day}, ${smsStart(about)}: ${serviceName} with ${coachName}. ${smsPlace(about)}. Move or cancel:`,
      `${day}, ${smsStart(about)}: ${coachName}. ${smsPlace(about)}. Move or cancel:`,
      `${day}, ${smsStart(about)}: ${shortName(coachName)}. ${smsPlace(about)}`,
      `${day}, ${smsStart(about)}: ${shortName(coachName)}`,
    ],
  }
}
