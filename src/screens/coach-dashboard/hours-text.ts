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

/** What is different between two states of somebody's working hours, a sentence for each; empty when nothing is. */
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
  return [...zone, ...week, ...exceptions]
}

function showException({ exceptions }: Availability, date: string): string {
  const found = exceptions.find((each) => each.date === date)
  if (!found) return 'hours of the week'
  const { opens, closes } = found
  return showRanges(opens && closes ? [{ opens, closes }] : [])
}
