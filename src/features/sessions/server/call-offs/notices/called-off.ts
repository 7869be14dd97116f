import {
  type About,
  type Change,
  calendarInvite,
  factsOf,
  type Notice,
  outOfCalendar,
  shortWhenOf,
  whenOf,
} from '#src/features/bookings/server/bookings.ts'

/** To the coach: the player's session is called off, and the player chooses. */
export function calledOffNotice(about: About, by: Change['actor']['role']): Notice {
  const { booking, hello, env } = about
  const did = by === 'coach' ? 'you called off' : 'our team called off'
  return {
    subject: `Called off: ${booking.customerName}${shortWhenOf(about)}`,
    preheader: 'The player is choosing now. The hour stays closed.',
    title: 'This session is called off',
    paragraphs: [
      `${hello} ${did} ${booking.customerName}’s session with you on ${whenOf(about)}. ${booking.customerName} chooses now: another coach, another hour with you, or the money back. The hour stays closed.`,
      outOfCalendar(about),
    ],
    facts: factsOf(about),
    action: { label: 'Open Coach Dashboard', url: `${env.baseUrl}/coach-dashboard` },
    invite: calendarInvite(about, 'CANCEL'),
    sms: null,
  }
}
