import { useMutation, useQuery } from '@tanstack/react-query'
import { useReaderZone } from '#src/features/accounts/web/reader-zone.ts'
import { type MySession, moveBooking } from '#src/features/bookings/contract.ts'
import { freeHours, type Hour } from '#src/features/bookings/hours-contract.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { apiQuery, callApi } from '#src/ui/call-api.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { HourDialog } from '../picker/hour-dialog.tsx'
import { toldChanged } from './my-session-changed.ts'

type MoveDialogProps = { session: MySession; onClose(): void; onDone(): void }

/** Moves a session to another free hour of the same coach. */
export default function MoveDialog({ session, onClose, onDone }: MoveDialogProps) {
  const { serviceId, coachId, coachName, terms } = session
  const readerZone = useReaderZone()
  const hours = useQuery({
    ...apiQuery(freeHours, { query: { serviceId, coachId: coachId ?? undefined, moving: session.id } }),
    // What is free changes by the minute: nothing is kept beyond this dialog.
    staleTime: 0,
    gcTime: 0,
  })
  const move = useMutation({
    mutationFn: (to: Hour) =>
      callApi(moveBooking, {
        params: { bookingId: session.id },
        body: { selectedDate: to.date, selectedTime: to.time },
      }),
    onSuccess: (_, to) => {
      toast({
        title: 'Session moved',
        description: `${showMoment(to.startsAt, readerZone)}. A new invite is in your mail.`,
      })
      onDone()
    },
    onError: (error) => {
      if (toldChanged(error, 'Not moved')) onDone()
      else hours.refetch()
    },
  })
  return (
    <HourDialog
      title="Move session"
      description={`${session.serviceName} with ${coachName}`}
      session={session}
      hours={hours}
      showSeats={session.capacity > 1}
      act={move}
      button="Move session"
      close="Keep"
      onClose={onClose}
    >
      <div>
        {terms && (
          <p>
            Moving is free until{' '}
            <span className="figures text-strong">{showMoment(terms.freeMoveUntil, readerZone)}</span>.
          </p>
        )}
        <KeptRefund session={session} />
      </div>
    </HourDialog>
  )
}

/** A session moved late keeps the share of the refund it had: said before, not after. */
function KeptRefund({ session }: { session: MySession }) {
  const [now, left] = [toCents(session.refundNow), toCents(session.price) - toCents(session.refundDue)]
  if (now === left) return null
  return <p className="figures">After moving, cancelling gives back {showDollars(now)} at most, as it does now.</p>
}
