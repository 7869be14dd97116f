import { globSync, readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { noRanks } from '#src/features/accounts/server/table.ts'
import { aBooking, noticeEnv as env } from '#src/features/bookings/server/life-cycle/unsaved-booking.ts'
import { aboutPlayer, readersOf } from '#src/features/bookings/server/notices/about.ts'
import { bookedNotice } from '#src/features/bookings/server/notices/booked.ts'
import { smsOf } from '#src/features/bookings/server/notices/sms.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { htmlOf } from '../support/html-of.tsx'
import { bookingPlaces } from './own-time/booking-places.tsx'
import { mails } from './own-time/mails.ts'
import { sessionPlaces } from './own-time/session-places.tsx'
import { hoursBefore, readerZone, setReaderZone, worldOf, zone } from './own-time/world.ts'

/** Wherever a player or coach reads a time it is on their own clock first, and the business's stands beside it with its name. */

const readers = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']
/** The days before the nights on which clocks change: in New York and Los Angeles, in Berlin, in Auckland. */
const daysBefore = ['2026-03-07', '2026-10-31', '2026-03-28', '2026-10-24', '2026-04-03', '2026-09-25']
const cases = readers.flatMap((reader) => daysBefore.map((day) => [reader, day] as const))

const ownZone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
beforeAll(() => {
  ownZone.mockImplementation(() => ({ timeZone: readerZone }) as Intl.ResolvedDateTimeFormatOptions)
  vi.stubGlobal('location', { origin: 'https://levelup.example' })
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  ownZone.mockRestore()
})

const places = { ...bookingPlaces, ...sessionPlaces }

/** Dialogs and chats, which need a browser: they word times by the same functions, and journeys look at them. */
const inBrowser = [
  'features/checkout/web/waiting-hour.tsx',
  'features/bookings/web/my-sessions/my-session-move.tsx',
  'features/bookings/web/my-sessions/my-session-cancel.tsx',
  'features/bookings/web/my-sessions/my-session-actions.tsx',
  'features/bookings/web/google-calendar-link.tsx',
  'features/messages/web/bubbles.tsx',
  'screens/account/open-login-sessions.tsx',
  'screens/account/recent-logins.tsx',
  'screens/account/second-step.tsx',
  'screens/coach-dashboard/agenda.tsx',
  'screens/coach-dashboard/availability.tsx',
  'screens/coach-dashboard/chats/client-chat.tsx',
  'features/bookings/web/complete-dialog.tsx',
  'features/bookings/web/picker/hour-dialog.tsx',
  'features/ratings/web/after-low-rating.tsx',
  'features/sessions/web/player-choice.tsx',
  'features/sessions/web/same-hour-button.tsx',
  'features/sessions/web/safety/safety-dialog.tsx',
  'screens/choose/choice-settled.tsx',
  'screens/sessions/rating-card.tsx',
  'screens/choose/remedies.tsx',
  'features/sessions/web/call-offs/call-off-dialog.tsx',
  'features/sessions/web/call-offs/propose-dialog.tsx',
  'screens/coach-dashboard/call-offs/take-overs.tsx',
  'features/accounts/web/challenge/solve-challenge.ts',
]

test('every mail about a session is in this list', () => {
  const files = globSync('*.ts', { cwd: 'src/features/bookings/server/notices' }).filter((file) =>
    /export function \w+Notice\(/.test(readFileSync(`src/features/bookings/server/notices/${file}`, 'utf8')),
  )
  expect(files.sort()).toEqual(Object.keys(mails))
})

/** Rooms of staff speak the business's zone, or for their own work the device's. A coach's hours are on the clock they chose. */
const notReaders =
  /^screens\/(owner|owner-insights|person|today|admin|admin-booking|admin-sms|admin-deliveries)\/|^features\/((?:bookings|messages|schedule|sessions)\/web\/staff|payments\/web|insights\/web)\/|^screens\/coach-dashboard\/hours-text\.ts$|^screens\/account\/show-login-time\.ts$/

/** A clock in a zone, by another way than ours. Where an hour is repeated it may name its offset. */
function clock(instant: number, inZone: string): string {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(inZone)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The clock times a text says, in their order, and whether each is said to be New York's. */
function clocksIn(text: string) {
  const found = text.matchAll(/(\d{1,2}:\d{2} [AP]M)(?: GMT[+-][\d:]+)?( New York)?/g)
  return [...found].map(([, time, city]) => ({ time: time!, isBusiness: city !== undefined }))
}

const around = (day: string) => bookableStarts(new Date(`${day}T12:00:00Z`), zone).slice(0, 36)

describe.each(cases)('for a reader in %s around %s', (reader, day) => {
  const starts = around(day)
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(`${day}T12:00:00Z`), toFake: ['Date'] })
    setReaderZone(reader)
  })

  test.each(Object.entries(places))('%s says their own time first, of the instant in the invite', (_, place) => {
    // The last hours of a day are on another one in most zones.
    for (const start of [starts[12]!, starts[23]!]) {
      const booking = aBooking({ date: start.date, time: start.time, zone })
      const invite = bookedNotice(aboutPlayer(booking, env), 'player').invite!.content
      const event = new ICAL.Component(ICAL.parse(invite)).getFirstSubcomponent('vevent')!
      const instant = +new ICAL.Event(event).startDate.toJSDate()

      const world = worldOf(start, starts)
      const { text } = htmlOf(place.render(world), place.loaded?.(world))
      const said = clocksIn(text)
      const named = [0, ...Object.values(hoursBefore)].map((hours) => clock(instant - hours * 3_600_000, reader))
      expect(said[0]?.isBusiness, text).toBe(false)
      expect(
        said.some(({ isBusiness, time }) => !isBusiness && named.includes(time)),
        text,
      ).toBe(true)
      if (!place.offersHours)
        for (const { isBusiness, time } of said)
          expect(isBusiness ? [clock(instant, zone)] : named, text).toContain(time)
      expect(text).not.toContain('New York time')
    }
  })

  test.each(Object.keys(mails))('mail and SMS of %s say the same to player and coach', (file) => {
    for (const start of [starts[12]!, starts[23]!]) {
      const own = { time: clock(+start.startsAt, reader), isBusiness: false }
      const business = { time: clock(+start.startsAt, zone), isBusiness: true }
      const profile = {
        ...{ gamerTag: null, handles: { discord: null, epic: null } },
        ...{ zone: reader, ranks: noRanks, goal: null },
      }
      const coachs = { coachId: 'c', coachName: 'VexFlip', coachEmail: 'vexflip@demo.test', coachZone: reader }
      const booking = aBooking({ date: start.date, time: start.time, zone, playerId: 'p', player: profile, ...coachs })
      for (const about of readersOf(booking, env))
        for (const { subject, facts, sms } of mails[file]!(about)) {
          const [when, ...more] = clocksIn(facts?.find(([name]) => name === 'When')?.[1] ?? '')
          expect(when, `${file} to the ${about.as}`).toEqual(own)
          // It may end on the next hour of either clock.
          if (more.some(({ isBusiness }) => isBusiness)) expect(more).toContainEqual(business)
          for (const text of [subject, ...(sms ? [smsOf(about, sms)] : [])])
            for (const said of clocksIn(text)) expect(said, text).toEqual(own)
        }
    }
  })

  test('in a day’s grid no text stands for two instants', () => {
    for (const [date, hours] of Map.groupBy(starts, (start) => start.date)) {
      const world = worldOf(hours[0]!, hours)
      for (const name of ['the grid of dialog and Move', 'a coach’s page']) {
        const { html } = htmlOf(places[name]!.render(world), places[name]!.loaded?.(world))
        const texts = [
          ...html.matchAll(/<span class="block[^"]*">(?:<span class="sr-only">[^<]*<\/span>)?([^<]*M[^<]*)</g),
        ]
        const hourTexts = texts.map(([, text]) => text!).filter((text) => /\d [AP]M/.test(text))
        expect(hourTexts, `${name}, ${date}`).toHaveLength(24)
        expect(new Set(hourTexts).size, String(hourTexts)).toBe(24)
      }
    }
  })
})

