import type { Availability } from '#src/features/schedule/contract.ts'
import { showDate, showTime, showZone } from '#src/shared/times.ts'

export type Range = { opens: string; closes: string }

/** ISO weekdays: the first is 1. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A clock time of opening hours: `'22:00'` → `'10:00 PM'`, `'24:00'` → `'midnight'`. */
export function showClock(time: string): string {
  return time === '24:00' ? 'midnight' : showTime(time)
}

/** The hours of one day in words, `'Day off'` without any. */
export function showRanges(ranges: Range[]): string {
  const inOrder = ranges.toSorted((a, b) => a.opens.localeCompare(b.opens))
  return inOrder.map(({ opens, closes }) => `${showClock(opens)} to ${showClock(closes)}`).join(' and ') || 'Day off'
}

/** The pause between two sessions, in words. */
export function showBuffer(minutes: number): string {
  return minutes === 0 ? 'No pause' : `${minutes} minutes`
}

/** How long before its start a session must be booked, in words. */
export function showNotice(hours: number): string {
  return hours === 0 ? 'The day before' : `${hours} hours`
}

/** How many sessions a day, in words. */
export function showMost(most: number | null): string {
  return most === null ? 'As many as fit' : `${most} a day`
}

/** What is different between two states of somebody's working hours and rules, a sentence for each; empty when nothing is. */
export function changesBetween(before: Availability, after: Availability): string[] {
  const zone = before.zone === after.zone ? [] : [`${showZone(after.zone)} (was ${showZone(before.zone)})`]
  const week = weekdays.flatMap((name, i) => {
    const [old, now] = [before, after].map((each) => showRanges(each.week.filter(({ weekday }) => weekday === i + 1)))
    return old === now ? [] : [`${name}: ${now} (was ${old})`]
  })
  const dates = [...new Set([...before.exceptions, ...after.exceptions].map(({ date }) => date))].sort()
  const exceptions = dates.flatMap((date) => {
    const [old, now] = [before, after].map((each) => showException(each, date))
    return old === now ? [] : [`${showDate(date)}: ${now} (was ${old})`]
  })
  const oldRules = showRules(before)
  const rules = Object.entries(showRules(after)).flatMap(([name, now]) =>
    oldRules[name] === now ? [] : [`${name}: ${now} (was ${oldRules[name]})`],
  )
  return [...zone, ...week, ...exceptions, ...rules]
}

function showRules({ bufferMinutes = 0, noticeHours = 0, mostADay = null }: Availability): Record<string, string> {
  return {
    'Pause between sessions': showBuffer(bufferMinutes),
    'Notice before a booking': showNotice(noticeHours),
    'Most sessions a day': showMost(mostADay),
  }
}

function showException({ exceptions }: Availability, date: string): string {
  const found = exceptions.find((each) => each.date === date)
  if (!found) return 'hours of the week'
  const { opens, closes, until = date } = found
  const hours = showRanges(opens && closes ? [{ opens, closes }] : [])
  return until === date ? hours : `${hours} until ${showDate(until)}`
}
