import { useQuery } from '@tanstack/react-query'
import type { Decided } from '#src/features/sessions/outcomes.ts'
import { listOpenQuestions } from '#src/features/sessions/outcomes-contract.ts'
import { type CallReply, callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'

export type OpenQuestion = CallReply<typeof listOpenQuestions>[number]

export const decisionLabels: Record<Decided, string> = {
  'coach-missing': 'The coach did not come',
  'player-missing': 'The player did not come',
  'minutes-back': 'Refund the minutes',
  'new-hour': 'Give a new hour',
  held: 'It was held',
}

/** The questions about sessions that the team decides, for the member with this id. */
export function useSessionQuestions(userId: string | undefined) {
  return useQuery({
    queryKey: [callUrl(listOpenQuestions), userId],
    queryFn: () => callApi(listOpenQuestions),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}
