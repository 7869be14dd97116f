import { skipToken, useQuery } from '@tanstack/react-query'
import { listConversations, type Show } from '#src/features/messages/conversations-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { useList } from '#src/ui/lists/use-list.ts'

/** What every list of conversations is kept under; whatever changes one invalidates this. */
export const conversationsKey = [listConversations.path]

/** An open list shows at once what another of the team does. */
const lookEvery = 15_000

/** Whose an open conversation is must be right before somebody answers: it is asked for as often as its thread (MSG-3). */
const lookAtOpenEvery = 3_000

/** The conversations of the team, for its member with this id; `q` is a part of a name. */
export function useConversations(staffId: string | undefined, query: { show: Show; q?: string }) {
  return useList(listConversations, staffId, query, lookEvery)
}

/** How many conversations wait for us; looked at once a minute where no list of them is open. */
export function useWaiting(staffId: string | undefined): number {
  return useList(listConversations, staffId, { show: 'waiting' }, 60_000).total ?? 0
}

/** The conversation about a booking, an application or an inquiry; null: nobody has written. */
export function useConversation(staffId: string | undefined, aboutId: string | null) {
  return useQuery({
    queryKey: [...conversationsKey, 'one', staffId, aboutId],
    queryFn:
      staffId && aboutId
        ? async () => (await callApi(listConversations, { query: { about: aboutId } }))[0] ?? null
        : skipToken,
    staleTime: 0,
    refetchInterval: lookAtOpenEvery,
    meta: { quiet: true },
  })
}
