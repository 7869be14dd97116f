import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Decision, needsReason, remedyLabels } from '#src/bookings/claims.ts'
import { decideClaim } from '#src/bookings/staff-contract.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field, Textarea } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import type { Claim } from './open-claims.ts'

type DecideDialogProps = { claim: Claim; decision: Decision; onClose(): void; onDone(): void }

/** Confirms the owner's answer to a guarantee claim; one that the player did not ask for needs a reason. */
export default function DecideDialog({ claim, decision, onClose, onDone }: DecideDialogProps) {
  const { customerName, price } = claim.booking
  const mustSayWhy = needsReason(claim.wanted, decision)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const decide = useMutation({
    mutationFn: () => callApi(decideClaim, { params: { claimId: claim.id }, body: { decision, reason } }),
    onSuccess: () => {
      toast({ title: 'Claim decided', description: `${customerName} gets a mail about it.` })
      onDone()
    },
  })
  function submit() {
    const isMissing = mustSayWhy && reason.trim() === ''
    setProblem(isMissing ? 'Please say why: the player reads it.' : undefined)
    if (isMissing) field.current?.focus()
    else decide.mutate()
  }
  const texts = {
    refunded: { title: `Refund $${price}`, effect: 'All that was paid for the session goes back to the card.' },
    'another-coach': {
      title: 'Give another coach',
      effect: 'A free session of the same kind is booked; you choose its coach and hour under Admin Bookings.',
    },
    declined: { title: 'Decline the claim', effect: 'Nothing is refunded.' },
  }
  const { title, effect } = texts[decision]
  return (
    <Dialog title={title} description={`Guarantee claim of ${customerName}`} onClose={onClose} sticky>
      <div className="grid gap-6">
        {decide.error && (
          <Alert tone="bad" title="Not saved">
            {errorText(decide.error, 'Please check your connection and try again.')}
          </Alert>
        )}
        <p>
          {effect}
          {claim.wanted && claim.wanted !== decision && ` The player asked for: ${remedyLabels[claim.wanted]}.`}
        </p>
        <Field
          label={mustSayWhy ? 'Why?' : 'A word to the player'}
          hint="The player reads it in the mail about your decision, and in My Sessions."
          optional={!mustSayWhy}
          error={problem}
        >
          <Textarea
            ref={field}
            value={reason}
            maxLength={500}
            required={mustSayWhy}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={decide.isPending} onClick={onClose}>
            Not now
          </Button>
          <Button variant={decision === 'declined' ? 'danger' : 'primary'} busy={decide.isPending} onClick={submit}>
            {title}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
