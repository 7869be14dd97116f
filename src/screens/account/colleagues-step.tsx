import { useMutation, useQuery } from '@tanstack/react-query'
import { answerForStep, findWaiting } from '#src/features/accounts/second-factor-contract.ts'
import { apiQuery, callApi, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** By our mail's link: a colleague, by name and e-mail, set a new password by mail, and an owner lets them set up a second step, or staff stop it. */
export function ColleaguesStep({ accountId, isOwner }: { accountId: string; isOwner: boolean }) {
  const waiting = useQuery({ ...apiQuery(findWaiting, { params: { accountId } }), staleTime: 0 })
  const answer = useMutation({
    mutationFn: (allowed: boolean) => callApi(answerForStep, { body: { accountId, allowed } }),
    onSuccess: ({ name }, allowed) =>
      toast({ title: allowed ? `${name} may set up a second step` : `${name} sets up no second step` }),
    onError: (error) => toastError('Not saved', error),
  })
  // Nobody waits (any more): an old mail.
  const isOver = [waiting, answer].some(({ error }) => error instanceof HttpError && error.status === 404)
  if (answer.isSuccess || isOver) return null
  if (waiting.error)
    return (
      <LoadFailed
        title="Your colleague could not be loaded"
        error={waiting.error}
        isFetching={waiting.isFetching}
        refetch={waiting.refetch}
      />
    )
  if (!waiting.data) return null
  const { name, email } = waiting.data
  return (
    <Alert tone="warn" title={`${name} set a new password by mail`} className="mt-8">
      <p>{email} has no second step yet. Call them, do not mail: was it them?</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {isOwner && (
          <Button size="sm" onClick={() => answer.mutate(true)}>
            Let them set up a second step
          </Button>
        )}
        <Button size="sm" variant="secondary" onClick={() => answer.mutate(false)}>
          Stop it
        </Button>
      </div>
    </Alert>
  )
}
