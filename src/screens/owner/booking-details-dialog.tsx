import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Booking, completeBooking, markNoShow } from '#src/features/bookings/contract.ts'
import { whereToMeet, whoComes } from '#src/features/bookings/meeting.ts'
import { type BookingDetails, bookingDetails } from '#src/features/bookings/staff-contract.ts'
import { PaymentId } from '#src/features/bookings/web/staff/bookings-payment-id.tsx'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { CallLink, SessionStart, StatusBadge } from '#src/features/bookings/web/staff/bookings-table.tsx'
import { showDay, showDuration } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Button } from '#src/ui/controls/button.tsx'
import { Dialog } from '#src/ui/controls/dialog.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { toast, toastError } from '#src/ui/feedback/toast.ts'
import { BookingHistory } from './booking-history.tsx'
import CancelDialog from './cancel-dialog.tsx'
import ScheduleDialog from './schedule-dialog.tsx'
import { StaffThread } from './staff-thread.tsx'

type BookingDialogProps = {
  /** As the list knows it, shown until its details are here. */
  booking: Booking
  onClose(): void
}

/** All there is about a booking, what can be done about it, and its thread beside. */
export default function BookingDialog({ booking: listed, onClose }: BookingDialogProps) {
  const client = useQueryClient()
  const [step, setStep] = useState<'details' | 'cancel' | 'schedule'>('details')
  const details = useQuery({
    queryKey: [...bookingsKey, 'details', listed.id],
    queryFn: () => callApi(bookingDetails, { params: { bookingId: listed.id } }),
    staleTime: 0,
  })
  const booking = details.data?.booking ?? listed
  async function refresh() {
    setStep('details')
    await client.invalidateQueries({ queryKey: bookingsKey })
  }

  if (step === 'cancel' && details.data)
    return <CancelDialog details={details.data} onClose={() => setStep('details')} onDone={refresh} />
  if (step === 'schedule')
    return <ScheduleDialog booking={booking} onClose={() => setStep('details')} onDone={refresh} />
  return (
    <Dialog
      title={booking.customerName}
      description={`${booking.serviceName} with ${booking.coachName}`}
      onClose={onClose}
      className="lg:max-w-5xl"
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid content-start gap-6">
          <Facts booking={booking} details={details.data} />
          {details.error && <LoadFailed {...details} title="What can be done could not be loaded" />}
          {details.data && <Acts details={details.data} onStep={setStep} onDone={refresh} />}
          <BookingHistory bookingId={booking.id} />
        </div>
        <section aria-labelledby="thread" className="flex min-w-0 flex-col">
          <h3 id="thread" className="display mb-3 text-lg">
            Messages
          </h3>
          <StaffThread bookingId={booking.id} className="h-112 rounded-lg border border-line bg-ink" />
        </section>
      </div>
    </Dialog>
  )
}

function Facts({ booking, details }: { booking: Booking; details?: BookingDetails }) {
  const refundDue = details?.refundDue
  const isPending = refundDue !== undefined && Number(refundDue) > Number(booking.refunded)
  const facts = [
    { name: 'Status', value: <StatusBadge booking={booking} /> },
    {
      name: 'Customer',
      value: (
        <>
          <span className="block [overflow-wrap:anywhere]">{booking.customerEmail}</span>
          <CallLink booking={booking} />
        </>
      ),
    },
    { name: 'Session', value: <SessionStart booking={booking} /> },
    ...(details
      ? [
          { name: 'Player', value: whoComes({ ...booking, ...details }, details.player) },
          { name: 'Meeting', value: whereToMeet({ ...booking, ...details }).short },
        ]
      : []),
    { name: 'Booking', value: booking.number },
    { name: 'Duration', value: showDuration(booking.minutes) },
    ...(booking.includes ? [{ name: 'In it', value: booking.includes }] : []),
    {
      name: 'Price',
      value: (
        <>
          ${booking.price}
          {Number(booking.refunded) > 0 && `, $${booking.refunded} refunded`}
          {isPending && `, $${refundDue} refund on its way`}
        </>
      ),
    },
    ...(details && Number(booking.price) > 0 ? [{ name: 'Terms', value: termsText(details) }] : []),
    { name: 'Payment', value: booking.paymentId ? <PaymentId id={booking.paymentId} /> : 'No payment' },
    { name: 'Created', value: showDay(booking.createdAt) },
  ]
  return (
    <dl className="figures grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-faint">{name}</dt>
          <dd className="text-strong [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What cancelling gives back until when, as it was sold. */
function termsText({ terms, fullRefundUntilStart }: BookingDetails): string {
  if (fullRefundUntilStart) return 'Everything back until it starts, since our team changed it'
  return `All back until ${terms.fullRefundHours} hours before, half until ${terms.halfRefundHours}; free to move until ${terms.freeMoveHours}`
}

const marks = {
  complete: { label: 'Mark completed', call: completeBooking, done: 'Marked as completed' },
  'no-show': { label: 'Mark no-show', call: markNoShow, done: 'Marked as no-show' },
}

type ActsProps = { details: BookingDetails; onStep(step: 'cancel' | 'schedule'): void; onDone(): Promise<void> }

/** Buttons for what is possible now; nothing that would be refused. */
function Acts({ details: { booking, refusals }, onStep, onDone }: ActsProps) {
  const mark = useMutation({
    mutationFn: (as: keyof typeof marks) => callApi(marks[as].call, { params: { bookingId: booking.id } }),
    onSuccess: async (_, as) => {
      await onDone()
      toast({ title: marks[as].done, description: `${booking.serviceName} of ${booking.customerName}` })
    },
    onError: (error) => toastError('Not saved', error),
  })
  const canMark = (Object.keys(marks) as (keyof typeof marks)[]).filter((as) => refusals[as] === null)
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {refusals.schedule === null && (
        <Button size="sm" onClick={() => onStep('schedule')}>
          Schedule
        </Button>
      )}
      {canMark.map((as) => (
        <Button
          key={as}
          size="sm"
          variant="secondary"
          busy={mark.isPending && mark.variables === as}
          disabled={mark.isPending}
          onClick={() => mark.mutate(as)}
        >
          {marks[as].label}
        </Button>
      ))}
      {refusals.cancel === null && (
        <Button size="sm" variant="secondary" onClick={() => onStep('cancel')}>
          Cancel booking
        </Button>
      )}
    </div>
  )
}
