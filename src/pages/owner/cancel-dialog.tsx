import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelBooking } from '#src/bookings/contract.ts'
import type { BookingDetails } from '#src/bookings/staff-contract.ts'
import { RadioTile } from '#src/bookings/web/radio-tile.tsx'
import { showDollars, toCents } from '#src/shared/money.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field, Textarea } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'

type CancelDialogProps = { details: BookingDetails; onClose(): void; onDone(): void }

/** Cancels a booking for the team, with the refund of the policy or all of the price. */
export default function CancelDialog({ details: { booking, refundNow }, onClose, onDone }: CancelDialogProps) {
  const [byPolicy, setByPolicy] = useState(refundNow)
  const [givesAll, setGivesAll] = useState(false)
  const [reason, setReason] = useState('')
  const refund = givesAll ? booking.price : byPolicy
  const amount = toCents(refund)
  const cancel = useMutation({
    mutationFn: () => callApi(cancelBooking, { params: { bookingId: booking.id }, body: { refund, reason } }),
    onSuccess: () => {
      toast({
        title: 'Booking cancelled',
        description:
          amount > 0
            ? `${showDollars(amount)} is on its way back to ${booking.customerName}.`
            : `${booking.customerName} gets a mail about it.`,
      })
      onDone()
    },
    onError: (error) => {
      if (hasChanged(error)) setByPolicy(String(error.answer.refund))
    },
  })
  const choices = [
    { label: 'By the policy', amount: byPolicy, all: false },
    { label: 'Everything', amount: booking.price, all: true },
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
              ? `By the policy it is ${showDollars(toCents(byPolicy))} now. Nothing is cancelled yet: please decide again.`
              : errorText(cancel.error, 'Please check your connection and try again.')}
          </Alert>
        )}
        {toCents(booking.price) === 0 ? (
          <p>This session was free: there is nothing to refund.</p>
        ) : byPolicy === booking.price ? (
          <p>
            <span className="block">The player gets back</span>
            <span className="display figures text-2xl">{showDollars(amount)}</span>
            <span className="block">All that was paid, by the cancellation policy.</span>
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
        <Field label="A word to keep with it" hint="The booking's history shows it to the team." optional>
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={cancel.isPending} onClick={onClose}>
            Keep booking
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {amount > 0 ? `Cancel booking, refund ${showDollars(amount)}` : 'Cancel booking, refund nothing'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The clock went on, and the policy gives another amount by now. */
function hasChanged(error: Error): error is HttpError {
  return error instanceof HttpError && error.answer.reason === 'refund-changed'
}
