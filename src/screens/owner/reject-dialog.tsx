import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

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
            {errorText(send.error)}
          </Alert>
        )}
        <Field label="Reason" hint="Kept with it, so that everybody knows why it was not published.">
          <Textarea required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogButtons busy={send.isPending} onClose={onClose}>
          <Button type="submit" variant="danger" disabled={!reason.trim()} busy={send.isPending}>
            Reject
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
