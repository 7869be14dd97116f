import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { noRanks } from '#src/features/accounts/server/table.ts'
import { googleCalendarUrl } from '#src/features/bookings/calendar-entry.ts'
import type { MetBooking } from '../life-cycle/meeting.ts'
import { aBooking, noticeEnv as env } from '../life-cycle/unsaved-booking.ts'
import { aboutCoach, aboutPlayer } from '../notices/about.ts'
import { calendarDownload, calendarInvite, entryOf } from './calendar.ts'

const player = (booking: MetBooking, mailFrom = env.mailFrom) => aboutPlayer(booking, { ...env, mailFrom })
const coach = (booking: MetBooking) => aboutCoach({ ...booking, coachEmail: 'coach@demo.test' }, env)

/** The one event of a file, which has what RFC 5545 asks of every event. */
function read(ics: string | null | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(ics!))
  const events = calendar.getAllSubcomponents('vevent')
  expect(events).toHaveLength(1)
  const [event] = events
  for (const [of, names] of [
    [calendar, ['version', 'prodid', 'calscale', 'method']],
    [event!, ['uid', 'dtstamp', 'created', 'dtstart', 'dtend', 'sequence', 'status', 'url']],
  ] as const)
    for (const name of names) expect(of.getAllProperties(name), name).toHaveLength(1)
  // Lines of 75 octets at most, each ended by CRLF.
  for (const line of ics!.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(ics).not.toMatch(/[^\r]\n/)
  const value = (name: string) => event!.getFirstPropertyValue(name)
  return { method: calendar.getFirstPropertyValue('method'), value, event: new ICAL.Event(event!) }
}

test.each([
  ['2026-01-05', '09:00', 'America/New_York'],
  ['2026-03-08', '09:00', 'America/New_York'],
  ['2026-11-01', '09:00', 'America/New_York'],
  ['2026-03-08', '02:30', 'America/New_York'],
  ['2026-04-05', '09:00', 'Australia/Lord_Howe'],
  ['2026-10-04', '09:00', 'Australia/Lord_Howe'],
  ['2026-06-15', '20:00', 'Asia/Kolkata'],
  ['2026-06-15', '20:00', 'Asia/Calcutta'],
  ['2026-06-15', '20:00', 'Asia/Kathmandu'],
  ['2026-03-29', '09:00', 'Europe/Berlin'],
  ['2026-09-06', '12:00', 'America/Santiago'],
  ['2028-03-30', '16:00', 'Asia/Jerusalem'],
  ['2025-04-05', '20:00', 'Pacific/Easter'],
  ['2026-11-01', '01:00', 'America/New_York'],
])('%s %s in %s is the same instant in the calendar and at Google, written in UTC', (date, time, zone) => {
  const booking = aBooking({ date, time, zone })
  const { event } = read(calendarInvite(player(booking), 'REQUEST')?.content)
  expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone)
  expect(event.startDate.toUnixTime() * 1000).toBe(booking.startsAt!.getTime())
  expect(event.endDate.toUnixTime() * 1000).toBe(booking.endsAt!.getTime())
  const dates = new URL(googleCalendarUrl(entryOf(player(booking))!)).searchParams.get('dates')!
  expect(dates.split('/')).toEqual([event.startDate, event.endDate].map((at) => at.toICALString()))
})

const said = {
  coachDiscord: 'ace.aerial',
  player: {
    gamerTag: 'RocketFan',
    handles: { discord: 'rocket.fan', epic: null },
    zone: 'Europe/Berlin',
    ranks: { ...noRanks, 'rocket-league': 'Diamond II' },
    goal: 'My kickoffs\nand my boost',
  },
}
const when = 'Mon, Jan 5, 3:00 PM – 4:00 PM (Berlin) · 9:00 AM New York'

test('the player’s names the coach and the place, says where to move it, and asks for no answer', () => {
  const booking = aBooking(said)
  const { method, event, value } = read(calendarInvite(player(booking), 'REQUEST')?.content)
  const page = `https://levelup.example/sessions/${booking.id}`
  expect(method).toBe('REQUEST')
  expect(event.summary).toBe('1-on-1 Basic Session with AerialAce')
  expect(event.location).toBe('Discord: ace.aerial')
  expect(value('url')).toBe(page)
  const [first, second, where] = event.description.split('\n')
  expect(first).toBe(`To move or cancel: ${page}. Answering this invite changes nothing.`)
  expect(second).toBe(when)
  expect(where).toMatch(/^You meet on Discord: ace.aerial. Be online five minutes early./)
  // What the player said is for the coach.
  expect(event.description).not.toContain('rocket.fan')
  const unproven = calendarInvite(player({ ...booking, isEmailProven: false }), 'REQUEST')!.content
  expect(unproven.replaceAll('\r\n ', '')).not.toContain('Rocket Fan')
})

