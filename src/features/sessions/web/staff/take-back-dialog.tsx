import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { type Exception, takeBackOutcome } from '#src/features/sessions/exceptions-contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { useBookingsChanged } from './exceptions-query.ts'

type TakeBackDialogProps = {
  booking: Exception['booking']
  outcome: NonNullable<Exception['outcome']>
  onClose(): void
  onDone(): void
}

/** Takes back what counts as a session's outcome, with the reason that both can read. */
export default function TakeBackDialog({ booking, outcome, onClose, onDone }: TakeBackDialogProps) {
  const changed = useBookingsChanged()
  const [reason, setReason] = useTyped(`take-back:${booking.id}`)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const press = useMutation({
    mutationFn: () =>
      callApi(takeBackOutcome, { params: { bookingId: booking.id }, body: { outcomeAt: outcome.at, reason } }),
    onSuccess: () => {
      void changed()
      toast({ title: 'Taken back', description: `${booking.customerName} with ${booking.coachName}` })
      onDone()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const isMissing = reason.trim() === ''
    setProblem(isMissing ? 'Please say why: player and coach can read it.' : undefined)
    if (isMissing) field.current?.focus()
    else press.mutate()
  }
  return (
    <Dialog
      title="Take it back"
      description={`${booking.serviceName} of ${booking.customerName} with ${booking.coachName}`}
      onClose={onClose}
      sticky
    >
      <Form noValidate onSubmit={submit} className="grid gap-6">
        {press.error && (
          <Alert tone="bad" title="Not taken back">
            {errorText(press.error)}
          </Alert>
        )}
        <p>
          Now: {outcome.words} {outcome.isDecision ? decidedAnew : markGone}
        </p>
        <Field label="Why?" hint="Player and coach can read it." error={problem}>
          <Textarea
            ref={field}
            rows={2}
            maxLength={500}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <DialogButtons busy={press.isPending} onClose={onClose}>
          <Button type="submit" busy={press.isPending}>
            Take it back
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const decidedAnew = 'Taking it back tells both, and the question waits for your team again. Nothing moves until then.'
const markGone =
  'Taking it back leaves the booking confirmed, as if nobody had marked it. A player who was told of a no-show is told of this, too.'