test('for a reader in the business’s zone a tile says what the spec says, and nothing names a zone twice', () => {
  setReaderZone(zone)
  const starts = around('2026-03-07')
  const world = worldOf(starts[0]!, starts)
  const grid = htmlOf(places['the grid of dialog and Move']!.render(world)).text
  expect(grid).toContain('Sun, Mar 8 12 free')
  expect(grid).toContain('Time (New York time) 9:00 AM 10:00 AM 11:00 AM 12:00 PM 1:00 PM')
  expect(htmlOf(places['My Sessions']!.render(world)).text.trim()).toBe('Sun, Mar 8, 9:00 AM New York time')
})

test('messages have times of 24 hours wherever they stand, and nothing else has', () => {
  const files = globSync('{features/*/web,screens,shell,web,ui}/**/*.{ts,tsx}', { cwd: 'src' }).filter((file) =>
    readFileSync(`src/${file}`, 'utf8').includes('showMessageTime('),
  )
  const messages = ['bubbles.tsx', 'staff/conversation-list.tsx'].map((file) => `features/messages/web/${file}`)
  expect(files.sort()).toEqual([...messages, 'features/sessions/web/staff/session-reports.tsx'])
})

test('every file of the browser that says a time is in one of these lists', () => {
  const says =
    /\b(showTime|showTimeIn|showInstant|showStart|showMoment|showDatedMoment|showWhen|showSession|showOwnTime|showElsewhere|showHour|showLoginTime|showMessageTime|toLocaleTimeString|hour12|playersEntry)\(/
  const files = globSync('{features/*/web,screens,shell,web,ui}/**/*.{ts,tsx}', { cwd: 'src' })
    .filter((file) => !/\.test\.|\/server\//.test(file) && says.test(readFileSync(`src/${file}`, 'utf8')))
    .filter((file) => !notReaders.test(file))
  expect(files.sort()).toEqual([...Object.values(places).map(({ file }) => file), ...inBrowser].sort())
  for (const file of files) {
    const source = readFileSync(`src/${file}`, 'utf8')
    expect(/readerZone/.test(source), `${file} reads the reader's zone`).toBe(true)
    expect(/ownZone|showInstant/.test(source), `${file} uses another zone`).toBe(false)
  }
})
