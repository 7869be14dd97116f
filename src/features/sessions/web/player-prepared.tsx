import { useQueryClient } from '@tanstack/react-query'
import type { CoachSession } from '#src/features/bookings/contract.ts'
import { areQuestionsOpen } from '#src/features/bookings/web/owed-words.ts'
import { type SessionState, tickOwed } from '#src/features/sessions/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { SavedCheckbox } from '#src/ui/controls/saved-checkbox.tsx'
import { toastError } from '#src/ui/feedback/toast.ts'
import { SaidBefore } from './said-before.tsx'
import { sessionStatesKey } from './session-states-query.ts'

type PlayerSaidProps = { state: SessionState | undefined; name: string }

/** What a player said before a session, for their coach; nothing where they said nothing. */
export function PlayerSaid({ state, name }: PlayerSaidProps) {
  if (!state?.intake) return null
  return <SaidBefore intake={state.intake} title={`${name} says:`} className="mt-2" />
}

/** The same behind one line, above a chat. */
export function PlayerSaidFold({ state, name }: PlayerSaidProps) {
  if (!state?.intake) return null
  const { rank, goal } = state.intake
  return (
    <details className="border-line border-b px-4 text-sm">
      <summary className="cursor-pointer py-3 [overflow-wrap:anywhere]">
        {name} says{[rank, goal].filter(Boolean).length > 0 && `: ${[rank, goal].filter(Boolean).join(', ')}`}
      </summary>
      <SaidBefore intake={state.intake} title="Before you meet" className="mb-3" />
    </details>
  )
}

type OwedTicksProps = { session: CoachSession; state: SessionState | undefined; userId: string; now: number }

/**
 * What the coach of a session ticks of what they owe beside it: before the start the replays watched, after the end the new replay
 * checked, while questions are answered. Nothing where neither is due. `now` in epoch milliseconds.
 */
export function OwedTicks({ session, state, userId, now }: OwedTicksProps) {
  const client = useQueryClient()
  const { id, owed, customerName, startsAt, status } = session
  if (!state || !owed || (status !== 'confirmed' && status !== 'completed')) return null
  const done = { replaysWatched: state.watchedAt !== null, newReplayChecked: state.checkedAt !== null }
  async function save(change: Partial<typeof done>) {
    try {
      await callApi(tickOwed, { params: { bookingId: id }, body: { ...done, ...change } })
      await client.invalidateQueries({ queryKey: sessionStatesKey(userId) })
    } catch (error) {
      toastError('Not ticked', error)
    }
  }
  const isBefore = !startsAt || Date.parse(startsAt) > now
  return (
    <>
      {owed.replays > 0 && isBefore && (
        <SavedCheckbox
          label={`Replays of ${customerName} watched`}
          checked={done.replaysWatched}
          save={(replaysWatched) => save({ replaysWatched })}
        />
      )}
      {owed.replayChecks > 0 && areQuestionsOpen(session, now) && (
        <SavedCheckbox
          label={`New replay of ${customerName} checked`}
          checked={done.newReplayChecked}
          save={(newReplayChecked) => save({ newReplayChecked })}
        />
      )}
    </>
  )
}
