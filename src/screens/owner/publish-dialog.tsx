import { useMutation } from '@tanstack/react-query'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { editCoach, type OwnerCoach } from '#src/features/coaches/contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'

type PublishDialogProps = { coach: OwnerCoach; onClose(): void; onDone(): void }

/** Asks why a coach who is not ready goes live all the same, says what that means, and does it. */
export default function PublishDialog({ coach, onClose, onDone }: PublishDialogProps) {
  const { id, name, missing } = coach
  const [reason, setReason] = useTyped(`publish:${id}`)
  const publish = useMutation({
    mutationFn: () => callApi(editCoach, { params: { coachId: id }, body: { isActive: true, reason } }),
    onSuccess: onDone,
  })
  return (
    <Dialog title={`Publish ${name}?`} description={`${name} is not ready yet`} onClose={onClose} sticky>
      <Form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          publish.mutate()
        }}
      >
        {publish.error && (
          <Alert tone="bad" title="Not published">
            {errorText(publish.error)}
          </Alert>
        )}
        <ul className="grid list-disc gap-2 pl-5">
          {missing.includes('account') && (
            <li>There is no account: {name} sees no booking. Your team is mailed each one, and has to tell them.</li>
          )}
          {missing.includes('hours') && (
            <li>Nobody has confirmed the hours: players can book every hour that stands there now.</li>
          )}
          {missing.includes('rules') && <li>{name} has not accepted the coaches’ rules.</li>}
          {missing.includes('discord') && <li>No Discord name: players would not know where to meet.</li>}
        </ul>
        <Field label="Why now?" hint="Kept in the audit.">
          <Textarea
            required
            minLength={5}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <DialogButtons busy={publish.isPending} onClose={onClose}>
          <Button type="submit" disabled={!reason.trim()} busy={publish.isPending}>
            Publish anyway
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
