import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { claimGuarantee, type MySession } from '#src/bookings/contract.ts'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field, Textarea } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { toldChanged } from './my-session-changed.ts'

const minLength = 10

type ClaimDialogProps = { session: MySession; onClose(): void; onDone(): void }

/** Asks for the satisfaction guarantee after a first session. */
export default function ClaimDialog({ session, onClose, onDone }: ClaimDialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const claim = useMutation({
    mutationFn: () => callApi(claimGuarantee, { params: { bookingId: session.id }, body: { reason } }),
    onSuccess: () => {
      toast({ title: 'Guarantee claimed', description: 'We look at it and write to you by e-mail.' })
      onDone()
    },
    onError: (error) => {
      if (toldChanged(error, 'Not claimed')) onDone()
      else setProblem(errorText(error, 'Please check your connection and try again.'))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim().length < minLength)
      return setProblem(`Please say what was missing: at least ${minLength} characters.`)
    setProblem(undefined)
    claim.mutate()
  }

  return (
    <Dialog
      title="Claim the guarantee"
      description={`${session.serviceName} with ${session.coachName}`}
      onClose={onClose}
      sticky
    >
      <form noValidate onSubmit={submit} className="grid gap-6">
        <p>Your first session was not what you hoped for? Tell us, and you get a refund or a different coach.</p>
        <Field label="What was missing?" error={problem}>
          <Textarea value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={claim.isPending} onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" busy={claim.isPending}>
            Claim guarantee
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
