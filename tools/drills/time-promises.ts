import fc from 'fast-check'
import ICAL from 'ical.js'
import { aBooking, noticeEnv as env } from '#src/features/bookings/server/life-cycle/unsaved-booking.ts'
import { readersOf } from '#src/features/bookings/server/notices/about.ts'
import { bookedNotice } from '#src/features/bookings/server/notices/booked.ts'
import { reminderNotice } from '#src/features/bookings/server/notices/reminder.ts'
import { smsOf } from '#src/features/bookings/server/notices/sms.ts'
import { defaultWeek, fits, openTimes } from '#src/features/schedule/server/hours.ts'
import { bookableStarts, findStart, type Start } from '#src/features/schedule/server/schedule.ts'
import { must } from '#src/shared/must.ts'
import { showCity, showDate, showInstant, showTime, showTimeIn } from '#src/shared/times.ts'
import { type CoachHours, clockText, instantByIntl, transitions, worksThroughout } from './time-rule.ts'

/** Everything that decides which hours a player is offered. */
export type Situation = {
  now: Date
  businessZone: string
  hours: CoachHours
  minutes: number
  /** A change of clocks (or just a day) in one of the two zones. */
  around: number
  /** Which hours of the 14 days are looked at closely besides those around the change. */
  picks: number[]
}

export const zones = Intl.supportedValuesOf('timeZone')
const day = 24 * 60 * 60_000

/** Every change of clocks of every zone in these years; a zone without any counts with one ordinary day. */
export function allChanges(from: string, to: string): { zone: string; around: number }[] {
  return zones.flatMap((zone) => {
    const found = transitions(zone, from, to)
    return (found.length > 0 ? found : [Date.parse(from)]).map((around) => ({ zone, around }))
  })
}

/** Situations around one change of clocks: in the business's zone or the coach's, with any other zone for the other. */
export function situations({ zone, around }: { zone: string; around: number }): fc.Arbitrary<Situation> {
  return fc
    .record({
      other: fc.constantFrom(...zones),
      isBusiness: fc.boolean(),
      daysBefore: fc.integer({ min: 0, max: 14 }),
      timeOfDay: fc.integer({ min: 0, max: day - 1 }),
      week: fc.oneof(fc.constant(defaultWeek), anyWeek, fc.constant(roundTheClock)),
      exception: fc.option(fc.record({ shift: fc.integer({ min: -1, max: 1 }), hours: fc.option(anyRange) })),
      nightShift: fc.option(
        fc.record({ opens: fc.integer({ min: -6, max: 6 }), quarters: fc.integer({ min: 4, max: 24 }) }),
      ),
      minutes: fc.constantFrom(60, 90, 120),
      picks: fc.array(fc.nat({ max: 167 }), { minLength: 4, maxLength: 4 }),
    })
    .map(({ other, isBusiness, daysBefore, timeOfDay, week, exception, nightShift, minutes, picks }) => {
      const coachZone = isBusiness ? other : zone
      const days: CoachHours['days'] = new Map()
      if (exception) days.set(dateOf(around + exception.shift * day, coachZone), exception.hours)
      // Hours that begin or end in the very hour that is skipped or repeated.
      if (nightShift) {
        const opens = Math.max(0, clockMinutes(around, coachZone) + nightShift.opens * 15)
        const closes = Math.min(1440, opens + nightShift.quarters * 15)
        if (opens < closes) days.set(dateOf(around, coachZone), { opens, closes })
      }
      return {
        now: new Date(around - daysBefore * day - timeOfDay),
        businessZone: isBusiness ? zone : other,
        hours: { zone: coachZone, week, days },
        minutes,
        around,
        picks,
      }
    })
}

const dateOf = (instant: number, zone: string) => clockText(instant, zone).slice(0, 10)
const clockMinutes = (instant: number, zone: string) => {
  const [hour, minute] = clockText(instant, zone).slice(11).split(':').map(Number)
  return hour! * 60 + minute!
}
const roundTheClock = defaultWeek.map(({ weekday }) => ({ weekday, opens: 0, closes: 1440 }))
/** Quarters of an hour; a day's ranges do not overlap. */
const anyRange = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 2 })
  .map((ends) => ends.sort((a, b) => a - b))
  .map(([opens, closes]) => ({ opens: opens! * 15, closes: closes! * 15 }))
const anyDay = fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 6 }).map((points) => {
  const ends = points.sort((a, b) => a - b)
  return Array.from({ length: Math.floor(ends.length / 2) }, (_, i) => [ends[2 * i]! * 15, ends[2 * i + 1]! * 15])
})
const anyWeek = fc
  .array(anyDay, { minLength: 7, maxLength: 7 })
  .map((days) =>
    days.flatMap((ranges, i) => ranges.map(([opens, closes]) => ({ weekday: i + 1, opens: opens!, closes: closes! }))),
  )

