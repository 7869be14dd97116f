import { markNoShow } from '#src/features/bookings/contract.ts'
import type { BookingDetails } from '#src/features/bookings/staff-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { callApi } from '#src/ui/call-api.ts'
import AskDialog from '#src/ui/controls/ask-dialog.tsx'
import { toast } from '#src/ui/feedback/toast.ts'

type NoShowDialogProps = { details: BookingDetails; onClose(): void; onDone(): Promise<void> }

/** Marks a player as one who did not come: says before whom it tells what, and who loses what. */
export default function NoShowDialog({ details, onClose, onDone }: NoShowDialogProps) {
  const { booking } = details
  const { id, customerName, coachName, serviceName } = booking
  const [price, back] = [toCents(booking.price), toCents(booking.refundDue)]
  return (
    <AskDialog
      title="Mark as a no-show?"
      description={`${serviceName} of ${customerName} with ${coachName}`}
      verb="Mark no-show"
      failed="Not saved"
      act={() => callApi(markNoShow, { params: { bookingId: id } })}
      onClose={onClose}
      onDone={async () => {
        await onDone()
        toast({ title: 'Marked as no-show', description: `${serviceName} of ${customerName}` })
      }}
    >
      <p>
        {customerName} is mailed at once: they did not come
        {price > 0 && `, and get ${back > 0 ? 'no further refund' : 'no refund'}`}. Taking it back mails them again.
      </p>
      {price > back && (
        <p className="figures">
          {coachName} earns nothing for it: their share of {showDollars(price - back)} is not owed any more. They get no
          mail.
        </p>
      )}
    </AskDialog>
  )
}
