import {
  type About,
  type Change,
  calendarInvite,
  factsOf,
  type Notice,
  outOfCalendar,
  shortWhenOf,
  whatIsLeft,
  whenOf,
} from '#src/features/bookings/server/bookings.ts'

/** To the coach: the player's session is called off, and the player chooses. `isWhole`: with all the seats of a group's hour, which leaves the calendar. */
export function calledOffNotice(told: About, by: Change['actor']['role'], isWhole = false): Notice {
  const about = isWhole && told.hour ? { ...told, hour: { ...told.hour, players: [] } } : told
  const { booking, hour, hello, env } = about
  const others = hour?.players.length ?? 0
  const left = others > 0 ? whatIsLeft({ others, by: 'coach', wasCalledOff: true }) : 'The hour stays closed.'
  const did = by === 'coach' ? 'you called off' : 'our team called off'
  return {
    subject: `Called off: ${booking.customerName}${shortWhenOf(about)}`,
    preheader: `The player is choosing now. ${left}`,
    title: 'This session is called off',
    paragraphs: [
      `${hello} ${did} ${booking.customerName}’s session with you on ${whenOf(about)}. ${booking.customerName} chooses now: another coach, another hour with you, or the money back. ${left}`,
      outOfCalendar(about),
    ],
    facts: factsOf(about),
    action: { label: 'Open Coach Dashboard', url: `${env.baseUrl}/coach-dashboard` },
    invite: calendarInvite(about, 'CANCEL'),
    sms: null,
  }
}
