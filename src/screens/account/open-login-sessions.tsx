import { useMutation, useQuery } from '@tanstack/react-query'
import {
  endLoginSession,
  endOtherLoginSessions,
  type LoginSession,
  listLoginSessions,
} from '#src/features/accounts/login-sessions-contract.ts'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { Badge } from '#src/ui/controls/badge.tsx'
import { Button } from '#src/ui/controls/button.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { showLoginTime } from './show-login-time.ts'

const nameOf = ({ device, isAdminArea }: LoginSession) => (isAdminArea ? `${device}, admin area` : device)

/** The devices on which the account is logged in, each with a way to end it. */
export function OpenLoginSessions({ userId }: { userId: string }) {
  const readerZone = useReaderZone()
  const handOver = useFocusHandOver()
  const { queryKey } = apiQuery(listLoginSessions)
  const { data, error, isFetching, refetch } = useQuery<LoginSession[]>({
    // Begins like the call's own key. The person is part of it: the next one on this browser sees their own.
    queryKey: [...queryKey, userId],
    queryFn: () => callApi(listLoginSessions),
    staleTime: 0,
  })
  const end = useMutation({
    mutationFn: (session: LoginSession | null) =>
      session ? callApi(endLoginSession, { params: { loginSessionId: session.id } }) : callApi(endOtherLoginSessions),
    onSuccess: () => {
      toast({ title: 'Logged out there', description: 'This device stays logged in.' })
      return refetch()
    },
    onError: (error) => toastError('Not logged out there', error, 'We could not reach the server. Please try again.'),
  })

  if (error)
    return (
      <LoadFailed title="Your devices could not be loaded" error={error} isFetching={isFetching} refetch={refetch} />
    )
  if (!data) return <Skeleton className="h-20" />
  const isEnding = (session: LoginSession | null) => end.isPending && end.variables?.id === session?.id
  return (
    <div {...handOver}>
      <ul>
        {data.map((session) => (
          <li
            key={session.id}
            className="flex items-center justify-between gap-4 border-line border-t py-3 first:border-0"
          >
            <div className="min-w-0">
              <p className="font-medium text-strong">{nameOf(session)}</p>
              <p className="figures text-sm">
                {session.isCurrent || session.isAdminArea
                  ? `Since ${showLoginTime(session.createdAt, readerZone)}`
                  : `Seen ${showLoginTime(session.lastSeenAt, readerZone)}`}
              </p>
            </div>
            {session.isCurrent ? (
              <Badge tone="good" className="shrink-0">
                This device
              </Badge>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                busy={isEnding(session)}
                aria-label={`End the session on ${nameOf(session)}`}
                onClick={() => end.mutate(session)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 2 && (
        <Button variant="secondary" className="mt-4" busy={isEnding(null)} onClick={() => end.mutate(null)}>
          End all others
        </Button>
      )}
    </div>
  )
}
