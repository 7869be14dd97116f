import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { type Decision, needsReason, remedyLabels } from '#src/features/bookings/claims.ts'
import { decideClaim } from '#src/features/bookings/staff-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import type { Claim } from './bookings/open-claims.ts'

type DecideDialogProps = { claim: Claim; decision: Decision; onClose(): void; onDone(): void }

/** Confirms the owner's answer to a guarantee claim; one that the player did not ask for needs a reason. */
export default function DecideDialog({ claim, decision, onClose, onDone }: DecideDialogProps) {
  const { customerName, price, refundDue, dispute } = claim.booking
  const left = dispute === 'lost' ? 0 : toCents(price) - toCents(refundDue)
  const mustSayWhy = needsReason(claim.wanted, decision)
  const [reason, setReason] = useTyped(`claim:${claim.id}`)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const decide = useMutation({
    mutationFn: () => callApi(decideClaim, { params: { claimId: claim.id }, body: { decision, reason } }),
    onSuccess: () => {
      toast({ title: 'Claim decided', description: `${customerName} is notified by e-mail.` })
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
    refunded:
      left > 0
        ? { title: `Refund ${showDollars(left)}`, effect: 'All that is left of the price goes back to the card.' }
        : { title: 'Close the claim', effect: 'All of the price went back before: nothing more is refunded.' },
    'another-coach': {
      title: 'Give another coach',
      effect: 'A free session of the same kind is booked; you choose its coach and hour under Admin Bookings.',
    },
    declined: { title: 'Decline the claim', effect: `${claim.ground} Nothing is refunded.` },
  }
  const { title, effect } = texts[decision]
  return (
    <Dialog title={title} description={`Guarantee claim of ${customerName}`} onClose={onClose} sticky>
      <div className="grid gap-6">
        {decide.error && (
          <Alert tone="bad" title="Not saved">
            {errorText(decide.error)}
          </Alert>
        )}
        <p>
          {effect}
          {claim.wanted && claim.wanted !== decision && ` The player asked for: ${remedyLabels[claim.wanted]}.`}
        </p>
        <Field
          label={mustSayWhy ? 'Why?' : 'A word to the player'}
          hint="The player reads it in the e-mail about your decision and in My Sessions."
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
        <DialogButtons busy={decide.isPending} onClose={onClose}>
          <Button variant={decision === 'declined' ? 'danger' : 'primary'} busy={decide.isPending} onClick={submit}>
            {title}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
