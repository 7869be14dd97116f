import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { isWithBank } from '#src/features/bookings/rules.ts'
import type { BookingDetails } from '#src/features/bookings/staff-contract.ts'
import { RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type CancelDialogProps = { details: BookingDetails; onClose(): void; onDone(): void }

/** Cancels a booking for the team, with the refund of the terms that were sold or all that is left to give back. */
export default function CancelDialog({ details, onClose, onDone }: CancelDialogProps) {
  const { booking, refundLeft, refundDue, fullRefundUntilStart } = details
  const [byTerms, setByTerms] = useState(details.refundNow)
  const [givesAll, setGivesAll] = useState(false)
  const [reason, setReason] = useState('')
  const refund = givesAll ? refundLeft : byTerms
  const amount = toCents(refund)
  const cancel = useMutation({
    mutationFn: () => callApi(cancelBooking, { params: { bookingId: booking.id }, body: { refund, reason } }),
    onSuccess: () => {
      toast({
        title: 'Booking cancelled',
        description:
          amount > 0
            ? `${showDollars(amount)} is on its way back to ${booking.customerName}.`
            : `${booking.customerName} is notified by e-mail.`,
      })
      onDone()
    },
    onError: (error) => {
      if (hasChanged(error)) setByTerms(String(error.answer.refund))
    },
  })
  const choices = [
    { label: 'By the terms sold', amount: byTerms, all: false },
    { label: toCents(refundDue) > 0 ? 'Everything left' : 'Everything', amount: refundLeft, all: true },
  ]
  return (
    <Dialog
      title="Cancel booking"
      description={`${booking.serviceName} of ${booking.customerName}`}
      onClose={onClose}
      sticky
    >
      <div className="grid gap-6">
        {cancel.error && (
          <Alert
            tone="bad"
            title={hasChanged(cancel.error) ? 'The refund has changed since you looked' : 'Not cancelled'}
          >
            {hasChanged(cancel.error)
              ? `By the terms sold it is ${showDollars(toCents(byTerms))} now. Nothing is cancelled yet: please decide again.`
              : errorText(cancel.error)}
          </Alert>
        )}
        {toCents(booking.price) === 0 ? (
          <p>This session was free: there is nothing to refund.</p>
        ) : byTerms === refundLeft ? (
          <p>
            <span className="block">The player gets back</span>
            <span className="display figures text-2xl">{showDollars(amount)}</span>
            <span className="block">
              {isWithBank(booking)
                ? 'The player’s bank has already taken the payment back: a refund would pay it twice.'
                : allText(refundDue, refundLeft, fullRefundUntilStart)}
            </span>
          </p>
        ) : (
          <fieldset className="grid grid-cols-2 gap-3">
            <legend className="mb-2 font-medium text-strong">The player gets back</legend>
            {choices.map(({ label, amount, all }) => (
              <RadioTile
                key={label}
                name="refund"
                checked={givesAll === all}
                onChoose={() => setGivesAll(all)}
                className="p-4"
              >
                <span className="block">{label}</span>
                <span className="display figures text-xl">{showDollars(toCents(amount))}</span>
              </RadioTile>
            ))}
          </fieldset>
        )}
        <Field label="Why, in a word to the player and the coach" hint="Both read it in their e-mail." optional>
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogButtons close="Keep booking" busy={cancel.isPending} onClose={onClose}>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {amount > 0 ? `Cancel booking, refund ${showDollars(amount)}` : 'Cancel booking, refund nothing'}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** Why all that is left goes back, in words. */
function allText(refundDue: string, refundLeft: string, fullRefundUntilStart: boolean): string {
  if (toCents(refundLeft) === 0) return `All ${showDollars(toCents(refundDue))} that was paid went back earlier.`
  const all =
    toCents(refundDue) > 0 ? `The rest: ${showDollars(toCents(refundDue))} went back earlier.` : 'All that was paid,'
  if (toCents(refundDue) > 0) return all
  return fullRefundUntilStart ? `${all} since our team changed it.` : `${all} by the terms sold.`
}

/** The clock went on, and the terms give another amount by now. */
function hasChanged(error: Error): error is HttpError {
  return error instanceof HttpError && error.answer.reason === 'refund-changed'
}
