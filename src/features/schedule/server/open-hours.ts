import type { Db, Tx } from '#src/platform/database/db.ts'
import { startTimes } from '#src/shared/times.ts'
import { addDays, daysBetween, instantOf } from '#src/shared/zones.ts'
import { type Hours, loadHours, type OpenTime, openTimesOf } from './hours.ts'

const hour = 60 * 60_000

type Days = { from: string; to: string; zone: string }

/**
 * How many one-hour sessions each coach could have given on the days `from` to `to` (both included, of the business's
 * `zone`), by the working hours that hold now: what they were in the past is not kept.
 */
export async function openHours(
  db: Db | Tx,
  { coachIds, ...days }: Days & { coachIds: string[] },
): Promise<Map<string, number>> {
  return countOpen(await loadHours(db, coachIds, days.zone), days)
}

/** How many of these hours a coach can sell, by the most a day they want and the pause between sessions (TIME-5). */
export function hoursToSell(hours: Hours, days: Days): number {
  const open = countOpen(new Map([['', hours]]), days).get('') ?? 0
  const { bufferMinutes, mostADay } = hours.rules
  const apart = (open * 60) / (60 + bufferMinutes)
  return mostADay === null ? apart : Math.min(apart, mostADay * (daysBetween(days.from, days.to) + 1))
}

function countOpen(hours: Map<string, Hours>, { from, to, zone }: Days): Map<string, number> {
  const starts: Date[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) starts.push(...startsOn(date, zone))
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return new Map()
  const open = openTimesOf(hours, { from: first, to: new Date(+last + hour) })
  // Coaches of the same hours have the same stretches.
  const counted = new Map([...new Set(open.values())].map((times) => [times, countStarts(starts, times)]))
  return new Map([...open].map(([coachId, times]) => [coachId, counted.get(times) ?? 0]))
}

/** The starts of a day. A look into the zone's rules for each of ten years would hold up everybody for seconds. */
function startsOn(date: string, zone: string): Date[] {
  const [midnight, next] = [instantOf(date, '00:00', zone), instantOf(addDays(date, 1), '00:00', zone)]
  const clockChanges = +next - +midnight !== 24 * hour
  return startTimes.map((time) =>
    clockChanges ? instantOf(date, time, zone) : new Date(+midnight + Number.parseInt(time, 10) * hour),
  )
}

/** How many of these starts leave an hour of working time. Both are in time order. */
function countStarts(starts: Date[], open: OpenTime[]): number {
  const ahead = open.values()
  let stretch = ahead.next().value
  return starts.filter((start) => {
    const end = +start + hour
    while (stretch && +stretch.to < end) stretch = ahead.next().value
    return stretch && +stretch.from <= +start
  }).length
}
