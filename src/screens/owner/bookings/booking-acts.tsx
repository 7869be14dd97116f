import { useMutation } from '@tanstack/react-query'
import { completeBooking } from '#src/features/bookings/contract.ts'
import { bankDecides } from '#src/features/bookings/rules.ts'
import type { BookingDetails } from '#src/features/bookings/staff-contract.ts'
import { useExceptions } from '#src/features/sessions/web/staff/exceptions-query.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button, ButtonLink } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'

/** What is done in a dialog of its own. */
export type Step = 'no-show' | 'cancel' | 'schedule' | 'refund' | 'move' | 'hand-over' | 'call-off' | 'take-back'

type ActsProps = {
  details: BookingDetails
  onStep(step: Step): void
  onDone(): Promise<void>
}

/** What can happen with a booking now: a button for each, none for what would be refused. */
export function BookingActs({ details, onStep, onDone }: ActsProps) {
  const { booking, refundLeft, refusals, coachId } = details
  const search = useSearch()
  const found = useExceptions([booking.number])
  const beside = found.data?.[0]?.refusals
  const mark = useMutation({
    mutationFn: () => callApi(completeBooking, { params: { bookingId: booking.id } }),
    onSuccess: async () => {
      await onDone()
      toast({ title: 'Marked as completed', description: `${booking.serviceName} of ${booking.customerName}` })
    },
    onError: (error) => toastError('Not saved', error),
  })
  const steps: { step: Step; label: string; isPossible: boolean }[] = [
    { step: 'no-show', label: 'Mark no-show', isPossible: refusals['no-show'] === null },
    { step: 'schedule', label: 'Schedule', isPossible: refusals.schedule === null },
    { step: 'move', label: 'Move', isPossible: refusals.move === null && coachId !== null },
    { step: 'hand-over', label: 'Hand over', isPossible: beside?.['hand-over'] === null },
    { step: 'call-off', label: 'Call off', isPossible: beside?.['call-off'] === null },
    { step: 'take-back', label: 'Take back the outcome', isPossible: beside?.['take-back'] === null },
    { step: 'refund', label: 'Refund', isPossible: Number(refundLeft) > 0 },
    { step: 'cancel', label: 'Cancel booking', isPossible: refusals.cancel === null },
  ]
  return (
    <section aria-labelledby="acts" className="grid gap-3">
      <h3 id="acts" className="display text-lg">
        What happens with this booking?
      </h3>
      {found.error && <LoadFailed {...found} title="Not all that can be done could be loaded" />}
      {!found.data && !found.error && <Skeleton className={buttonsHeight} />}
      {(found.data || found.error) && (
        <div className="flex flex-wrap gap-3">
          {refusals.complete === null && (
            <Button size="sm" variant="secondary" busy={mark.isPending} onClick={() => mark.mutate()}>
              Mark completed
            </Button>
          )}
          {steps.map(
            ({ step, label, isPossible }) =>
              isPossible && (
                <Button
                  key={step}
                  size="sm"
                  variant={step === 'schedule' ? 'primary' : 'secondary'}
                  onClick={() => onStep(step)}
                >
                  {label}
                </Button>
              ),
          )}
          {coachId && booking.startsAt && search.get('coach') !== coachId && (
            <ButtonLink to={`/owner?coach=${coachId}&date=${booking.sessionDate}`} variant="ghost" size="sm">
              {booking.coachName}’s day
            </ButtonLink>
          )}
        </div>
      )}
      {booking.dispute && booking.dispute !== 'won' && Number(booking.price) > 0 && (
        <p className="text-sm">{bankWords[booking.dispute]}</p>
      )}
    </section>
  )
}

/** What stands there until it is known what can happen. */
export function ActsToCome() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-14 w-64 sm:h-7" />
      <Skeleton className={buttonsHeight} />
    </div>
  )
}

/** As most bookings have them: two rows. */
const buttonsHeight = 'h-25'

/** Why nothing can be refunded, or that it can. */
const bankWords = {
  inquiry: 'The bank only asks: no money is gone. A refund answers it, or an answer in Money.',
  open: bankDecides,
  lost: 'The player’s bank has taken the payment back: there is nothing to refund.',
}
