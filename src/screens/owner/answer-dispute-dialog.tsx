import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { answerDispute, disputeEvidence, type EvidenceField } from '#src/features/desk/evidence-contract.ts'
import type { Problem } from '#src/features/payments/contract.ts'
import { problemsKey } from '#src/features/payments/web/money-query.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { showInstant } from '#src/shared/times.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

const labels: Record<EvidenceField, string> = {
  product_description: 'What was sold',
  service_date: 'Day of the session',
  customer_name: 'Customer',
  customer_email_address: 'Customer’s e-mail',
  refund_policy_disclosure: 'Terms it was sold under',
  access_activity_log: 'Log-ins and check-ins',
  uncategorized_text: 'Receipt, invite and messages',
}

type AnswerDisputeDialogProps = { problem: Problem; onClose(): void }

/** Shows what the bank will read, takes the owner's own words, and sends both: once, for good. */
export default function AnswerDisputeDialog({ problem, onClose }: AnswerDisputeDialogProps) {
  const zone = useRoomZone()
  const client = useQueryClient()
  const [words, setWords] = useTyped(`dispute:${problem.id}`)
  const params = { problemId: problem.id }
  const { data, ...query } = useQuery({
    queryKey: [disputeEvidence.path, problem.id],
    queryFn: () => callApi(disputeEvidence, { params }),
    staleTime: 0,
    gcTime: 0,
    // What was read is what is sent.
    refetchOnWindowFocus: false,
  })
  const answer = useMutation({
    mutationFn: (version: string) => callApi(answerDispute, { params, body: { words, version } }),
    onSuccess: () => {
      toast({ title: 'Answer sent', description: 'The bank decides; you hear of it here and by e-mail.' })
      onClose()
    },
    onError: () => query.refetch(),
    onSettled: () => client.invalidateQueries({ queryKey: problemsKey }),
  })
  const dueBy = problem.dispute?.dueBy
  return (
    <Dialog
      title="Answer the bank"
      description={dueBy ? `By ${showInstant(dueBy, zone)}. ${problem.text}` : problem.text}
      onClose={onClose}
      sticky
      ownBody
    >
      <DialogBody>
        <div className="grid gap-6">
          {answer.error && (
            <Alert tone="bad" title="Not sent">
              {errorText(answer.error)}
            </Alert>
          )}
          {query.error && !data && <LoadFailed {...query} title="What we know could not be loaded" />}
          {data?.refusal && <Alert tone="warn" title={data.refusal} />}
          {data && !data.refusal && (
            <Field
              label="In your own words"
              optional
              hint="What happened, in a few sentences. The bank reads it first. Name nobody who need not be named."
            >
              <Textarea rows={5} maxLength={5000} value={words} onChange={(event) => setWords(event.target.value)} />
            </Field>
          )}
          {data ? <Sections sections={data.sections} /> : !query.error && <Skeleton className="h-72" />}
        </div>
      </DialogBody>
      <DialogFoot className="flex flex-wrap items-center justify-end gap-3">
        <p className="mr-auto w-full text-sm sm:w-auto">It goes once, for good.</p>
        <Button variant="secondary" disabled={answer.isPending} onClick={onClose}>
          Not yet
        </Button>
        <Button
          className="flex-1 sm:flex-none"
          disabled={!data || data.refusal !== null || query.isFetching}
          busy={answer.isPending}
          onClick={() => data && answer.mutate(data.version)}
        >
          Send to the bank
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Sections({ sections }: Pick<CallReply<typeof disputeEvidence>, 'sections'>) {
  return (
    <section aria-labelledby="evidence" className="grid gap-4">
      <h3 id="evidence" className="font-semibold text-strong">
        The bank reads this
      </h3>
      <dl className="figures grid gap-4 text-sm">
        {sections.map(({ field, text }) => (
          <div key={field}>
            <dt className="text-faint">{labels[field]}</dt>
            <dd dir="auto" className="whitespace-pre-line text-strong [overflow-wrap:anywhere]">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
