import type { Db, Tx } from '#src/platform/database/db.ts'
import { Conflict } from '#src/platform/http/errors.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { type At, type OfferedStart, offeredStarts, type SlotQuery, type Start } from './free-starts.ts'

/**
 * The refusal of a start that is not free: `taken`, or `closed` when no coach of the query works then; with the three
 * nearest free starts, nearest first, and with the start and the zone that its text names. Pass the transaction when there
 * is one, so that no second connection is needed.
 */
export async function startRefused(db: Db | Tx, query: SlotQuery, start: Start, { now, zone }: At): Promise<Conflict> {
  const offered = await offeredStarts(db, query, now, zone)
  const reason = offered.find((each) => +each.startsAt === +start.startsAt)?.state === 'closed' ? 'closed' : 'taken'
  const when = showMoment(start.startsAt, zone)
  const text = reason === 'taken' ? `${when} was just taken.` : `There is no session on ${when}.`
  return new Conflict(`${text} Please choose another hour.`, {
    ...{ reason, startsAt: start.startsAt.toISOString(), zone },
    nearest: nearestOf(offered, start),
  })
}

/** The three free starts nearest to one, nearest first, as answers carry them. */
export async function nearestStarts(db: Db | Tx, query: SlotQuery, start: Start, { now, zone }: At): Promise<object[]> {
  return nearestOf(await offeredStarts(db, query, now, zone), start)
}

function nearestOf(offered: OfferedStart[], start: Start): object[] {
  const distance = (other: Start) => Math.abs(other.startsAt.getTime() - start.startsAt.getTime())
  return offered
    .filter((each) => each.state === 'free' && distance(each) > 0)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 3)
    .map((other) => ({ ...other, startsAt: other.startsAt.toISOString() }))
}
