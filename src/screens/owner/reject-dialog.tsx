import { useMutation } from '@tanstack/react-query'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

type RejectDialogProps = {
  /** The id of what is turned down. */
  about: string
  title: string
  /** Whose. */
  description: string
  /** What its button says; what is public already is withdrawn. */
  verb?: 'Reject' | 'Withdraw'
  /** Who reads the reason. */
  hint: string
  /** The reasons there are; without them it is said in words. */
  reasons?: readonly string[]
  reject(reason: string): Promise<unknown>
  onClose(): void
  onDone(): void
}

/** Asks why a rating or a story is turned down, and does it. */
export default function RejectDialog({
  about,
  title,
  description,
  verb = 'Reject',
  hint,
  reasons,
  reject,
  onClose,
  onDone,
}: RejectDialogProps) {
  const [reason, setReason] = useTyped(`reject:${about}`)
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
          <Alert tone="bad" title={verb === 'Reject' ? 'Not rejected' : 'Not withdrawn'}>
            {errorText(send.error)}
          </Alert>
        )}
        {reasons ? (
          <fieldset>
            <legend className="font-medium text-strong">Reason</legend>
            <p className="mb-2 text-sm">{hint}</p>
            <div className="grid gap-3">
              {reasons.map((each) => (
                <RadioTile
                  key={each}
                  name="reason"
                  checked={reason === each}
                  onChoose={() => setReason(each)}
                  className="p-3"
                >
                  <span className="font-semibold">{each}</span>
                </RadioTile>
              ))}
            </div>
          </fieldset>
        ) : (
          <Field label="Reason" hint={hint}>
            <Textarea required maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
        <DialogButtons busy={send.isPending} onClose={onClose}>
          <Button
            type="submit"
            variant="danger"
            disabled={reasons ? !reasons.includes(reason) : !reason.trim()}
            busy={send.isPending}
          >
            {verb}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
