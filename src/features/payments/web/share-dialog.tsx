import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { coachEarnings, setCoachShare } from '#src/features/payments/payout-contract.ts'
import { showShortDate } from '#src/shared/times.ts'
import { addDays } from '#src/shared/zones.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type ShareDialogProps = {
  /** None was set before. */
  isFirst: boolean
  /** `YYYY-MM-DD` in the business's zone. */
  today: string
  onClose(): void
}

/** Sets the next version of the coaches' share. */
export default function ShareDialog({ isFirst, today, onClose }: ShareDialogProps) {
  const client = useQueryClient()
  const [percent, setPercent] = useTyped('share')
  const [validFrom, setValidFrom] = useTyped('share:from', isFirst ? `${today.slice(0, 7)}-01` : addDays(today, 1))
  const [problem, setProblem] = useState<string>()
  const share = useMutation({
    mutationFn: () => callApi(setCoachShare, { body: { percent: Number(percent), validFrom } }),
    onSuccess: () => {
      toast({ title: 'Share set', description: `${percent} % for sessions from ${showShortDate(validFrom)} on.` })
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: [coachEarnings.path] }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isWhole = /^\d{1,3}$/.test(percent.trim()) && Number(percent) <= 100
    setProblem(isWhole ? undefined : 'Please enter a whole number from 0 to 100.')
    if (isWhole) share.mutate()
  }
  return (
    <Dialog title={isFirst ? 'Coaches’ share' : 'The next share'} onClose={onClose} sticky>
      <Form noValidate onSubmit={submit} className="grid gap-6">
        {share.error && (
          <Alert tone="bad" title="Not set">
            {errorText(share.error)}
          </Alert>
        )}
        <p>
          A session counts with the share of its day, rounded down to a cent.{' '}
          {isFirst
            ? 'Sessions before the first day earn nothing here: choose the day from which you owe coaches.'
            : 'Sessions until today keep theirs.'}
        </p>
        <Field label="Coaches get, in percent" hint="Of what players paid, less what went back." error={problem}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            required
            value={percent}
            onChange={(event) => setPercent(event.target.value)}
          />
        </Field>
        <Field label="For sessions from">
          <TextInput
            type="date"
            className="figures"
            required
            min={isFirst ? undefined : addDays(today, 1)}
            value={validFrom}
            onChange={(event) => event.target.value && setValidFrom(event.target.value)}
          />
        </Field>
        <DialogButtons busy={share.isPending} onClose={onClose}>
          <Button type="submit" busy={share.isPending}>
            Set share
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