/** The eight starts that are looked at closely: the four nearest to the change, and four by chance. */
export function closeStarts(starts: Start[], { around, picks }: Situation): Start[] {
  const nearest = starts.toSorted((a, b) => Math.abs(+a.startsAt - around) - Math.abs(+b.startsAt - around))
  return [...nearest.slice(0, 4), ...picks.map((pick) => starts[pick]!)]
}

/** The 14 days' hours are what the business's clock shows, each an instant of its own. Throws where they are not. */
export function startsAreTheClocks({ now, businessZone }: Situation): Start[] {
  const starts = bookableStarts(now, businessZone)
  same('the number of distinct hours', new Set(starts.map(({ startsAt }) => +startsAt)).size, 14 * 12)
  const today = Date.parse(clockText(+now, businessZone).slice(0, 10))
  starts.forEach((start, i) => {
    const date = new Date(today + (1 + Math.floor(i / 12)) * day).toISOString().slice(0, 10)
    const time = `${String(9 + (i % 12)).padStart(2, '0')}:00`
    same('date and time', `${start.date} ${start.time}`, `${date} ${time}`)
    same('the clock at its instant', clockText(+start.startsAt, businessZone), `${date} ${time}`)
  })
  return starts
}

/**
 * Offered is what the rule says, and what is offered can be booked: the list looks at 14 days at once, the booking at its
 * own start only. Throws at the first hour where they differ.
 */
export function offeredIsTheRule(starts: Start[], { now, businessZone, hours, minutes }: Situation): void {
  const endOf = ({ startsAt }: Start) => new Date(+startsAt + minutes * 60_000)
  const kept = { ...hours, days: [...hours.days].map(([date, own]) => ({ date, until: date, hours: own })) }
  const listed = openTimes(kept, starts[0]!.startsAt, endOf(starts.at(-1)!))
  for (const start of starts) {
    const what = `${start.date} ${start.time} for ${minutes} minutes`
    const offered = fits(listed, start.startsAt, minutes)
    same(`${what}: offered`, offered, worksThroughout(hours, +start.startsAt, minutes))
    same(`${what}: bookable`, fits(openTimes(kept, start.startsAt, endOf(start)), start.startsAt, minutes), offered)
  }
  // By name it is found as the same instant; a look at each costs too much here.
  const { date, time, startsAt } = starts[now.getTime() % starts.length]!
  same('found by name', +findStart(date, time, now, businessZone)!.startsAt, +startsAt)
}

/** Page, mails, SMS and calendar file name one instant, and the player's own clock beside it is right. Throws where one differs. */
export function everyTextNamesTheInstant(start: Start, { businessZone: zone, hours, minutes }: Situation): void {
  const { date, time } = start
  const startsAt = instantByIntl(date, Number(time.slice(0, 2)) * 60, zone)
  const booking = aBooking({ date, time, zone, minutes, coachEmail: 'coach@demo.test' })
  same('the booking', +booking.startsAt!, startsAt)
  // What pages show: from the booking's fields, and from its instant.
  same('the page', showTime(booking.sessionTime), showTimeIn(booking.startsAt!, zone))
  same('the page’s date', showInstant(booking.startsAt!, zone).startsWith(showDate(date)), true)
  const elsewhere = clockText(startsAt, hours.zone).slice(11)
  same('the time elsewhere', withoutOffsets(showTimeIn(booking.startsAt!, hours.zone)), showTime(elsewhere))

  const until = showTime(clockText(startsAt + minutes * 60_000, zone).slice(11))
  for (const about of readersOf(booking, env)) {
    const confirmed = bookedNotice(about, 'player')
    const reminder = reminderNotice(about, new Date(startsAt), new Date(startsAt - day))
    for (const { facts } of [confirmed, reminder])
      for (const part of [`${showDate(date)}, ${showTime(time)} – `, `${until} (${showCity(zone)})`])
        same(`the ${about.as}’s mail says ${part}`, withoutOffsets(String(facts)).includes(part), true)
    const sms = smsOf(about, must(reminder.sms, 'the SMS of a reminder'))
    for (const part of [`${showDate(date)}, ${showTime(time)}`, `(${showCity(zone)})`])
      same(`SMS says ${part}`, withoutOffsets(sms).includes(part), true)
    const file = must(confirmed.invite, 'the invite').content
    same('the calendar file', calendarTimes(file), [startsAt, startsAt + minutes * 60_000])
  }
}

/** An hour that a clock change repeats also names its offset. */
const withoutOffsets = (text: string) => text.replaceAll(/ GMT([+−-][\d:]+)?/g, '')

/** When a calendar program puts the file's event: start and end. */
export function calendarTimes(file: string): [number, number] {
  const component = new ICAL.Component(ICAL.parse(file))
  const event = new ICAL.Event(component.getFirstSubcomponent('vevent')!)
  return [event.startDate.toJSDate().getTime(), event.endDate.toJSDate().getTime()]
}

/** Throws with both sides. Not by a test library's `expect`: it is called millions of times. */
export function same(what: string, found: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)]
  if (left !== right) throw new Error(`${what}: ${left}, and should be ${right}`)
}
