import { sessionPage } from '#src/features/bookings/calendar-entry.ts'
import type { Party } from '#src/features/bookings/life-cycle.ts'
import { whoComes } from '#src/features/bookings/meeting.ts'
import { greeting, type NewMail } from '#src/features/notifications/server/notifications.ts'
import type { Env } from '#src/platform/config/env.ts'
import { showSession, showStart } from '#src/shared/session-times.ts'
import type { GroupHour } from '../calendar/group-hour.ts'
import { isScheduled, type MetBooking } from '../life-cycle/meeting.ts'

export type NoticeEnv = Pick<Env, 'baseUrl' | 'mailFrom' | 'seller'>
export type Invite = NonNullable<NewMail['invite']>

/** A booking, and to which of its two something is said about it. */
export type About = {
  /** As its reader may know it. */
  booking: MetBooking
  as: 'player' | 'coach'
  email: string
  /** `Hi Rimshot,` */
  hello: string
  /** The reader's time zone: their own where we know it, else the business's. */
  zone: string
  /** To the coach of a group, whose calendar has one entry for the hour; null: the booking is an entry of its own. */
  hour: GroupHour | null
  /** Where the reader finds the booking. */
  page: string
  env: NoticeEnv
}

/**
 * What is said to one reader about one event, on every channel. Whoever adds an event writes one function that gives this,
 * and hands it to `tell`.
 */
export type Notice = Pick<
  NewMail,
  'subject' | 'preheader' | 'title' | 'paragraphs' | 'facts' | 'sections' | 'action' | 'optOut' | 'links'
> & {
  /** Null: the reader's calendar stays as it is. */
  invite: Invite | null
  /** The same in one SMS: the first of these that fits into one. Null: a mail is enough. */
  sms: string[] | null
  /** Words in it that somebody typed: where nothing fits, they are cut first. */
  smsWords?: string
}

/** Those who are told of a booking: its player, and its coach when they have an account. `hour`: of a group's. */
export function readersOf(booking: MetBooking, env: NoticeEnv, hour: GroupHour | null = null): About[] {
  return booking.coachEmail === null
    ? [aboutPlayer(booking, env)]
    : [aboutPlayer(booking, env), aboutCoach(booking, env, hour)]
}

export function aboutPlayer(booking: MetBooking, env: NoticeEnv): About {
  return {
    ...{ booking, as: 'player', env, hour: null },
    email: booking.customerEmail,
    hello: greeting(booking.customerName, booking.isEmailProven),
    zone: booking.player?.zone ?? booking.zone,
    page: sessionPage(env.baseUrl, booking.id),
  }
}

export function aboutCoach(booking: MetBooking, env: NoticeEnv, hour: GroupHour | null = null): About {
  return {
    ...{ booking: asCoachKnows(booking), as: 'coach', env },
    hour: hour && { ...hour, players: hour.players.map(asCoachKnows) },
    email: booking.coachEmail ?? '',
    hello: greeting(booking.coachName, true),
    zone: booking.coachZone ?? booking.zone,
    page: sessionPage(env.baseUrl, booking.id),
  }
}

function asCoachKnows(booking: MetBooking): MetBooking {
  return isKnown(booking) ? booking : { ...booking, customerName: playerName(booking), player: null }
}

/**
 * Whether others may read by mail what the player typed: not from somebody who has neither paid, for this session or another,
 * nor proved their e-mail. Staff typed the names of customers without an account.
 */
export function isKnown({ isPlayerProven, hasPlayerPaid, playerId }: MetBooking): boolean {
  return isPlayerProven || hasPlayerPaid || playerId === null
}

/** Whether the team reads that nobody has proved who the player is. */
export function isUnproven({ isPlayerProven, playerId }: MetBooking): boolean {
  return playerId !== null && !isPlayerProven
}

/** What mails call the player: `Player LU-4KQ2X` while nobody knows them. */
export function playerName(booking: MetBooking): string {
  return isKnown(booking) ? booking.customerName : `Player ${booking.number}`
}

/** Who comes, for the coach. */
export function whoOf({ booking }: Pick<About, 'booking'>): string {
  return isKnown(booking)
    ? whoComes(booking, booking.player)
    : 'Their e-mail is not verified yet: your Coach Dashboard says who comes.'
}

/** Who did something, in the middle of a sentence to the reader. */
export function doer(by: Party, { as, booking }: About): string {
  if (by === as) return 'you'
  return { player: booking.customerName, coach: `your coach ${booking.coachName}`, staff: 'our team' }[by]
}

/**
 * Why somebody did something, as they typed it, with the full stop they left out; null: the reader did it, or it was somebody
 * who has proved nothing, and writes to nobody's inbox through us.
 */
export function reasonFor({ as, booking }: About, { by, reason }: { by: Party; reason: string | null }): string | null {
  const isFromStranger = by === 'player' && !booking.isPlayerProven
  if (!reason || by === as || isFromStranger) return null
  return /[.!?…]$/.test(reason) ? reason : `${reason}.`
}

/** Why a player gets a mail about a booking: they booked it, or were given it. */
export function whyPlayer({ paymentId }: Pick<MetBooking, 'paymentId'>): string {
  return paymentId === null
    ? 'You get this because our team booked a session for you.'
    : 'You get this because you booked a session.'
}

/** When the session is, in full. */
export function whenOf({ booking, zone }: About): string {
  return isScheduled(booking) ? showSession(booking, zone) : 'To be agreed with our team'
}

/** For subjects: `, Tue, Nov 24, 3:00 PM`; nothing while there is no time. */
export function shortWhenOf({ booking, zone }: About): string {
  return isScheduled(booking) ? `, ${showStart(booking.startsAt, zone)}` : ''
}

/** The rows that say which session it is: the booking's number, the other side, what it is and when. */
export function factsOf(about: About): [string, string][] {
  const { booking, as } = about
  return [
    as === 'coach' ? ['Player', booking.customerName] : ['Coach', booking.coachName],
    ['Session', booking.serviceName],
    ['When', whenOf(about)],
    ['Booking', booking.number],
  ]
}

/** The button that leads to the session's page. A coach who gave it away reads so there, and can still report its player or block them. */
export function openBooking({ page }: About): NonNullable<NewMail['action']> {
  return { label: 'Open the session', url: page }
}
