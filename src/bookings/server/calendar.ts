import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tzlib_get_offset } from 'timezones-ical-library'
import { whereToMeet, whoComes } from '#src/bookings/meeting.ts'
import { createMemory } from '#src/shared/memory.ts'
import { showLongDate } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { showSessionTime } from './clock-texts.ts'
import type { MetBooking } from './meeting.ts'
import type { bookings } from './table.ts'
import { rulesOf, type ZoneRules } from './zone-rules.ts'

type BookingRow = typeof bookings.$inferSelect

export type InviteOptions = {
  method: 'REQUEST' | 'CANCEL'
  organizer: string
  baseUrl: string
  /** Whose calendar it is for, and at which address. */
  reader: { as: 'player' | 'coach'; email: string }
}

/** A booking whose time is set. */
export type Scheduled<Row extends BookingRow = BookingRow> = Row & { startsAt: Date; endsAt: Date }

/** False for a booking that still waits for its time ('TBD'). */
export function isScheduled<Row extends BookingRow>(booking: Row): booking is Scheduled<Row> {
  return booking.startsAt !== null && booking.endsAt !== null
}

/**
 * The calendar file (RFC 5545) that puts a session into the reader's calendar, moves it there (same UID, higher
 * `booking.sequence`) or, with `CANCEL`, takes it out again. It names the other side, and asks for no answer: nobody reads
 * one. `organizer` is `Name <address>` or an address. Null while the booking has no time.
 */
export function calendarInvite(booking: MetBooking, options: InviteOptions): string | null {
  if (!isScheduled(booking)) return null
  return knownFile(JSON.stringify([booking, options]), () => makeFile(booking, options))
}

/** The player's goes into a mail and, at once, into the answer. Few: nobody asks for older ones again. */
const knownFile = createMemory<string>(50)

function makeFile(booking: Scheduled<MetBooking>, { method, organizer, baseUrl, reader }: InviteOptions): string {
  const { id, sequence, serviceName, customerName, coachName, sessionDate, startsAt, endsAt } = booking
  const zone = zoneInCalendar(booking)
  const calendar = ical({
    prodId: { company: 'Level Up', product: 'Sessions' },
    method: ICalCalendarMethod[method],
    timezone: { name: null, generator: () => zone?.block ?? null },
  })
  const { place, long } = whereToMeet(booking)
  const isForCoach = reader.as === 'coach'
  const page = isForCoach ? `${baseUrl}/coach-dashboard?thread=${id}` : `${baseUrl}/sessions`
  const lines = [
    `${isForCoach ? 'Cannot make it? Tell the player and our team' : 'To move or cancel'}: ${page}. Answering this invite changes nothing.`,
    `${showLongDate(sessionDate)}, ${showSessionTime(booking)}`,
    isForCoach ? whoComes(booking, booking.player) : long,
  ]
  calendar.createEvent({
    id,
    sequence,
    // The generator would read a Date with a time zone on this machine's own clock; an instant it converts.
    start: Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()),
    end: Temporal.Instant.fromEpochMilliseconds(endsAt.getTime()),
    timezone: zone?.name ?? null,
    summary: plain(isForCoach ? `${customerName}: ${serviceName}` : `${serviceName} with ${coachName}`),
    description: lines.map(plain).join('\n'),
    location: plain(place),
    status: ICalEventStatus[method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'],
    organizer: organizer.replaceAll('"', ''),
    attendees: [
      {
        // As in the mail's greeting: an address that nobody has proved is told no name that was typed.
        name: isForCoach ? plain(coachName) : booking.isEmailProven ? plain(customerName) : null,
        email: plain(reader.email),
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  return `${calendar.toString()}\r\n`
}

/**
 * The rules of the booking's zone for a calendar file. Null, which means writing UTC, when the library does not know the
 * zone, knows other rules than this runtime (moon calendars do not fit its form), or when a clock there shows one of the
 * times twice.
 */
function zoneInCalendar({ startsAt, endsAt, zone }: Scheduled): ZoneRules {
  const rules = rulesOf(zone)
  return rules && [startsAt, endsAt].every((instant) => readsBack(instant, zone)) ? rules : null
}

const comparedClocks = createMemory<boolean>()

/** Whether a calendar's clock in `zone` leads from the local time back to the very instant, and to no other. */
function readsBack(instant: Date, zone: string): boolean {
  return comparedClocks(`${+instant} ${zone}`, () => compareClocks(instant, zone))
}

function compareClocks(instant: Date, zone: string): boolean {
  const { date, time } = wallClock(instant, zone)
  const offset = tzlib_get_offset(zone, date, time).replace(/(\d\d)$/, ':$1')
  // Of two instants with the same clock time programs take the one or the other, whatever RFC 5545 says.
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const [first, last] = (['earlier', 'later'] as const).map(
    (disambiguation) => wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  )
  return first === last && Date.parse(`${date}T${time}${offset}`) === instant.getTime()
}

/** No control characters: calendar files allow none in names, and a line break would start another property. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