test('the coach’s names the player, and what the player wants the coach to know', () => {
  const booking = aBooking({ ...said, playerId: 'p' })
  const { event, value } = read(calendarInvite(coach(booking), 'REQUEST')?.content)
  const page = `https://levelup.example/sessions/${booking.id}`
  expect(event.summary).toBe('Rocket Fan: 1-on-1 Basic Session')
  expect(event.location).toBe('Discord: rocket.fan')
  expect(value('url')).toBe(page)
  const [first, , who] = event.description.split('\n')
  expect(first).toBe(`Cannot make it? Call it off: ${page}. Answering this invite changes nothing.`)
  expect(who).toBe(
    'Rocket Fan on Discord: rocket.fan. Plays as RocketFan, Diamond II in Rocket League. Lives on Berlin time. Wants to fix: My kickoffs and my boost.',
  )
  expect(event.attendees[0]!.getParameter('cn')).toBe('AerialAce')
  expect(event.description).not.toContain('player@demo.test')
})

test.each([
  ['player', player, 'MAILTO:player@demo.test'],
  ['coach', coach, 'MAILTO:coach@demo.test'],
] as const)(
  'the %s’s is one event from its booking to its end, which we organise and nobody has to answer',
  (_, side, address) => {
    const states = [
      ['REQUEST', 0, 'CONFIRMED'],
      ['REQUEST', 1, 'CONFIRMED'],
      ['CANCEL', 2, 'CANCELLED'],
    ] as const
    const files = states.map(([method, sequence]) =>
      read(calendarInvite(side(aBooking({ sequence })), method)?.content),
    )
    expect(files.map(({ method, event, value }) => [method, event.sequence, value('status')])).toEqual(states)
    expect(new Set(files.map(({ event }) => event.uid)).size).toBe(1)
    for (const { event } of files) {
      expect(event.organizer).toBe('mailto:hello@levelup.example')
      const attendees = event.attendees.map((attendee) => [
        attendee.getFirstValue(),
        ...['partstat', 'rsvp', 'role'].map((name) => attendee.getParameter(name)),
      ])
      expect(attendees).toEqual([[address, 'ACCEPTED', 'FALSE', 'REQ-PARTICIPANT']])
    }
  },
)

test('a download is the same event, invites nobody, and rings an hour before', () => {
  const booking = aBooking(said)
  const { method, event, value } = read(calendarDownload(player(booking)))
  expect(method).toBe('PUBLISH')
  expect(event.uid).toBe(read(calendarInvite(player(booking), 'REQUEST')?.content).event.uid)
  expect([event.attendees, value('organizer')]).toEqual([[], 'mailto:hello@levelup.example'])
  expect(event.description).not.toContain('invite')
  const alarms = event.component.getAllSubcomponents('valarm')
  expect(alarms.map((alarm) => ['action', 'trigger'].map((name) => String(alarm.getFirstPropertyValue(name))))).toEqual(
    [['DISPLAY', '-PT1H']],
  )
})

test('Google’s page has the event filled in', () => {
  const { origin, pathname, searchParams } = new URL(googleCalendarUrl(entryOf(player(aBooking(said)))!))
  expect(origin + pathname).toBe('https://calendar.google.com/calendar/render')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    action: 'TEMPLATE',
    text: '1-on-1 Basic Session with AerialAce',
    dates: '20260105T140000Z/20260105T150000Z',
    details: expect.stringMatching(/^To move or cancel: https:.*\nMon, Jan 5, 3:00 PM/),
    location: 'Discord: ace.aerial',
  })
})

test('no name can add a property or an event', () => {
  const evil = 'A"b;c,d\\n:^\r\nATTENDEE:mailto:evil@example.com\r\nEND:VEVENT\nBEGIN:VEVENT\u0007'
  const booking = aBooking({
    ...{ customerName: evil, coachName: evil, serviceName: evil, coachDiscord: evil },
    customerEmail: 'a@b.test\r\nX-EVIL:1',
  })
  const { event } = read(
    calendarInvite(player(booking, '"Level Up, Inc." <hello@levelup.example>'), 'REQUEST')?.content,
  )
  expect(event.component.getAllProperties('attendee')).toHaveLength(1)
  expect(event.component.getAllProperties('x-evil')).toHaveLength(0)
  expect(event.summary).toContain('A"b;c,d\\n:^ ATTENDEE')
  expect(event.organizer).toBe('mailto:hello@levelup.example')
})

test('a booking without a time has no event', () => {
  const about = player(aBooking({ date: 'TBD', time: 'TBD' }))
  expect([calendarInvite(about, 'REQUEST'), calendarDownload(about)]).toEqual([null, null])
})
