import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { type CoachEarnings, coachEarnings, listPayouts, payOut } from '#src/features/payments/payout-contract.ts'
import { showSigned, toSignedCents } from '#src/shared/money.ts'
import { showShortDate } from '#src/shared/times.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type PayoutDialogProps = {
  coach: CoachEarnings['coaches'][number]
  /** The last day of the sessions it covers. */
  until: string
  onClose(): void
}

/** Writes down that a coach was paid what is owed, as it was shown. */
export default function PayoutDialog({ coach, until, onClose }: PayoutDialogProps) {
  const client = useQueryClient()
  const [reference, setReference] = useTyped(`payout:${coach.coachId}`)
  const [problem, setProblem] = useState<string>()
  // The same at every try, so that an answer lost on its way marks nothing twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { coachId, name, owed } = coach
  const cents = toSignedCents(owed)
  const amount = showSigned(cents)
  const pay = useMutation({
    mutationFn: () =>
      callApi(payOut, { params: { coachId }, body: { until, amount: owed, reference, idempotencyKey } }),
    onSuccess: () => {
      toast({ title: 'Marked as paid', description: `${amount} to ${name}. They see it on their dashboard.` })
      onClose()
    },
    onSettled: () =>
      Promise.all([coachEarnings, listPayouts].map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isThere = reference.trim() !== ''
    setProblem(isThere ? undefined : 'Please say how you find this payment again.')
    if (isThere) pay.mutate()
  }
  return (
    <Dialog
      title={`Mark ${name} paid`}
      description={`${amount} for sessions until ${showShortDate(until)}`}
      onClose={onClose}
      sticky
    >
      <Form noValidate onSubmit={submit} className="grid gap-6">
        {pay.error && (
          <Alert tone="bad" title="Nothing was marked as paid">
            {errorText(pay.error)}
          </Alert>
        )}
        <p>This moves no money: pay {name} first, then write it down here. It cannot be changed afterwards.</p>
        <Field label="Reference" hint="Such as the number of your bank transfer. The coach reads it." error={problem}>
          <TextInput
            maxLength={100}
            autoComplete="off"
            required
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        </Field>
        <DialogButtons busy={pay.isPending} onClose={onClose}>
          <Button type="submit" busy={pay.isPending} disabled={cents <= 0}>
            Mark {amount} as paid
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
