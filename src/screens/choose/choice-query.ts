import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ChoicePage,
  choose,
  chooseByLink,
  findChoice,
  findChoiceByLink,
  type Wish,
} from '#src/features/sessions/call-off-contract.ts'
import { callApi } from '#src/ui/call-api.ts'

/** By the secret of a mail's link, or as the player who is signed in. */
export type Door = { token: string } | { bookingId: string; userId: string }

export type Choosing = UseMutationResult<ChoicePage, Error, Wish>

/** How often the page asks whether a coach has said yes. */
const askingPoll = 10_000

/** What can be chosen, and the choosing. Reading changes nothing. */
export function useChoice(door: Door) {
  const client = useQueryClient()
  const queryKey = ['choice', door]
  const query = useQuery({
    queryKey,
    queryFn: () =>
      'token' in door
        ? callApi(findChoiceByLink, { body: { token: door.token } })
        : callApi(findChoice, { params: { bookingId: door.bookingId } }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isAsking(data) ? askingPoll : false),
  })
  const act = useMutation({
    mutationFn: (wish: Wish) =>
      'token' in door
        ? callApi(chooseByLink, { body: { token: door.token, choice: wish } })
        : callApi(choose, { params: { bookingId: door.bookingId }, body: wish }),
    onSuccess: (page) => client.setQueryData(queryKey, page),
    // What was free is not any more.
    onError: () => query.refetch(),
  })
  return { query, choose: act }
}

/** Whether coaches were asked and the player waits for the first yes. */
export function isAsking({ way, chosen, settled }: ChoicePage): boolean {
  return !settled && way === 'asked' && chosen === 'another-coach'
}
