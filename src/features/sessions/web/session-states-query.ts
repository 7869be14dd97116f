import { useQuery } from '@tanstack/react-query'
import type { listSessionStates, SessionState } from '#src/features/sessions/contract.ts'
import { firstCalls } from '#src/shared/first-calls.ts'
import { callApi } from '#src/ui/call-api.ts'
import { serverNow } from '#src/ui/server-clock.ts'

/** What the states of a person's sessions are kept under; asked for again after each act that changes one. */
export const sessionStatesKey = (userId: string) => ['session-states', userId]

/** How often it is asked for while the two meet, and otherwise; in milliseconds. */
export const joinPoll = 5_000
export const calmPoll = 60_000

/**
 * What stands around the sessions of the person with this id, as player and as coach; nothing while `userId` is
 * undefined. Asked for again when the page is looked at, and every 5 s while a Join place is open: each sees when the other comes.
 * Not streamed: a live stream is of one thread, and holds one of the browser's six connections for news that come a few
 * times in an hour. Only pages that are seen ask.
 */
export function useSessionStates(userId: string | undefined) {
  return useQuery({
    // The person is part of the key: nothing is shown to the next one on the same browser.
    queryKey: sessionStatesKey(userId ?? ''),
    queryFn: ({ signal }) => callApi<typeof listSessionStates>(firstCalls.listSessionStates, {}, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data?.some((each) => openJoin(each, serverNow())) ? joinPoll : calmPoll),
    meta: { quiet: true },
  })
}

/** The Join place of a session while the two can press 'I am here', else null; `now` in epoch milliseconds. */
export function openJoin({ join }: Pick<SessionState, 'join'>, now: number): SessionState['join'] {
  return join && Date.parse(join.from) <= now && now < Date.parse(join.until) ? join : null
}

/** Whether its player said that the coach asked them to cancel, and it is open. */
export function isCoachAsked(state: Pick<SessionState, 'question'> | undefined): boolean {
  return state?.question?.says === 'coach-asked' && state.question.state !== 'settled'
}

/** Whether the coach called a session off, and its player still chooses. */
export function isCalledOff(state: Pick<SessionState, 'choice'> | undefined): boolean {
  return state?.choice?.cause === 'called-off' && state.choice.settledAt === null
}
