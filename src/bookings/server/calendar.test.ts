import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { aBooking } from './a-booking.ts'
import { calendarInvite } from './calendar.ts'

const options = {
  method: 'REQUEST',
  organizer: 'Level Up <hello@levelup.example>',
  baseUrl: 'https://levelup.example',
  reader: { as: 'player', email: 'player@demo.test' },
} as const

function read(ics: string | null) {
  const calendar = new ICAL.Component(ICAL.parse(ics!))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const events = calendar.getAllSubcomponents('vevent')
  expect(events).toHaveLength(1)
  return { calendar, event: new ICAL.Event(events[0]!) }
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
])('%s %s in %s is the same instant in the calendar, by the zone’s own rules', (date, time, zone) => {
  const booking = aBooking({ date, time, zone })
  const ics = calendarInvite(booking, options)!
  expect(ics).toContain('BEGIN:VTIMEZONE')
  expect(ics).toContain('DTSTART;TZID=')
  const { event } = read(ics)
  expect(event.startDate.zone).not.toBe(ICAL.Timezone.localTimezone)
  expect(event.startDate.toUnixTime() * 1000).toBe(booking.startsAt!.getTime())
  expect(event.endDate.toUnixTime() * 1000).toBe(booking.endsAt!.getTime())
})

test.each([
  ['unknown to the library', '2026-01-05', '09:00', '+02:00'],
  ['known to it by other rules', '2028-03-30', '16:00', 'Asia/Jerusalem'],
  ['ending in the first of two hours of the same name', '2025-04-05', '20:00', 'Pacific/Easter'],
  ['ending in an hour that comes twice', '2026-11-01', '01:00', 'America/New_York'],
])('a zone %s is written as UTC', (_, date, time, zone) => {
  const booking = aBooking({ date, time, zone })
  const ics = calendarInvite(booking, options)!
  expect(ics).not.toContain('TZID')
  const { event } = read(ics)
  expect(event.startDate.toUnixTime() * 1000).toBe(booking.startsAt!.getTime())
  expect(event.endDate.toUnixTime() * 1000).toBe(booking.endsAt!.getTime())
})

const said = {
  coachDiscord: 'ace.aerial',
  player: {
    gamerTag: 'RocketFan',
    handles: { discord: 'rocket.fan', epic: null },
    zone: null,
    ranks: { 'rocket-league': 'Diamond II', fortnite: null },
    goal: 'My kickoffs\nand my boost',
  },
}

test('the player’s names the coach and the place, says where to move it, and asks for no answer', () => {
  const { calendar, event } = read(calendarInvite(aBooking(said), options))
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
  expect(event.summary).toBe('1-on-1 Basic Session with AerialAce')
  expect(event.location).toBe('Discord: ace.aerial')
  const [first, when, where] = event.description.split('\n')
  expect(first).toBe('To move or cancel: https://levelup.example/sessions. Answering this invite changes nothing.')
  expect(when).toBe('Monday, January 5, 2026, 9:00 AM – 10:00 AM EST (New York time)')
  expect(where).toMatch(/^You meet on Discord: ace.aerial. Be online five minutes early./)
  // What the player said is for the coach.
  expect(event.description).not.toContain('rocket.fan')
  expect(event.organizer).toBe('mailto:hello@levelup.example')
  const attendee = event.attendees[0]!
  expect(attendee.getFirstValue()).toBe('MAILTO:player@demo.test')
  expect(['partstat', 'rsvp', 'role'].map((name) => attendee.getParameter(name))).toEqual([
    'ACCEPTED',
    'FALSE',
    'REQ-PARTICIPANT',
  ])
  expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(String(event.component.getFirstProperty('dtstamp')!.toICALString())).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/)
})

test('the coach’s names the player, and what the player wants the coach to know', () => {
  const booking = aBooking({ ...said, playerId: 'p' })
  const reader = { as: 'coach', email: 'coach@demo.test' } as const
  const { event } = read(calendarInvite(booking, { ...options, reader }))
  expect(event.summary).toBe('Rocket Fan: 1-on-1 Basic Session')
  expect(event.location).toBe('Discord: ace.aerial')
  const [first, , who] = event.description.split('\n')
  expect(first).toBe(
    `Cannot make it? Tell the player and our team: https://levelup.example/coach-dashboard?thread=${booking.id}. Answering this invite changes nothing.`,
  )
  expect(who).toBe(
    'Rocket Fan on Discord: rocket.fan. Plays as RocketFan, Diamond II in Rocket League. Wants to fix: My kickoffs and my boost.',
  )
  expect(event.attendees[0]!.getFirstValue()).toBe('MAILTO:coach@demo.test')
  expect(event.attendees[0]!.getParameter('cn')).toBe('AerialAce')
  expect(event.description).not.toContain('player@demo.test')
})

test('a moved and a cancelled session keep their UID, and the sequence rises', () => {
  const first = read(calendarInvite(aBooking(), options)).event
  const moved = read(calendarInvite(aBooking({ date: '2026-01-06', sequence: 1 }), options)).event
  const cancelled = read(calendarInvite(aBooking({ sequence: 2 }), { ...options, method: 'CANCEL' }))
  expect([moved.uid, cancelled.event.uid]).toEqual([first.uid, first.uid])
  expect([first.sequence, moved.sequence, cancelled.event.sequence]).toEqual([0, 1, 2])
  expect(cancelled.calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(cancelled.event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test('no name can add a property or an event', () => {
  const evil = 'A"b;c,d\\n:^\r\nATTENDEE:mailto:evil@example.com\r\nEND:VEVENT\nBEGIN:VEVENT\u0007'
  const booking = aBooking({
    customerName: evil,
    coachName: evil,
    serviceName: evil,
    coachDiscord: evil,
  })
  const reader = { as: 'player', email: `a@b.test\r\nX-EVIL:1` } as const
  const { event } = read(
    calendarInvite(booking, { ...options, reader, organizer: '"Level Up, Inc." <hello@levelup.example>' }),
  )
  expect(event.component.getAllProperties('attendee')).toHaveLength(1)
  expect(event.component.getAllProperties('x-evil')).toHaveLength(0)
  expect(event.summary).toContain('A"b;c,d\\n:^ ATTENDEE')
  expect(event.organizer).toBe('mailto:hello@levelup.example')
})

test('a booking without a time has no invite', () => {
  expect(calendarInvite(aBooking({ date: 'TBD', time: 'TBD' }), options)).toBeNull()
})
