import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type SessionState, tickReplays } from '#src/features/sessions/contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
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

type TickReplaysProps = { bookingId: string; customerName: string; userId: string }

/** The coach says that they have watched the replays they owe. */
export function TickReplays({ bookingId, customerName, userId }: TickReplaysProps) {
  const client = useQueryClient()
  const tick = useMutation({
    mutationFn: () => callApi(tickReplays, { params: { bookingId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionStatesKey(userId) })
      toast({ title: 'Replays watched', description: `${customerName} sees it in My Sessions.` })
    },
    onError: (error) => toastError('Not ticked', error),
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-2"
      busy={tick.isPending}
      aria-label={`Replays of ${customerName} watched`}
      onClick={() => tick.mutate()}
    >
      <CircleCheck aria-hidden className="size-4" /> Replays watched
    </Button>
  )
}
