import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { draws } from '#tests/support/random-draws.ts'
import { callUrl } from './define-call.ts'
import { gameLabel, wireGames } from './games.ts'
import { showDollars, toCents, toDecimal } from './money.ts'
import { isTimeZone } from './time-fields.ts'
import {
  bookableDays,
  parseTime,
  showDate,
  showDay,
  showDuration,
  showInstant,
  showLongDate,
  showMonth,
  showShortDate,
  showTime,
  showZone,
  startTimes,
} from './times.ts'
import { addDays, daysBetween, instantOf, wallClock, weekdayOf } from './zones.ts'

describe('money', () => {
  test.each([
    [29, 2900],
    ['29.00', 2900],
    [19.99, 1999],
    ['0.1', 10],
    [0, 0],
    ['10,50', 1050],
    ['10,5', 1050],
  ])('%s dollars are %i cents', (dollars, cents) => expect(toCents(dollars)).toBe(cents))

  test.each([-1, 1.005, Number.NaN, Number.POSITIVE_INFINITY, '1e3', '29.001', '', 'free', '+1', '1,000', '1,000.50'])(
    '%s is no amount',
    (text) => {
      expect(() => toCents(text)).toThrow(RangeError)
    },
  )

  test('survives the way to a decimal and back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (cents) => toCents(toDecimal(cents)) === cents))
  })

  test('is shown without empty cents', () =>
    expect([showDollars(2900), showDollars(1450), showDollars(123_456_789)]).toEqual([
      '$29',
      '$14.50',
      '$1,234,567.89',
    ]))
})

describe('times', () => {
  test('14 days can be booked', () => expect(bookableDays).toBe(14))

  test('a day starts at 9 AM and its last session at 8 PM', () => {
    expect(startTimes.map(showTime)).toEqual([
      '9:00 AM',
      '10:00 AM',
      '11:00 AM',
      '12:00 PM',
      '1:00 PM',
      '2:00 PM',
      '3:00 PM',
      '4:00 PM',
      '5:00 PM',
      '6:00 PM',
      '7:00 PM',
      '8:00 PM',
    ])
  })

  test('are understood in both ways of writing', () => {
    for (const time of startTimes) expect(parseTime(showTime(time))).toBe(time)
    for (const bad of ['25:00', '9', '13:00 PM', '0:30 AM', 'noon', '9:60']) expect(parseTime(bad)).toBeNull()
    expect(parseTime('12:00 AM')).toBe('00:00')
  })

  test('look as people read them', () => {
    expect(showDate('2026-01-05')).toBe('Mon, Jan 5')
    expect(showLongDate('2026-01-05')).toBe('Monday, January 5, 2026')
    expect(showLongDate('2026-01-05T23:00:00Z', 'Europe/Berlin')).toBe('Tuesday, January 6, 2026')
    expect(showShortDate('2026-01-05')).toBe('Jan 5, 2026')
    expect(showDay('2026-01-05T14:00:00Z', 'UTC')).toBe('Jan 5, 2026')
    expect(showInstant('2026-01-05T14:00:00Z', 'America/New_York')).toBe('Mon, Jan 5, 2026, 9:00 AM EST')
    expect(showMonth('2026-01-05')).toBe('Jan 2026')
    expect([30, 60, 90, 120].map(showDuration)).toEqual(['30 minutes', '1 hour', '1.5 hours', '2 hours'])
    expect(showZone('America/New_York')).toBe('New York time')
    expect(showZone('Asia/Calcutta')).toBe('Kolkata time')
  })
})

describe('zones', () => {
  test('a wall clock and its instant agree in every zone, on every offered hour', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 730 }),
        fc.constantFrom(...startTimes),
        (zone, days, time) => {
          const date = addDays('2026-01-01', days)
          expect(wallClock(instantOf(date, time, zone), zone)).toEqual({ date, time })
        },
      ),
      { numRuns: draws(500) },
    )
  })

  test('a wall clock is right in the minutes around each change of the clocks', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      const start = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(zone)
      const first = start.getTimeZoneTransition('next')
      for (const change of [first, first?.getTimeZoneTransition('next')])
        for (const minutes of change ? [-16, -1, 0, 1, 14, 16] : []) {
          const at = new Date(change!.epochMilliseconds + minutes * 60_000)
          const { date, time } = wallClock(at, zone)
          expect(`${zone} ${date} ${time}`).toBe(`${zone} ${shown.format(at)}`)
        }
    }
  })

  test('are known by the names of the IANA database, with `Temporal` and in a browser without it', () => {
    const names = [...Intl.supportedValuesOf('timeZone'), 'Asia/Calcutta', 'US/Pacific', 'europe/berlin', 'Etc/GMT+5']
    const others = ['', 'PST', '+01:00', 'Nowhere/City', '2026-01-01T00:00Z']
    const known = () => [...names, ...others].filter(isTimeZone)
    expect(known()).toEqual(names)
    expect(isTimeZone('T09:00[Europe/Berlin]')).toBe(false)
    vi.stubGlobal('Temporal', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(known()).toEqual(names)
  })

  test('weeks start on Monday, and dates count over months and leap years', () => {
    expect(['2026-01-05', '2026-01-11'].map(weekdayOf)).toEqual([1, 7])
    expect([addDays('2028-02-28', 2), addDays('2026-03-01', -1)]).toEqual(['2028-03-01', '2026-02-28'])
    expect(daysBetween('2026-03-01', '2027-03-01')).toBe(365)
  })
})

test('a call’s address carries its parameters and query, escaped', () => {
  const call = { method: 'GET', path: '/api/a/:id', who: 'everybody', summary: '', reply: undefined } as never
  expect(callUrl(call, { params: { id: 'x/y' }, query: { q: 'a b', none: undefined } })).toBe('/api/a/x%2Fy?q=a+b')
})

test('a game is one of three, each with its label', () => {
  expect(wireGames.map((game) => [game, gameLabel(game)])).toEqual([
    ['rocket-league', 'Rocket League'],
    ['fortnite', 'Fortnite'],
    ['both', 'Both Games'],
  ])
})
