import { useMutation } from '@tanstack/react-query'
import { answerForStep } from '#src/features/accounts/second-factor-contract.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'

/** By our mail's link: a colleague set a new password by mail, and an owner lets them set up a second step, or staff stop it. */
export function ColleaguesStep({ accountId, isOwner }: { accountId: string; isOwner: boolean }) {
  const answer = useMutation({
    mutationFn: (allowed: boolean) => callApi(answerForStep, { body: { accountId, allowed } }),
    onSuccess: ({ name }, allowed) =>
      toast({ title: allowed ? `${name} may set up a second step` : `${name} sets up no second step` }),
    onError: (error) => toastError('Not saved', error),
  })
  // Nobody waits (any more): an old mail.
  const isOver = answer.error instanceof HttpError && answer.error.status === 404
  if (answer.isSuccess || isOver) return null
  return (
    <Alert tone="warn" title="A colleague set a new password by mail" className="mt-8">
      <p>Call them, do not mail: was it them?</p>
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
