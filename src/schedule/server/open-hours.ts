import type { Db } from '#src/server/db.ts'
import { startTimes } from '#src/shared/times.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { fits, loadOpenTimes } from './hours.ts'

/**
 * How many one-hour sessions each coach could have given on the days `from` to `to` (both included, of the business's
 * `zone`), by the working hours that hold now: what they were in the past is not kept.
 */
export async function openHours(
  db: Db,
  { coachIds, from, to, zone }: { coachIds: string[]; from: string; to: string; zone: string },
): Promise<Map<string, number>> {
  const starts: Date[] = []
  for (let date = from; date <= to; date = addDays(date, 1))
    for (const time of startTimes) starts.push(instantOf(date, time, zone))
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return new Map()
  const until = new Date(last.getTime() + 60 * 60_000)
  const open = await loadOpenTimes(db, coachIds, { from: first, to: until, businessZone: zone })
  return new Map(
    coachIds.map((coachId) => [coachId, starts.filter((start) => fits(open.get(coachId)!, start, 60)).length]),
  )
}
