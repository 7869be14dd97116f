import { coachCalls, whereToMeet } from '#src/features/bookings/meeting.ts'
import { replaysToSend } from '#src/features/bookings/replays.ts'
import { cancellationTerms } from '#src/features/bookings/rules.ts'
import { showDollars } from '#src/shared/money.ts'
import { showMoment, showStart } from '#src/shared/session-times.ts'
import { showDuration } from '#src/shared/times.ts'
import { calendarInvite, intoCalendar } from '../calendar/calendar.ts'
import { isScheduled } from '../life-cycle/meeting.ts'
import { type About, factsOf, type Notice, openBooking, shortWhenOf, whenOf, whoOf } from './about.ts'
import { calendarLink, receiptLink } from './links.ts'
import { smsPlace, smsStart } from './sms.ts'
import { termsSection } from './terms.ts'

/** How a session came to be: the player paid for it, or staff gave it away. */
export type Booker = 'player' | 'staff'

/** A session is booked, with or without a time. */
export function bookedNotice(about: About, by: Booker): Notice {
  return about.as === 'coach' ? newSession(about, by) : confirmation(about, by)
}

/** The player's confirmation: the session, what was paid, what comes next, and the terms. */
function confirmation(about: About, by: Booker): Notice {
  const { booking, hello } = about
  const { serviceName, coachName, coachId, price, createdAt } = booking
  const isGift = by === 'staff'
  const what = coachId ? `${serviceName} with ${coachName}` : serviceName
  return {
    subject: isScheduled(booking) ? `You're booked: ${serviceName}${shortWhenOf(about)}` : `You're booked: ${what}`,
    preheader: isScheduled(booking) ? inShort(about, createdAt) : 'Our team finds an hour with you.',
    title: isGift ? 'A session for you, free' : `Your ${what}`,
    paragraphs: [
      isGift ? `${hello} our team booked this session for you. It is free.` : `${hello} your session is confirmed.`,
      isScheduled(booking)
        ? 'The attached invite puts it into your calendar.'
        : 'Its time is not set yet: our team will contact you to find an hour that suits you.',
    ],
    facts: [...factsOf(about), ...boughtFacts(about), ['Price paid', price > 0 ? showDollars(price) : 'Free']],
    action: openBooking(about),
    sections: [
      {
        heading: 'Next steps',
        lines: [
          'Keep this mail: it is your confirmation.',
          preparing(about, createdAt),
          ...addOnDiscord(about),
          ...howToMeet(about),
        ],
      },
      termsSection(about, createdAt),
    ],
    invite: calendarInvite(about, 'REQUEST'),
    sms: isGift ? confirmationSms(about) : null,
    links: [...receiptLink(about), ...calendarLink(about)],
  }
}

function confirmationSms(about: About): string[] {
  const { serviceName, coachName } = about.booking
  const start = smsStart(about)
  const place = smsPlace(about)
  return [
    `booked for you, free: ${serviceName} with ${coachName}, ${start}. ${place}`,
    `booked for you, free: a session with ${coachName}, ${start}. ${place}`,
    `free session: ${coachName}, ${start}. ${place}`,
  ]
}

/** The coach's: the session, and what the player wants the coach to know; no contact data and no money. */
function newSession(about: About, by: Booker | 'set'): Notice {
  const { booking, hello } = about
  const { serviceName, customerName } = booking
  const did = {
    player: `${customerName} booked a session with you.`,
    staff: `our team booked you a session with ${customerName}.`,
    set: `our team has set the time of your session with ${customerName}.`,
  }[by]
  return {
    subject: `New session: ${serviceName}${shortWhenOf(about)}`,
    preheader: `${customerName}: ${isScheduled(booking) ? whenOf(about) : 'its time is not set yet'}`,
    title: 'You have a new session',
    paragraphs: [
      `${hello} ${did} You will meet on Discord.`,
      ...toldNoDiscord(about),
      whoOf(about),
      isScheduled(booking)
        ? intoCalendar(about)
        : 'Its time is not set yet: our team will agree one with the player and tell you.',
    ],
    facts: [...factsOf(about), ...boughtFacts(about)],
    action: openBooking(about),
    invite: calendarInvite(about, 'REQUEST'),
    sms: null,
    links: [...(booking.coachDiscord ? [] : [addDiscord(about)]), ...calendarLink(about)],
  }
}

/** What was promised for a coach who has said no name on Discord. */
function toldNoDiscord({ booking: { coachDiscord, customerName, startsAt }, zone }: About): string[] {
  if (coachDiscord) return []
  const when = startsAt ? ` for ${showMoment(startsAt, zone)}` : ''
  return [`Players cannot find you yet: we promised ${customerName} your Discord name${when}. Add it to your profile.`]
}

