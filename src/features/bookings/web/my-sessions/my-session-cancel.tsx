import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cancelBooking, type MySession } from '#src/features/bookings/contract.ts'
import { isWithBank } from '#src/features/bookings/rules.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, TextInput } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { toldChanged } from './my-session-changed.ts'
import { useNow } from './my-session-clock.ts'
import { Deadlines } from './my-session-deadlines.tsx'
import { SessionTime } from './my-session-time.tsx'

type CancelDialogProps = { session: MySession; onClose(): void; onDone(): void }

/** Says what cancelling gives back at this moment, and cancels for exactly that. */
export default function CancelDialog({ session, onClose, onDone }: CancelDialogProps) {
  const [refund, setRefund] = useState(session.refundNow)
  const [reason, setReason] = useState('')
  const now = useNow()
  const amount = toCents(refund)
  const isFree = toCents(session.price) === 0

  const cancel = useMutation({
    mutationFn: () => callApi(cancelBooking, { params: { bookingId: session.id }, body: { refund, reason } }),
    onSettled: () => {
      isAsked.current = false
    },
    onSuccess: () => {
      toast({
        title: 'Session cancelled',
        description:
          amount > 0 ? `${showDollars(amount)} is on its way back to your card.` : 'Your coach’s hour is free again.',
      })
      onDone()
    },
    onError: (error) => {
      setRefund(changedRefund(error) ?? refund)
      if (toldChanged(error, 'Not cancelled')) onDone()
    },
  })
  // The button is off only after the next render, and a double click comes before it.
  const isAsked = useRef(false)
  function askOnce() {
    if (isAsked.current) return
    isAsked.current = true
    cancel.mutate()
  }
  const hasChanged = changedRefund(cancel.error) !== null
  const busy = cancel.isPending

  return (
    <Dialog title="Cancel session" description={`${session.serviceName} with ${session.coachName}`} onClose={onClose}>
      <div className="grid gap-6">
        {cancel.error && (
          <Alert tone="bad" title={hasChanged ? 'The refund has changed since you looked' : 'Not cancelled'}>
            {hasChanged
              ? `You now get ${showDollars(amount)} back. Nothing is cancelled yet: please decide again.`
              : errorText(cancel.error)}
          </Alert>
        )}
        <SessionTime session={session} />
        {isFree ? (
          <p>This session was free: there is nothing to refund.</p>
        ) : (
          <p>
            <span className="block">You get back now</span>
            <span className="display figures text-2xl">{showDollars(amount)}</span>
            <span className="figures block">
              of {showDollars(toCents(session.price))}
              {toCents(session.refundDue) > 0 && `; ${showDollars(toCents(session.refundDue))} of it went back before`}
              {amount > 0 && ', to the card you paid with. Banks take 5 to 10 days to show it.'}
            </span>
            {isWithBank(session) && 'You asked your bank for this payment, so nothing goes back from us beside that.'}
          </p>
        )}
        {!isFree && session.terms && (
          <section aria-labelledby="deadlines" className="border-line border-t pt-4">
            <h3 id="deadlines" className="mb-3 font-semibold">
              Your terms
            </h3>
            <Deadlines session={session} now={now} />
          </section>
        )}
        <Field label="Why are you cancelling?" hint="Your coach and our team read it." optional>
          <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogButtons close="Keep session" busy={busy} onClose={onClose}>
          <Button variant="danger" busy={busy} onClick={askOnce}>
            {isFree ? 'Cancel session' : `Cancel session, get ${showDollars(amount)} back`}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** The amount that cancelling gives by now, when the server refused because it is another one. */
function changedRefund(error: Error | null): string | null {
  return error instanceof HttpError && error.answer.reason === 'refund-changed' ? String(error.answer.refund) : null
}
