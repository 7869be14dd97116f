import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { type Decided, minutesBack } from '#src/features/sessions/outcomes.ts'
import { decideQuestion } from '#src/features/sessions/outcomes-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { MinutesField } from '../minutes-field.tsx'
import { decisionLabels, type OpenQuestion } from './questions-query.ts'

const effects: Record<Decided, string> = {
  'coach-missing':
    'The session is cancelled, and the player chooses: another coach, another hour, or all the money back.',
  'player-missing': 'It is a no-show: there is no refund.',
  'minutes-back': 'The price of these minutes is refunded to the card.',
  'new-hour': 'The session has no hour any more: you schedule it again with the player, at no cost.',
  held: 'It counts as held: nothing changes.',
}

type DecideDialogProps = { question: OpenQuestion; outcome: Decided; onClose(): void; onDone(): Promise<unknown> }

/** Decides a question about a session, with the reason that both read. */
export default function DecideSessionDialog({ question, outcome, onClose, onDone }: DecideDialogProps) {
  const { booking } = question
  const [reason, setReason] = useTyped(`question:${question.id}:reason`)
  const [minutes, setMinutes] = useTyped(`question:${question.id}:minutes`, String(question.minutes ?? ''))
  const [problem, setProblem] = useState<{ reason?: string; minutes?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const isMinutes = outcome === 'minutes-back'
  const isNumber = Number.isInteger(Number(minutes)) && Number(minutes) > 0
  const price = toCents(booking.price)
  const left = price - toCents(booking.refundDue)
  const refund = isMinutes && isNumber ? minutesBack({ price, minutes: booking.minutes }, Number(minutes), left) : 0
  const decide = useMutation({
    mutationFn: () =>
      callApi(decideQuestion, {
        params: { questionId: question.id },
        body: { outcome, reason, ...(isMinutes && { minutes: Number(minutes) }) },
      }),
    onSuccess: () => {
      toast({ title: 'Decided', description: `${booking.customerName} and ${booking.coachName} get a mail.` })
      return onDone()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(isMinutes && !isNumber && { minutes: 'How many minutes?' }),
      ...(reason.trim() === '' && { reason: 'Please say why: both read it.' }),
    }
    setProblem(missing)
    if (Object.keys(missing).length === 0) decide.mutate()
    else form.current?.querySelector<HTMLElement>(missing.minutes ? 'input' : 'textarea')?.focus()
  }
  return (
    <Dialog
      title={decisionLabels[outcome]}
      description={`${booking.customerName} with ${booking.coachName}`}
      onClose={onClose}
      sticky
    >
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-6">
        {decide.error && (
          <Alert tone="bad" title="Not decided">
            {errorText(decide.error)}
          </Alert>
        )}
        <p>
          {effects[outcome]}
          {isMinutes && ` ${showDollars(left)} of ${showDollars(price)} is left to refund.`}
        </p>
        {isMinutes && <MinutesField value={minutes} onChange={setMinutes} error={problem.minutes} />}
        <Field
          label="Why?"
          hint="Player and coach read it in their mail and beside the session."
          error={problem.reason}
        >
          <Textarea value={reason} maxLength={500} required onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogButtons busy={decide.isPending} onClose={onClose}>
          <Button type="submit" busy={decide.isPending}>
            {refund > 0 ? `Refund ${showDollars(refund)}` : 'Decide'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
