import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { isWithBank } from '#src/features/bookings/rules.ts'
import type { BookingDetails } from '#src/features/bookings/staff-contract.ts'
import { RadioTile } from '#src/features/bookings/web/picker/radio-tile.tsx'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText, HttpError } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea } from '#src/ui/controls/field.tsx'
import { Form } from '#src/ui/controls/form.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type CancelDialogProps = { details: BookingDetails; onClose(): void; onDone(): void }

const wishes = [
  { wish: 'player', label: 'The player asked', rule: 'The terms sold apply.' },
  { wish: 'team', label: 'We cancel', rule: 'All that is left is refunded.' },
] as const
type Wish = (typeof wishes)[number]['wish']

/** Cancels a booking for the team. Who wants it decides what is refunded, and how player and coach are told. */
export default function CancelDialog({ details, onClose, onDone }: CancelDialogProps) {
  const { booking, refundNow, refundLeft } = details
  const [wish, setWish] = useState<Wish | null>(null)
  const [refunds, setRefunds] = useState<Record<Wish, string>>({ player: refundNow, team: refundLeft })
  const [reason, setReason] = useTyped(`cancel:${booking.id}`)
  const [problem, setProblem] = useState<string>()
  const choices = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  const amount = wish && toCents(refunds[wish])
  const cancel = useMutation({
    mutationFn: (wish: Wish) =>
      callApi(cancelBooking, {
        params: { bookingId: booking.id },
        body: { refund: refunds[wish], reason, askedByPlayer: wish === 'player' },
      }),
    onSuccess: () => {
      toast({
        title: 'Booking cancelled',
        description: amount
          ? `${showDollars(amount)} is on its way back to ${booking.customerName}.`
          : `${booking.customerName} is notified by e-mail.`,
      })
      onDone()
    },
    onError: (error, wish) => {
      if (hasChanged(error)) setRefunds({ ...refunds, [wish]: String(error.answer.refund) })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(wish ? undefined : 'Please choose who wants this.')
    if (wish) cancel.mutate(wish)
    else choices.current?.querySelector('input')?.focus()
  }

  return (
    <Dialog
      title="Cancel booking"
      description={`${booking.serviceName} of ${booking.customerName}`}
      onClose={onClose}
      sticky
    >
      <Form noValidate onSubmit={submit} className="grid gap-6">
        {cancel.error && (
          <Alert
            tone="bad"
            title={hasChanged(cancel.error) ? 'The refund has changed since you looked' : 'Not cancelled'}
          >
            {hasChanged(cancel.error)
              ? `It is ${showDollars(amount ?? 0)} now. Nothing is cancelled yet: please decide again.`
              : errorText(cancel.error)}
          </Alert>
        )}
        <fieldset ref={choices} aria-describedby={problem && errorId}>
          <legend className="mb-2 font-medium text-strong">Who wants this?</legend>
          <div className="grid grid-cols-2 gap-3">
            {wishes.map((each) => (
              <RadioTile
                key={each.wish}
                name="wish"
                checked={wish === each.wish}
                onChoose={() => setWish(each.wish)}
                className="p-4"
              >
                <span className="block font-semibold">{each.label}</span>
                {toCents(booking.price) > 0 && (
                  <>
                    <span className="display figures block text-xl">{showDollars(toCents(refunds[each.wish]))}</span>
                    <span className="block text-sm text-soft">{each.rule}</span>
                  </>
                )}
              </RadioTile>
            ))}
          </div>
          {problem && (
            <p id={errorId} role="alert" className="mt-1.5 text-bad text-sm">
              {problem}
            </p>
          )}
          <p className="mt-2 text-sm text-soft">{moneyText(details, toCents(booking.refundDue))}</p>
        </fieldset>
        <Field label="Why, in a word to the player and the coach" hint="Both read it in their e-mail." optional>
          <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <DialogButtons close="Keep booking" busy={cancel.isPending} onClose={onClose}>
          <Button type="submit" variant="danger" busy={cancel.isPending}>
            {amount === null
              ? 'Cancel booking'
              : `Cancel booking, refund ${amount > 0 ? showDollars(amount) : 'nothing'}`}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** What is refunded, and what was before, in words. */
function moneyText({ booking, fullRefundUntilStart }: BookingDetails, refundDue: number): string {
  if (toCents(booking.price) === 0) return 'This session was free: there is nothing to refund.'
  if (isWithBank(booking)) return 'The player’s bank has already taken the payment back: a refund would pay it twice.'
  if (refundDue > 0) return `${showDollars(refundDue)} was refunded earlier.`
  return fullRefundUntilStart
    ? 'Refunded to the player’s card. Our team changed the session: all of it until it starts.'
    : 'Refunded to the player’s card.'
}

/** The clock went on, or something was refunded meanwhile: it is another amount by now. */
function hasChanged(error: Error): error is HttpError {
  return error instanceof HttpError && error.answer.reason === 'refund-changed'
}
