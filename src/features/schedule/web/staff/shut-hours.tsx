import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { listShutHours, reopenHours, type ShutHours as Shut } from '#src/features/schedule/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { showDateIn, showTimeIn } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Panel } from '#src/ui/controls/panel.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'

/** What coaches called off and nobody can book, for the member of staff with this id. */
export function useShutHours(userId: string | undefined) {
  return useQuery({
    queryKey: [callUrl(listShutHours), userId],
    queryFn: () => callApi(listShutHours),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}

/** The same, each with a way to open it again; nothing when there is none. */
export function ShutHours({ userId }: { userId: string | undefined }) {
  const client = useQueryClient()
  const { data: hours = [] } = useShutHours(userId)
  const zone = useRoomZone()
  const handOver = useFocusHandOver()
  const reopen = useMutation({
    mutationFn: ({ coachId, from, to }: Shut) => callApi(reopenHours, { params: { coachId }, body: { from, to } }),
    onSuccess: (_, { coachName }) => toast({ title: 'Open again', description: `${coachName} can be booked then.` }),
    onError: (error) => toastError('Not reopened', error),
    onSettled: () => client.invalidateQueries({ queryKey: [callUrl(listShutHours)] }),
  })
  if (hours.length === 0) return null
  return (
    <Panel aria-labelledby="shut-hours" className="mb-6">
      <h2 id="shut-hours" className="display text-lg">
        Called off
      </h2>
      <p className="mt-1 max-w-prose text-sm">
        Nobody can book these hours. Can the coach come after all? Reopen them.
      </p>
      <ul className="mt-2" {...handOver}>
        {hours.map((each) => {
          const when = showSpan(each, zone)
          return (
            <li
              key={`${each.coachId} ${each.from}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line py-3 not-first:border-t"
            >
              <p className="figures min-w-0">
                <span className="block font-semibold text-strong">{each.coachName}</span>
                {when}
              </p>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Reopen: ${each.coachName}, ${when}`}
                busy={reopen.isPending && reopen.variables === each}
                disabled={reopen.isPending}
                onClick={() => reopen.mutate(each)}
              >
                Reopen
              </Button>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** `'Tue, Nov 24, 3:00 PM – 4:00 PM'`, or with both days. */
function showSpan({ from, to }: Shut, zone: string): string {
  const [first, last] = [showDateIn(from, zone), showDateIn(to, zone)]
  const until = `${first === last ? '' : `${last}, `}${showTimeIn(to, zone)}`
  return `${first}, ${showTimeIn(from, zone)} – ${until}`
}
