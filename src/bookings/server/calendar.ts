import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tzlib_get_offset } from 'timezones-ical-library'
import { createMemory } from '#src/shared/memory.ts'
import { showLongDate } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { showSessionTime } from './clock-texts.ts'
import type { bookings } from './table.ts'
import { rulesOf, type ZoneRules } from './zone-rules.ts'

type BookingRow = typeof bookings.$inferSelect

export type InviteOptions = {
  method: 'REQUEST' | 'CANCEL'
  organizer: string
  baseUrl: string
  attendee?: { name: string; email: string }
}

/** A booking whose time is set. */
export type ScheduledBooking = BookingRow & { startsAt: Date; endsAt: Date }

/** False for a booking that still waits for its time ('TBD'). */
export function isScheduled(booking: BookingRow): booking is ScheduledBooking {
  return booking.startsAt !== null && booking.endsAt !== null
}

/**
 * The calendar file (RFC 5545) that puts a session into the attendee's calendar, moves it there (same UID, higher
 * `booking.sequence`) or, with `CANCEL`, takes it out again. `organizer` is `Name <address>` or an address; the
 * attendee is the customer unless said otherwise. Null while the booking has no time.
 */
export function calendarInvite(booking: BookingRow, options: InviteOptions): string | null {
  if (!isScheduled(booking)) return null
  const { attendee = { name: booking.customerName, email: booking.customerEmail }, ...common } = options
  return knownFile(JSON.stringify([booking, attendee, common]), () => makeFile(booking, { ...common, attendee }))
}

/** The player's goes into a mail and, at once, into the answer. Few: nobody asks for older ones again. */
const knownFile = createMemory<string>(50)

function makeFile(
  booking: ScheduledBooking,
  { method, organizer, baseUrl, attendee }: Required<InviteOptions>,
): string {
  const zone = zoneInCalendar(booking)
  const calendar = ical({
    prodId: { company: 'Level Up', product: 'Sessions' },
    method: ICalCalendarMethod[method],
    timezone: { name: null, generator: () => zone?.block ?? null },
  })
  calendar.createEvent({
    id: booking.id,
    sequence: booking.sequence,
    // The generator would read a Date with a time zone on this machine's own clock; an instant it converts.
    start: Temporal.Instant.fromEpochMilliseconds(booking.startsAt.getTime()),
    end: Temporal.Instant.fromEpochMilliseconds(booking.endsAt.getTime()),
    timezone: zone?.name ?? null,
    summary: plain(`${booking.serviceName} with ${booking.coachName}`),
    description: `${showLongDate(booking.sessionDate)}, ${showSessionTime(booking)}\nYou will meet your coach on Discord.\n${baseUrl}`,
    location: 'Discord',
    status: ICalEventStatus[method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'],
    organizer: organizer.replaceAll('"', ''),
    attendees: [{ name: plain(attendee.name), email: plain(attendee.email), rsvp: method === 'REQUEST' }],
  })
  return `${calendar.toString()}\r\n`
}

/**
 * The rules of the booking's zone for a calendar file. Null, which means writing UTC, when the library does not know the
 * zone, knows other rules than this runtime (moon calendars do not fit its form), or when a clock there shows one of the
 * times twice.
 */
function zoneInCalendar({ startsAt, endsAt, zone }: ScheduledBooking): ZoneRules {
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
