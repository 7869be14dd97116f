import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { claimHours, type Remedy, remedies, remedyLabels } from '#src/features/bookings/claims.ts'
import { claimGuarantee, type MySession } from '#src/features/bookings/contract.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { RadioTile } from '../picker/radio-tile.tsx'
import { toldChanged } from './my-session-changed.ts'

const minLength = 10

type ClaimDialogProps = { session: MySession; onClose(): void; onDone(): void }

/** Asks for the satisfaction guarantee after a first session, and which of its two promises. */
export default function ClaimDialog({ session, onClose, onDone }: ClaimDialogProps) {
  const [wanted, setWanted] = useState<Remedy | null>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ wanted?: string; reason?: string; call?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const errorId = useId()
  const claim = useMutation({
    mutationFn: (wanted: Remedy) =>
      callApi(claimGuarantee, { params: { bookingId: session.id }, body: { wanted, reason } }),
    onSuccess: () => {
      toast({ title: 'Guarantee claimed', description: `We write to you by e-mail within ${claimHours} hours.` })
      onDone()
    },
    onError: (error) => {
      if (toldChanged(error, 'Not claimed')) onDone()
      else setProblem({ call: errorText(error) })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(!wanted && { wanted: 'Please choose: your money back or another coach.' }),
      ...(reason.trim().length < minLength && {
        reason: `Please say what was missing: at least ${minLength} characters.`,
      }),
    }
    setProblem(missing)
    if (wanted && !missing.reason) claim.mutate(wanted)
    else form.current?.querySelector<HTMLElement>(missing.wanted ? 'input' : 'textarea')?.focus()
  }

  return (
    <Dialog
      title="Claim the guarantee"
      description={`${session.serviceName} with ${session.coachName}`}
      onClose={onClose}
      sticky
    >
      <Form ref={form} noValidate onSubmit={submit} className="grid gap-6">
        {problem.call && (
          <Alert tone="bad" title="Not claimed">
            {problem.call}
          </Alert>
        )}
        <p>Your first session was not what you hoped for? Tell us, and you get a refund or a different coach.</p>
        <fieldset aria-describedby={problem.wanted && errorId}>
          <legend className="mb-2 font-medium text-strong">What would you like?</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {remedies.map((remedy) => (
              <RadioTile
                key={remedy}
                name="remedy"
                checked={wanted === remedy}
                onChoose={() => setWanted(remedy)}
                className="p-4"
              >
                <span className="block font-semibold">{remedyLabels[remedy]}</span>
                <span className="block text-sm text-soft">
                  {remedy === 'refunded'
                    ? `$${session.price}, to the card you paid with.`
                    : 'The same session once more, free, with a different coach.'}
                </span>
              </RadioTile>
            ))}
          </div>
          {problem.wanted && (
            <p id={errorId} role="alert" className="mt-1.5 text-bad text-sm">
              {problem.wanted}
            </p>
          )}
        </fieldset>
        <Field label="What was missing?" error={problem.reason}>
          <Textarea value={reason} maxLength={2000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogButtons busy={claim.isPending} onClose={onClose}>
          <Button type="submit" busy={claim.isPending}>
            Claim guarantee
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
