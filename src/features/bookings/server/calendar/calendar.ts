import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { type CalendarEntry, coachsEntry, playersEntry } from '#src/features/bookings/calendar-entry.ts'
import { whereToFind } from '#src/features/bookings/meeting.ts'
import type { Env } from '#src/platform/config/env.ts'
import { isScheduled } from '../life-cycle/meeting.ts'
import { type About, type Invite, whoOf } from '../notices/about.ts'

/** An hour before a session, in seconds. */
const alarmBefore = 3_600

/** A session in its reader's calendar; null while it has no time. */
export function entryOf({ booking, as, hour, env, zone }: About): CalendarEntry | null {
  // A group's hour is found by a player who is still in it.
  const session = hour?.players[0] ?? booking
  if (!isScheduled(session)) return null
  if (as === 'player') return playersEntry(session, env.baseUrl, zone)
  const players = hour?.players.length ? hour.players : [booking]
  const known = players.map((player) => ({ ...player, who: whoOf({ booking: player }) }))
  return coachsEntry(session, { players: known, place: whereToFind(players) }, env.baseUrl, zone)
}

/** What the attached file does in its reader's calendar where a player comes to a session, in words. */
export function intoCalendar({ booking, hour }: About): string {
  return hour && hour.players.length > 1
    ? `The attached invite adds ${booking.customerName} to this hour in your calendar.`
    : 'The attached invite puts it into your calendar.'
}

/** The same, where a player leaves: a group's hour stays in its coach's calendar while somebody is in it. */
export function outOfCalendar({ booking, hour }: About): string {
  return hour && hour.players.length > 0
    ? `The attached invite takes ${booking.customerName} off this hour in your calendar; the hour stays.`
    : 'The attached file takes it out of your calendar.'
}

/**
 * The calendar file (RFC 5545) that a mail brings: it puts a session into the reader's calendar, moves it there (same UID,
 * higher SEQUENCE) or, with `CANCEL`, takes it out again and says no more than that it is cancelled. `asked` is what becomes of the booking: a group's hour stays in
 * its coach's calendar while anybody is in it. It asks for no answer: nobody reads one. Times are instants of UTC, which
 * programs show on their owner's clock. Null while the booking has no time.
 */
export function calendarInvite(about: About, asked: Invite['method']): Invite | null {
  const { booking, as, hour, email } = about
  const entry = entryOf(about)
  if (!entry) return null
  const [howToChange, ...lines] = entry.lines
  const method = hour ? (hour.players.length > 0 ? 'REQUEST' : 'CANCEL') : asked
  const isCancelled = method === 'CANCEL'
  const takesPlace = hour ? hour.players.some(({ id }) => id === booking.id) : !isCancelled
  const content = fileOf(about, entry, method, {
    ...(isCancelled
      ? { description: 'This session is cancelled.', status: ICalEventStatus.CANCELLED, location: null }
      : {
          description: textOf([`${howToChange} Answering this invite changes nothing.`, ...lines]),
          status: ICalEventStatus.CONFIRMED,
        }),
    attendees: [
      {
        // As in the mail's greeting: an unverified address must not receive a typed name.
        name: as === 'coach' ? plain(booking.coachName) : booking.isEmailProven ? plain(booking.customerName) : null,
        email: plain(email),
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  const startsAt = takesPlace && booking.startsAt ? booking.startsAt.toISOString() : null
  return { method, content, ...revisionOf(about), startsAt }
}

/** The same event as a file to download, with an alarm: it invites nobody. Null while the booking has no time. */
export function calendarDownload(about: About): string | null {
  const entry = entryOf(about)
  return (
    entry &&
    fileOf(about, entry, 'PUBLISH', {
      description: textOf(entry.lines),
      status: ICalEventStatus.CONFIRMED,
      alarms: [{ type: ICalAlarmType.display, triggerBefore: alarmBefore, description: plain(entry.title) }],
    })
  )
}

/** Which calendar entry a reader has, and its revision. */
function revisionOf({ booking, hour }: About): Pick<Invite, 'uid' | 'sequence'> {
  const { uid, sequence } = hour ?? { uid: booking.id, sequence: booking.sequence }
  return { uid, sequence }
}

function fileOf(
  about: About,
  { title, place, url, startsAt, endsAt }: CalendarEntry,
  method: Invite['method'] | 'PUBLISH',
  more: Partial<ICalEventData>,
): string {
  const { uid, sequence } = revisionOf(about)
  const calendar = newCalendar(method)
  calendar.createEvent({
    id: uid,
    sequence,
    created: about.booking.createdAt,
    start: startsAt,
    end: endsAt,
    summary: plain(title),
    location: plain(place),
    organizer: organizerOf(about.env),
    url,
    ...more,
  })
  return written(calendar)
}

function newCalendar(method: Invite['method'] | 'PUBLISH') {
  return ical({
    prodId: { company: 'Level Up', product: 'Sessions' },
    method: ICalCalendarMethod[method],
    scale: 'gregorian',
  })
}

/** We organise every session, for every method (RFC 5546, 3.2). */
function organizerOf({ mailFrom }: Pick<Env, 'mailFrom'>): string {
  return mailFrom.replaceAll('"', '')
}

/** The file, in which an event's alarm follows all of its properties (RFC 5545, 3.6.1): the library writes some after it. */
function written(calendar: ICalCalendar): string {
  const alarmFirst = /^(BEGIN:VALARM\r\n.*?^END:VALARM\r\n)(.*?)(?=^END:VEVENT\r\n)/gms
  return `${calendar.toString()}\r\n`.replace(alarmFirst, '$2$1')
}

/** A session in a calendar that reads it from us; `lines` say no more than its owner may know. */
export type FeedEvent = Pick<CalendarEntry, 'title' | 'url' | 'startsAt' | 'endsAt'> & {
  id: string
  sequence: number
  createdAt: Date
  lines: string[]
}

/** Sessions as one calendar file (RFC 5545), in UTC, to be read again each hour. */
export function calendarOf(events: FeedEvent[], env: Pick<Env, 'mailFrom'>): string {
  const calendar = newCalendar('PUBLISH').name('Level Up').ttl(3_600)
  for (const { id, sequence, createdAt, startsAt, endsAt, title, lines, url } of events)
    calendar.createEvent({
      ...{ id, sequence, url },
      ...{ created: createdAt, start: startsAt, end: endsAt },
      summary: plain(title),
      location: 'Discord',
      description: textOf(lines),
      status: ICalEventStatus.CONFIRMED,
      organizer: organizerOf(env),
    })
  return written(calendar)
}

function textOf(lines: string[]): string {
  return lines.map(plain).join('\n')
}

/** No control characters: calendar files allow none in names, and a line break would start another property. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
