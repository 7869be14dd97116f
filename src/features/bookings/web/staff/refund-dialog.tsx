import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTyped } from '#src/features/accounts/web/use-typed.ts'
import { type BookingDetails, giveRefund } from '#src/features/bookings/staff-contract.ts'
import { isDollars, showDollars, toCents } from '#src/shared/money.ts'
import { callApi, errorText } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog, DialogButtons } from '#src/ui/controls/dialog.tsx'
import { Field, Textarea, TextInput } from '#src/ui/controls/field.tsx'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type RefundDialogProps = { details: BookingDetails; onClose(): void; onDone(): void }

/** Refunds a part or the rest of what was paid, whatever became of the session; the booking stays as it is. */
export default function RefundDialog({ details: { booking, refundLeft }, onClose, onDone }: RefundDialogProps) {
  const [dollars, setDollars] = useTyped(`refund:${booking.id}:amount`)
  const [reason, setReason] = useTyped(`refund:${booking.id}:reason`)
  const [problems, setProblems] = useState<{ amount?: string; reason?: string }>({})
  // The same at every try, so that an answer lost on its way gives nothing twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const amountField = useRef<HTMLInputElement>(null)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const left = toCents(refundLeft)
  const amount = isDollars(dollars) ? toCents(dollars) : null
  const refund = useMutation({
    mutationFn: () =>
      callApi(giveRefund, { params: { bookingId: booking.id }, body: { amount: dollars, reason, idempotencyKey } }),
    onSuccess: (given) => {
      toast({
        title: 'Refund on its way',
        description: `${showDollars(toCents(given.amount))} to ${booking.customerName}, who is notified by e-mail.`,
      })
      onDone()
    },
  })
  function submit() {
    const found = {
      amount:
        amount && amount <= left ? undefined : `Enter an amount such as 5 or 14.50, at most ${showDollars(left)}.`,
      reason: reason.trim() ? undefined : 'Please say why: the player reads it.',
    }
    setProblems(found)
    if (found.amount) amountField.current?.focus()
    else if (found.reason) reasonField.current?.focus()
    else refund.mutate()
  }
  return (
    <Dialog title="Refund" description={`${booking.serviceName} of ${booking.customerName}`} onClose={onClose} sticky>
      <div className="grid gap-6">
        {refund.error && (
          <Alert tone="bad" title="Nothing was refunded">
            {errorText(refund.error)}
          </Alert>
        )}
        <p>{refundEffect(booking.isCalledOff)}</p>
        <Field
          label="Amount in dollars"
          hint={`At most ${showDollars(left)}: all that is left of ${showDollars(toCents(booking.price))}.`}
          error={problems.amount}
        >
          <TextInput
            ref={amountField}
            inputMode="decimal"
            autoComplete="off"
            required
            value={dollars}
            onChange={(event) => setDollars(event.target.value)}
          />
        </Field>
        <Field label="Why?" hint="The player reads it in their e-mail." error={problems.reason}>
          <Textarea
            ref={reasonField}
            rows={2}
            maxLength={500}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <DialogButtons busy={refund.isPending} onClose={onClose}>
          <Button busy={refund.isPending} onClick={submit}>
            {amount && amount <= left ? `Refund ${showDollars(amount)}` : 'Refund'}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}

/** What a refund does beside that, in words. */
export function refundEffect(isCalledOff: boolean): string {
  const stays = isCalledOff
    ? 'The session stays called off: the player still chooses, and may get the rest.'
    : 'The booking itself stays as it is.'
  return `It goes to the card they paid with, and lowers the coach’s share. ${stays}`
}
