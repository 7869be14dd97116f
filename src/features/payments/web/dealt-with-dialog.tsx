import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isUndecided } from '#src/features/bookings/rules.ts'
import { type Problem, resolveProblem } from '#src/features/payments/contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { problemsKey } from './money-query.ts'

type DealtWithDialogProps = { problem: Problem; title: string; onClose(): void }

/** Asks before a payment problem leaves the owner's sight. */
export default function DealtWithDialog({ problem, title, onClose }: DealtWithDialogProps) {
  const client = useQueryClient()
  const resolve = useMutation({
    mutationFn: () => callApi(resolveProblem, { params: { problemId: problem.id } }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: problemsKey }),
  })
  return (
    <Dialog title="Is this dealt with?" description={title} onClose={onClose}>
      <div className="grid gap-6">
        {resolve.error && (
          <Alert tone="bad" title="Not saved">
            {errorText(resolve.error)}
          </Alert>
        )}
        <p>{problem.text}</p>
        {problem.dispute && isUndecided(problem.dispute.state) && !problem.dispute.answeredAt && (
          <Alert tone="warn" title="This does not answer the bank">
            {problem.dispute.state === 'open'
              ? 'Without an answer the money is lost. '
              : 'Without a refund or an answer it may become a dispute. '}
            The bank’s decision appears here by itself.
          </Alert>
        )}
        <p>It leaves this list. Under Money you find it again, and can reopen it.</p>
        <DialogButtons close="Not yet" busy={resolve.isPending} onClose={onClose}>
          <Button busy={resolve.isPending} onClick={() => resolve.mutate()}>
            Dealt with
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
