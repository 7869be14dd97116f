import { useMutation, useQuery } from '@tanstack/react-query'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { listDeadJobs, retryDeadJob } from '#src/shared/dead-jobs-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { showInstant } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { useFocusHandOver } from '#src/ui/lists/use-focus-hand-over.ts'

/** Background work that was given up, as the owner with this id may read it; asks nothing while `userId` is undefined. */
export function useDeadJobs(userId: string | undefined) {
  return useQuery({
    queryKey: [callUrl(listDeadJobs), userId],
    queryFn: () => callApi(listDeadJobs),
    enabled: userId !== undefined,
    staleTime: 0,
  })
}

/** The same with a way to try again; nothing when all is well. */
export function DeadJobs({ userId }: { userId: string | undefined }) {
  const { data: jobs = [], refetch } = useDeadJobs(userId)
  const retry = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      callApi(retryDeadJob, { params: { jobId: id }, body: { name } }),
    onSuccess: () => toast({ title: 'Trying again', description: 'If it fails again, it reappears here.' }),
    onError: (error) => toastError('Not started', error),
    onSettled: () => refetch(),
  })
  const zone = useRoomZone()
  const handOver = useFocusHandOver()
  if (jobs.length === 0) return null
  return (
    <Alert
      tone="warn"
      title={jobs.length === 1 ? '1 background job has failed' : `${jobs.length} background jobs have failed`}
    >
      <ul className="mt-2" {...handOver}>
        {jobs.map(({ id, name, error, failedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
            <p className="min-w-0 flex-1 basis-72 break-words">
              <span className="block font-semibold text-strong">{name}</span>
              {error}
              <span className="figures block text-sm">{showInstant(failedAt, zone)}</span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              busy={retry.isPending && retry.variables.id === id}
              aria-label={`Try again: ${name}`}
              onClick={() => retry.mutate({ id, name })}
            >
              Try again
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
