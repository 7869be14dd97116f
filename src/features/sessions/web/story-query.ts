import { useQuery } from '@tanstack/react-query'
import { joinMinutes } from '#src/features/sessions/outcomes.ts'
import { type SessionStory, sessionStory } from '#src/features/sessions/story-contract.ts'
import { callApi } from '#src/ui/call-api.ts'
import { serverNow } from '#src/ui/server-clock.ts'
import { calmPoll, joinPoll, sessionStatesKey } from './session-states-query.ts'

/**
 * The story of a booking for the person with this id; `as`: staff who are one of its two ask for it as staff. Kept below the
 * states of the person's sessions: whatever changes one of them asks for it again. Asked for as often as they are.
 */
export function useStory(userId: string | undefined, bookingId: string, as?: 'staff') {
  return useQuery({
    queryKey: [...sessionStatesKey(userId ?? ''), 'story', bookingId, as],
    queryFn: ({ signal }) => callApi(sessionStory, { params: { bookingId }, query: { as } }, { signal }),
    enabled: userId !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => (data ? (isOnNow(data, serverNow()) ? joinPoll : calmPoll) : false),
    meta: { quiet: true },
  })
}

/** Whether the two meet now, or soon. */
function isOnNow({ session: { startsAt, endsAt } }: SessionStory, now: number): boolean {
  return !!startsAt && !!endsAt && Date.parse(startsAt) - joinMinutes * 60_000 <= now && now < Date.parse(endsAt)
}
