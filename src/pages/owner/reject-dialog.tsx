import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { errorText } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field, Textarea } from '#src/ui/field.tsx'
import { Form } from '#src/ui/form.tsx'

type RejectDialogProps = {
  title: string
  /** Whose. */
  description: string
  reject(reason: string): Promise<unknown>
  onClose(): void
  onDone(): void
}

/** Asks why a rating or a story is turned down, and does it. */
export default function RejectDialog({ title, description, reject, onClose, onDone }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const send = useMutation({ mutationFn: () => reject(reason.trim()), onSuccess: onDone })
  return (
    <Dialog title={title} description={description} onClose={onClose} sticky>
      <Form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate()
        }}
      >
        {send.error && (
          <Alert tone="bad" title="Not rejected">
            {errorText(send.error, 'Please check your connection and try again.')}
          </Alert>
        )}
        <Field label="Reason" hint="Kept with it, so that everybody knows why it was not published.">
          <Textarea required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={send.isPending} onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" variant="danger" disabled={!reason.trim()} busy={send.isPending}>
            Reject
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
