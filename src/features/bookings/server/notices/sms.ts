import { showMoment } from '#src/shared/session-times.ts'
import { countSegments, toBasic, toOneSms } from '#src/shared/text/sms-text.ts'
import { isScheduled } from '../life-cycle/meeting.ts'
import type { About } from './about.ts'

const optOut = 'STOP to opt out'
const placeByMail = 'Discord name: by mail'

/**
 * The first of `texts` that fits into one SMS, with our name before it, the booking's short link (a coach's own
 * page) and how to stop at its end. What somebody `typed` is rather cut than left out. Else the last, with the other's name cut; the
 * Discord name is whole, or, when there is no room, in the mail: half of it finds nobody.
 */
export function smsOf(about: About, texts: string[], typed?: string): string {
  const { booking, env, as } = about
  const page = as === 'coach' ? 'coach-dashboard' : `s/${booking.number.replace('LU-', '')}`
  const end = `${env.baseUrl}/${page} ${optOut}`
  const whole = texts.map((text) => toBasic(`Level Up: ${text}${/[.!?:”]$/.test(text) ? '' : '.'} ${end}`))
  const withWords = typed ? whole.filter((text) => text.includes(toBasic(typed))) : []
  const wordsCut = typed ? withWords.slice(-1).map((text) => toOneSms(text, [typed])) : []
  const shortest = whole.at(-1) ?? ''
  const cut = [shortest, shortest.replace(toBasic(smsPlace(about)), placeByMail)].map((text) =>
    toOneSms(text, [as === 'coach' ? booking.customerName : booking.coachName]),
  )
  return [...withWords, ...wordsCut, ...whole, ...cut].find((text) => countSegments(text).segments === 1) ?? shortest
}

/** When the session begins, on the player's clock. */
export function smsStart({ booking, zone }: About): string {
  return isScheduled(booking) ? showMoment(booking.startsAt, zone) : 'time to be agreed'
}

/** Where to meet, in a few letters. */
export function smsPlace({ booking }: About): string {
  return booking.coachDiscord ? `Discord: ${booking.coachDiscord}` : placeByMail
}
