import { showMoment } from '#src/shared/session-times.ts'
import { countSegments, toBasic } from '#src/shared/sms-text.ts'
import { isScheduled } from '../life-cycle/meeting.ts'
import type { About } from './about.ts'

const optOut = 'STOP to opt out'
const longestName = 18

/** The first of `texts` that fits into one SMS, with our name before it, the booking's short link and how to stop at its end; else the last. */
export function smsOf({ booking, env }: About, texts: string[]): string {
  const end = `${env.baseUrl}/s/${booking.number.replace('LU-', '')} ${optOut}`
  const whole = texts.map((text) => toBasic(`Level Up: ${text}${/[.!?:]$/.test(text) ? '' : '.'} ${end}`))
  return whole.find((text) => countSegments(text).segments === 1) ?? whole.at(-1) ?? ''
}

/** When the session begins, on the player's clock. */
export function smsStart({ booking, zone }: About): string {
  return isScheduled(booking) ? showMoment(booking.startsAt, zone) : 'time to be agreed'
}

/** Where to meet, in a few letters. */
export function smsPlace({ booking }: About): string {
  return booking.coachDiscord ? `Discord: ${booking.coachDiscord}` : 'Discord name: by mail'
}

/** A name that leaves room for the rest. */
export function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}.` : name
}
