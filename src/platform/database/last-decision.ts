import { Conflict } from '#src/platform/http/errors.ts'
import { undoSeconds } from '#src/shared/undo.ts'
import { newId } from './columns.ts'

/** The latest decision about a row, kept with it: its id, when it was made (ISO), and what stood there; null once that stands there again. */
export type LastDecision<State> = { id: string; at: string; before: State | null }

/** What the way to us may take, in seconds: who presses in time is in time. */
const onTheWay = 5

/** A decision made at this moment, about what stood there before. */
export function decidedNow<State>(before: State, now: Date): LastDecision<State> {
  return { id: newId(), at: now.toISOString(), before }
}

/**
 * What stood there before the decision that is to be undone; null if that was undone already. Throws `Conflict` when somebody
 * decided again since, and when its time is over.
 */
export function stateBefore<State>(last: LastDecision<State> | null, decisionId: string, now: Date): State | null {
  if (last?.id !== decisionId)
    throw new Conflict('Somebody decided again meanwhile: nothing was undone.', { reason: 'decided' })
  if (last.before && now.getTime() - Date.parse(last.at) > (undoSeconds + onTheWay) * 1_000)
    throw new Conflict(`Decisions can be undone for ${undoSeconds} seconds: this one stays.`, { reason: 'late' })
  return last.before
}
