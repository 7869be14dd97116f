import {
  type About,
  type Notice,
  openBooking,
  shortWhenOf,
  smsStart,
  whenOf,
} from '#src/features/bookings/server/bookings.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { showDuration } from '#src/shared/times.ts'

/** To another coach, who knows nobody of this session yet: whether they can jump in. */
export function takeOverNotice(about: About, deadline: Date | null): Notice {
  const { booking, hello, zone, env } = about
  return {
    subject: `Can you jump in?${shortWhenOf(about).replace(',', '')}`,
    preheader: 'The first yes plays.',
    title: 'Can you jump in?',
    paragraphs: [
      `${hello} another coach cannot make it: ${booking.serviceName}, ${showDuration(booking.minutes)}, ${whenOf(about)}. You are free then. The first yes plays.`,
      ...(deadline ? [`Answer by ${showMoment(deadline, zone)}: then the player gets their money back.`] : []),
    ],
    facts: [
      ['Session', booking.serviceName],
      ['When', whenOf(about)],
    ],
    action: { label: 'Answer in Coach Dashboard', url: `${env.baseUrl}/coach-dashboard` },
    invite: null,
    sms: null,
  }
}

/** To the player who waits: no coach has said yes. */
export function nobodyNotice(about: About, deadline: Date | null): Notice {
  const { booking, hello, zone } = about
  const until = deadline && showMoment(deadline, zone)
  const choose = `Take another hour with ${booking.coachName}, or your money back`
  return {
    subject: `No coach has said yes yet${shortWhenOf(about)}`,
    preheader: `${choose}.`,
    title: 'No coach has said yes yet',
    paragraphs: [
      `${hello} we asked every coach who is free on ${whenOf(about)}, and nobody has said yes so far. ${choose}: one press in My Sessions, or by the link of the mail before.`,
      ...(until ? [`We still wait for an answer until ${until}. Then your money goes back by itself.`] : []),
    ],
    action: openBooking(about),
    invite: null,
    sms: [`no coach has said yes yet for ${smsStart(about)}. Choose another hour or your money back:`],
  }
}
