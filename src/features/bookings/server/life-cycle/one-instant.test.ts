import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { showCity, showDate, showTime, showTimeIn } from '#src/shared/times.ts'
import { wallClock } from '#src/shared/zones.ts'
import { aboutPlayer } from '../notices/about.ts'
import { bookedNotice } from '../notices/booked.ts'
import { reminderNotice } from '../notices/reminder.ts'
import { smsOf } from '../notices/sms.ts'
import { aBooking, noticeEnv as env } from './unsaved-booking.ts'

/** The days around nights on which clocks change, forwards and backwards, on both halves of the globe. */
const nights = [
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Europe/Berlin', '2026-03-28'],
  ['Europe/Berlin', '2026-10-24'],
  ['Australia/Sydney', '2026-04-04'],
  ['Australia/Sydney', '2026-10-03'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['America/Santiago', '2026-09-05'],
  ['Asia/Kolkata', '2026-06-01'],
] as const

describe.each(nights)('in %s around %s', (zone, dayBefore) => {
  const starts = bookableStarts(new Date(`${dayBefore}T12:00:00Z`), zone).slice(0, 36)

  test('each day has 12 distinct hours, each at the instant its clock shows', () => {
    for (const [date, hours] of Map.groupBy(starts, (start) => start.date)) {
      expect(new Set(hours.map((start) => start.startsAt.getTime())).size).toBe(12)
      for (const { time, startsAt } of hours) expect(wallClock(startsAt, zone)).toEqual({ date, time })
    }
  })

  test('page, mail, SMS and calendar name the same instant and zone', () => {
    for (const { date, time, startsAt } of starts) {
      const booking = aBooking({ date, time, zone })
      expect(booking.startsAt).toEqual(startsAt)
      // What a page shows, from the booking's fields and from its instant.
      expect(showTime(booking.sessionTime)).toBe(showTimeIn(booking.startsAt!, zone))
      const about = aboutPlayer(booking, env)
      const confirmed = bookedNotice(about, 'player')
      const reminder = reminderNotice(about, startsAt, new Date(+startsAt - 24 * 3_600_000))
      for (const text of [String(confirmed.facts), String(reminder.facts), smsOf(about, reminder.sms!)])
        for (const part of [showDate(date), showTime(time), `(${showCity(zone)})`]) expect(text).toContain(part)
      const component = new ICAL.Component(ICAL.parse(confirmed.invite!.content))
      const event = new ICAL.Event(component.getFirstSubcomponent('vevent')!)
      expect(event.startDate.toJSDate().toISOString()).toBe(startsAt.toISOString())
    }
  })
})
