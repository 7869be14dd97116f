import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { settleReport } from '#src/features/sessions/safety-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import type { OpenReport } from './reports-query.ts'

type SettleDialogProps = { report: OpenReport; upheld: boolean; onClose(): void; onDone(): Promise<unknown> }

/** Settles a report with a reason for who made it; refunds what the player's block kept, where our team agrees. */
export default function SettleReportDialog({ report, upheld, onClose, onDone }: SettleDialogProps) {
  const { by, customerName, coachName, rest } = report
  const who = by === 'player' ? customerName : coachName
  const left = upheld ? toCents(rest) : 0
  const [reason, setReason] = useTyped(`report:${report.id}`)
  const [givesRest, setGivesRest] = useState(true)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const settle = useMutation({
    mutationFn: () =>
      callApi(settleReport, {
        params: { reportId: report.id },
        body: { upheld, reason, ...(left > 0 && givesRest && { rest }) },
      }),
    onSuccess: () => {
      toast({ title: 'Settled', description: `${who} gets a mail.` })
      return onDone()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isMissing = reason.trim() === ''
    setProblem(isMissing ? 'Please say why: who reported it reads it.' : undefined)
    if (isMissing) field.current?.focus()
    else settle.mutate()
  }
  return (
    <Dialog
      title={upheld ? 'We agree with the report' : 'We do not agree'}
      description={`Reported by ${who}`}
      onClose={onClose}
      sticky
    >
      <Form noValidate onSubmit={submit} className="grid gap-6">
        {settle.error && (
          <Alert tone="bad" title="Not settled">
            {errorText(settle.error)}
          </Alert>
        )}
        {upheld && by === 'player' && (
          <p>
            Sessions booked until now with {coachName} are cancelled at no cost if {customerName} blocks them.
          </p>
        )}
        {left > 0 && (
          <label className="touch flex min-h-6 items-center gap-3">
            <input
              type="checkbox"
              checked={givesRest}
              onChange={(event) => setGivesRest(event.target.checked)}
              className="size-5 shrink-0 accent-signal"
            />
            <span className="figures">
              Refund the rest: {showDollars(left)}, which {customerName}’s block did not refund.
            </span>
          </label>
        )}
        <Field label="Why?" hint={`${who} reads it. Nobody else is told.`} error={problem}>
          <Textarea
            ref={field}
            value={reason}
            maxLength={500}
            required
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <DialogButtons busy={settle.isPending} onClose={onClose}>
          <Button type="submit" busy={settle.isPending}>
            {left > 0 && givesRest ? `Settle, refund ${showDollars(left)}` : 'Settle'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
