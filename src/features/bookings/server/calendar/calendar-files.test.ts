import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#src/features/accounts/profile-contract.ts'
import { noRanks } from '#src/features/accounts/server/table.ts'
import type { MetBooking } from '../life-cycle/meeting.ts'
import { aBooking, noticeEnv as env } from '../life-cycle/unsaved-booking.ts'
import { aboutCoach, aboutPlayer } from '../notices/about.ts'
import { calendarDownload, calendarInvite, calendarOf } from './calendar.ts'

/** How often a property may stand: [at least, at most]. */
type Range = [number, number]
const [once, atMostOnce, never]: [Range, Range, Range] = [
  [1, 1],
  [0, 1],
  [0, 0],
]
const [some, any]: [Range, Range] = [
  [1, Number.POSITIVE_INFINITY],
  [0, Number.POSITIVE_INFINITY],
]

/** RFC 5545, 3.6: of a calendar. */
const ofCalendar: Record<string, Range> = { prodid: once, version: once, calscale: atMostOnce, method: once }
/** RFC 5545, 3.6.1: of each event. */
const ofEvent: Record<string, Range> = {
  ...{ uid: once, dtstamp: once, dtstart: once, dtend: atMostOnce, duration: never },
  ...{ class: atMostOnce, created: atMostOnce, description: atMostOnce, geo: atMostOnce, 'last-modified': atMostOnce },
  ...{ location: atMostOnce, organizer: atMostOnce, priority: atMostOnce, sequence: atMostOnce, status: atMostOnce },
  ...{ summary: atMostOnce, transp: atMostOnce, url: atMostOnce, 'recurrence-id': atMostOnce },
}
/** RFC 5546, 3.2.1, 3.2.2 and 3.2.5: what each method asks for beside. */
const ofMethod: Record<string, Record<string, Range>> = {
  PUBLISH: { organizer: once, summary: once, attendee: never, 'request-status': never, valarm: any },
  REQUEST: { organizer: once, summary: once, attendee: some, 'request-status': never, valarm: any, sequence: once },
  CANCEL: { organizer: once, attendee: some, sequence: once, status: once, 'request-status': never, valarm: never },
}
const statesOf: Record<string, string[]> = { PUBLISH: ['CONFIRMED'], REQUEST: ['CONFIRMED'], CANCEL: ['CANCELLED'] }
/** RFC 5545, 3.6.6: of an alarm that shows a text. */
const ofAlarm: Record<string, Range> = { action: once, trigger: once, description: once }

const said = (discord: string | null): Profile => ({
  ...{ gamerTag: null, zone: null, goal: null, ranks: noRanks },
  handles: { discord, epic: null },
})
const single = (more: Parameters<typeof aBooking>[0] = {}) =>
  aBooking({ coachEmail: 'coach@demo.test', coachDiscord: 'ace.aerial', ...more })
const rimshot = { customerName: 'Rimshot', playerId: 'p1', player: said('rim.shot') }
const seat = (name: string, discord: string | null) =>
  single({
    ...{ id: `seat-of-${name}`, playerId: name, capacity: 4, coachId: 'c1', serviceName: 'Group Session' },
    ...{ customerName: name, player: said(discord) },
  })
const seats = [seat('Rimshot', 'rim.shot'), seat('Ice', null), seat('Nova', 'no.va')]
const hourOf = (players: MetBooking[], sequence: number) => ({ uid: 'c1-2026', sequence, players })

const player = (booking: MetBooking) => aboutPlayer(booking, env)
const coach = (booking: MetBooking) => aboutCoach(booking, env)
const groupsCoach = (players: MetBooking[], sequence: number) => aboutCoach(seats[0]!, env, hourOf(players, sequence))
const moved = single({ ...rimshot, time: '15:00', sequence: 1 })
const cancelled = single({ ...rimshot, status: 'cancelled', sequence: 2 })
const feedEvent = (id: string) => ({
  ...{ id, sequence: 1, title: `Rimshot: ${id}`, lines: ['Booking LU-4KQ2X'], url: `${env.baseUrl}/sessions/${id}` },
  ...{ createdAt: new Date('2026-01-01T00:00:00Z'), startsAt: moved.startsAt!, endsAt: moved.endsAt! },
})