const addDiscord = ({ env: { baseUrl } }: About) => ({
  label: 'Add your Discord name',
  url: `${baseUrl}/coach-dashboard?section=profile`,
})

/**
 * A session that had no time has one. `instead` names the coach it was booked with when it is another one now. Its coach
 * has had no invite yet: to them it is a new session.
 */
export function setNotice(about: About, { instead, now }: { instead: string | null; now: Date }): Notice {
  const { booking, hello, zone } = about
  if (about.as === 'coach') return newSession(about, 'set')
  const { coachName, startsAt } = booking
  return {
    subject: `Your session is set: ${startsAt ? showStart(startsAt, zone) : ''}`,
    preheader: inShort(about, now),
    title: `You play with ${coachName}`,
    paragraphs: [
      `${hello} our team has set the time of your session with ${coachName}. The attached invite puts it into your calendar.`,
      ...(instead ? [`It is with ${coachName} now, not with ${instead}. If that does not suit you, cancel it.`] : []),
    ],
    facts: [...factsOf(about), ...boughtFacts(about)],
    action: openBooking(about),
    sections: [
      { heading: 'Next steps', lines: [preparing(about, now), ...addOnDiscord(about), ...howToMeet(about)] },
      termsSection(about, now),
    ],
    invite: calendarInvite(about, 'REQUEST'),
    sms: [
      `your session with ${coachName} is set: ${smsStart(about)}. ${smsPlace(about)}`,
      `session set: ${coachName}, ${smsStart(about)}. ${smsPlace(about)}`,
    ],
    links: [...receiptLink(about), ...calendarLink(about)],
  }
}

/** To the coach a session without a time was booked with, who does not give it after all. They had no invite. */
export function givenAwayNotice(about: About, to: string): Notice {
  const { serviceName, customerName } = about.booking
  return {
    subject: `Not yours any more: ${serviceName} with ${customerName}`,
    preheader: `Our team gave it to ${to}.`,
    title: 'Another coach gives this session',
    paragraphs: [
      `${about.hello} our team gave ${customerName}’s session to ${to}. It had no time yet, so your hours stay as they are.`,
    ],
    facts: factsOf(about),
    action: openBooking(about),
    invite: null,
    sms: null,
  }
}

/** What was sold, but for what every notice says. */
function boughtFacts({ booking: { includes, minutes } }: About): [string, string][] {
  return [
    ...(includes ? ([['What is in it', includes]] satisfies [string, string][]) : []),
    ['Duration', showDuration(minutes)],
  ]
}

/** What the player gets ready: the replays that the booking promises to watch, or any where their time had passed at `now`. */
function preparing({ booking, zone, env: { baseUrl } }: About, now: Date): string {
  const replays = replaysToSend(booking, { where: 'in the chat', now, readerZone: zone })
  return replays
    ? `${replays} Open the chat: ${baseUrl}/sessions?thread=${booking.id}`
    : 'Prepare for the session: save a replay or two and note what you want to get better at.'
}

/** What the player does today so that the coach can call; nothing while the coach has no name on Discord. */
function addOnDiscord({ booking: { coachName, coachDiscord, startsAt }, zone }: About): string[] {
  if (!coachDiscord) return []
  return [`Add ${coachDiscord} on Discord today. ${coachCalls(coachName, startsAt && showMoment(startsAt, zone))}`]
}

/** How the player and the coach find each other, in lines for the player. */
export function howToMeet({ booking, env: { baseUrl } }: About): string[] {
  const { playerId, player, coachId, coachName } = booking
  const place = whereToMeet(booking).long
  // Without a coach nobody calls yet.
  if (player?.handles.discord || !coachId) return [place]
  return [
    place,
    playerId
      ? `${coachName} does not know your Discord name yet. Say it here: ${baseUrl}/account`
      : `Sign up with this e-mail address to write to ${coachName} and say your Discord name: ${baseUrl}/signup`,
  ]
}

/** What a player wants to know without opening the mail. A deadline that had passed at `since` is left out. */
function inShort({ booking, zone }: About, since: Date): string {
  const { short } = whereToMeet(booking)
  const place = /[.!?]$/.test(short) ? short : `${short}.`
  const until = isScheduled(booking) && cancellationTerms(booking).freeMoveUntil
  const move = until && until > since ? ` Move it free until ${showStart(until, zone)}.` : ''
  return `With ${booking.coachName}. ${place}${move}`
}