/** Each file that leaves us, as its reader gets it: its method, and where it says that they meet. */
const files: [what: string, file: string | undefined | null, method: string, place: string | null][] = [
  ['player: booked', calendarInvite(player(single()), 'REQUEST')?.content, 'REQUEST', 'Discord: ace.aerial'],
  ['player: moved', calendarInvite(player(moved), 'REQUEST')?.content, 'REQUEST', 'Discord: ace.aerial'],
  ['player: cancelled', calendarInvite(player(cancelled), 'CANCEL')?.content, 'CANCEL', null],
  ['player: a seat', calendarInvite(player(seats[0]!), 'REQUEST')?.content, 'REQUEST', 'Discord: ace.aerial'],
  ['player: a download', calendarDownload(player(single())), 'PUBLISH', 'Discord: ace.aerial'],
  ['coach: booked', calendarInvite(coach(single(rimshot)), 'REQUEST')?.content, 'REQUEST', 'Discord: rim.shot'],
  ['coach: moved', calendarInvite(coach(moved), 'REQUEST')?.content, 'REQUEST', 'Discord: rim.shot'],
  ['coach: cancelled', calendarInvite(coach(cancelled), 'CANCEL')?.content, 'CANCEL', null],
  [
    'coach: a player without a Discord name',
    calendarInvite(coach(single({ ...rimshot, player: said(null) })), 'REQUEST')?.content,
    ...(['REQUEST', 'Discord: ask in the chat'] as const),
  ],
  ['coach: a player without an account', calendarInvite(coach(single()), 'REQUEST')?.content, 'REQUEST', 'Discord'],
  [
    'coach: a player nobody knows',
    calendarInvite(coach(single({ ...rimshot, isPlayerProven: false, hasPlayerPaid: false })), 'REQUEST')?.content,
    ...(['REQUEST', 'Discord: ask in the chat'] as const),
  ],
  [
    'coach: a group',
    calendarInvite(groupsCoach(seats, 2), 'REQUEST')?.content,
    ...(['REQUEST', 'Discord: rim.shot, no.va'] as const),
  ],
  // The hour stays while anybody is in it.
  [
    'coach: a seat given back',
    calendarInvite(groupsCoach(seats.slice(1), 3), 'CANCEL')?.content,
    ...(['REQUEST', 'Discord: no.va'] as const),
  ],
  ['coach: a group cancelled', calendarInvite(groupsCoach([], 4), 'CANCEL')?.content, 'CANCEL', null],
  ['coach: a download', calendarDownload(coach(single(rimshot))), 'PUBLISH', 'Discord: rim.shot'],
  ['coach: a group’s download', calendarDownload(groupsCoach(seats, 2)), 'PUBLISH', 'Discord: rim.shot, no.va'],
  ['the feed', calendarOf([feedEvent('one'), feedEvent('two')], env), 'PUBLISH', 'Discord'],
]

describe.each(files)('%s', (_, file, method, place) => {
  const calendar = new ICAL.Component(ICAL.parse(file!))
  const events = calendar.getAllSubcomponents('vevent')
  const event = events[0]!

  test('has what the RFCs ask for, and nothing twice', () => {
    expect(faultsIn(calendar, ofCalendar)).toEqual([])
    expect(calendar.getFirstPropertyValue('method')).toBe(method)
    for (const each of events) {
      expect(faultsIn(each, { ...ofEvent, ...ofMethod[method] })).toEqual([])
      expect(statesOf[method]).toContain(each.getFirstPropertyValue('status'))
      expect(each.getFirstPropertyValue('organizer')).toMatch(/^mailto:hello@levelup\.example$/)
      for (const alarm of each.getAllSubcomponents('valarm')) expect(faultsIn(alarm, ofAlarm)).toEqual([])
    }
  })

  // `eventprop *alarmc`, and `calprops component`: no property follows a component within the same one.
  test('has its properties before its components, in lines of at most 75 octets', () => {
    expect(file!.endsWith('\r\n')).toBe(true)
    const open: { name: string; hasComponent: boolean }[] = []
    for (const line of file!.slice(0, -2).split('\r\n')) {
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
      const [, name = ''] = /^BEGIN:(\w+)$/.exec(line) ?? []
      const around = open.at(-1)
      if (name) {
        if (around) around.hasComponent = true
        open.push({ name, hasComponent: false })
      } else if (line.startsWith('END:')) expect(line).toBe(`END:${open.pop()?.name}`)
      else expect(around?.hasComponent, line).toBe(false)
    }
    expect(open).toEqual([])
  })

  test('says where they meet; once cancelled, that alone', () => {
    expect(event.getFirstPropertyValue('location')).toBe(place)
    if (method !== 'CANCEL') return
    expect(event.getFirstPropertyValue('description')).toBe('This session is cancelled.')
    expect(file!.replaceAll('\r\n ', '')).not.toMatch(/[Dd]iscord|move|call it off|online/i)
  })
})

test('a group is one entry of its coach, which says of each player who they are', () => {
  const { content } = calendarInvite(groupsCoach(seats, 2), 'REQUEST')!
  const events = new ICAL.Component(ICAL.parse(content)).getAllSubcomponents('vevent')
  expect(events.map((event) => event.getFirstPropertyValue('summary'))).toEqual(['Rimshot, Ice, Nova: Group Session'])
  const description = String(events[0]!.getFirstPropertyValue('description'))
  expect(description).toContain('Rimshot on Discord: rim.shot.')
  expect(description).toContain('No Discord name yet. Ask in the chat; we reminded Ice.')
  expect(description).toContain('Nova on Discord: no.va.')
})

/** What stands too seldom or too often in a component. */
function faultsIn(component: ICAL.Component, ranges: Record<string, Range>): string[] {
  return Object.entries(ranges).flatMap(([name, [least, most]]) => {
    const all = [...component.getAllProperties(name), ...component.getAllSubcomponents(name)]
    return all.length >= least && all.length <= most ? [] : [`${name}: ${all.length}`]
  })
}
