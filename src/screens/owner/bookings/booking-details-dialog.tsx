import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonLink } from '#src/features/accounts/web/person-link.tsx'
import { useRoomZone } from '#src/features/accounts/web/room-zone.ts'
import type { Booking } from '#src/features/bookings/contract.ts'
import { whereToMeet, whoComes } from '#src/features/bookings/meeting.ts'
import { type BookingDetails, bookingDetails } from '#src/features/bookings/staff-contract.ts'
import { refundOnItsWay } from '#src/features/bookings/web/refund-on-its-way.ts'
import { PaymentId } from '#src/features/bookings/web/staff/bookings-payment-id.tsx'
import { bookingsKey } from '#src/features/bookings/web/staff/bookings-query.ts'
import { CallLink, SessionStart, StatusBadge } from '#src/features/bookings/web/staff/bookings-table.tsx'
import RefundDialog from '#src/features/bookings/web/staff/refund-dialog.tsx'
import { StoryLink } from '#src/features/bookings/web/staff/story-link.tsx'
import { useBookingsChanged, useExceptions } from '#src/features/sessions/web/staff/exceptions-query.ts'
import HandOverDialog from '#src/features/sessions/web/staff/hand-over-dialog.tsx'
import ManyDialog from '#src/features/sessions/web/staff/many-dialog.tsx'
import TakeBackDialog from '#src/features/sessions/web/staff/take-back-dialog.tsx'
import { toDecimal } from '#src/shared/money.ts'
import { showMoment } from '#src/shared/session-times.ts'
import { showDay, showDuration, showInstant } from '#src/shared/times.ts'
import { callApi } from '#src/ui/call-api.ts'
import { Dialog } from '#src/ui/controls/dialog.tsx'
import { FactList } from '#src/ui/controls/fact-list.tsx'
import { LoadFailed } from '#src/ui/feedback/load-failed.tsx'
import { Skeleton } from '#src/ui/loading/skeleton.tsx'
import { StaffThread } from '../staff-thread.tsx'
import { ActsToCome, BookingActs, type Step } from './booking-acts.tsx'
import { BookingHistory } from './booking-history.tsx'
import CancelDialog from './cancel-dialog.tsx'
import StaffMoveDialog from './move-dialog.tsx'
import NoShowDialog from './no-show-dialog.tsx'
import ScheduleDialog from './schedule-dialog.tsx'

type BookingDialogProps = {
  /** As the list knows it, shown until its details are here. */
  booking: Booking
  onClose(): void
}

/** All there is about a booking, what can be done about it, and its thread beside. */
export default function BookingDialog({ booking: listed, onClose }: BookingDialogProps) {
  const changed = useBookingsChanged()
  const [step, setStep] = useState<'details' | Step>('details')
  const details = useQuery({
    queryKey: [...bookingsKey, 'details', listed.id],
    queryFn: () => callApi(bookingDetails, { params: { bookingId: listed.id } }),
    staleTime: 0,
  })
  const booking = details.data?.booking ?? listed
  const exception = useExceptions([listed.number]).data?.[0]
  async function refresh() {
    setStep('details')
    await changed()
  }

  const ends = { onClose: () => setStep('details'), onDone: refresh }
  if (step === 'move') return <StaffMoveDialog booking={booking} {...ends} />
  if (step === 'schedule') return <ScheduleDialog booking={booking} {...ends} />
  if (step === 'hand-over') return <HandOverDialog bookings={[booking]} {...ends} />
  if (step === 'call-off') return <ManyDialog act="call-off" bookings={[booking]} {...ends} />
  if (details.data) {
    if (step === 'no-show') return <NoShowDialog details={details.data} {...ends} />
    if (step === 'cancel') return <CancelDialog details={details.data} {...ends} />
    if (step === 'refund') return <RefundDialog details={details.data} {...ends} />
  }
  if (step === 'take-back' && exception?.outcome)
    return <TakeBackDialog booking={booking} outcome={exception.outcome} {...ends} />
  return (
    <Dialog
      title={booking.customerName}
      description={`${booking.serviceName} with ${booking.coachName}`}
      onClose={onClose}
      className="lg:max-w-5xl"
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid content-start gap-6">
          {details.error && <LoadFailed {...details} title="What can be done could not be loaded" />}
          {details.data ? (
            <BookingActs details={details.data} onStep={setStep} onDone={refresh} />
          ) : (
            !details.error && <ActsToCome />
          )}
          <Facts booking={booking} details={details.data} choosesUntil={exception?.choosesUntil} />
          <BookingHistory booking={booking} />
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

const toCome = <Skeleton className="h-6 w-40" />

type FactsProps = {
  booking: Booking
  details?: BookingDetails
  /** Until when its player chooses (ISO), where it is called off. */
  choosesUntil?: string | null
}

/** What is known of a booking, in rows. */
export function Facts({ booking, details, choosesUntil }: FactsProps) {
  const zone = useRoomZone()
  const onItsWay = refundOnItsWay(booking)
  const facts = [
    {
      name: 'Status',
      value: (
        <>
          <StatusBadge booking={booking} />
          {choosesUntil && (
            <span className="block">
              The player chooses until {showInstant(choosesUntil, zone)}; then all that is left goes back by itself.
            </span>
          )}
        </>
      ),
    },
    {
      name: 'Customer',
      value: (
        <>
          <span className="block">
            <PersonLink userId={booking.playerId} name={booking.customerName}>
              {booking.customerEmail}
            </PersonLink>
          </span>
          <CallLink booking={booking} />
        </>
      ),
    },
    { name: 'Session', value: <SessionStart booking={booking} /> },
    { name: 'Player', value: details ? whoComes({ ...booking, ...details }, details.player) : toCome },
    { name: 'Meeting', value: details ? whereToMeet({ ...booking, ...details }).short : toCome },
    { name: 'Booking', value: <StoryLink booking={booking} /> },
    { name: 'Duration', value: showDuration(booking.minutes) },
    ...(booking.includes ? [{ name: 'In it', value: booking.includes }] : []),
    {
      name: 'Price',
      value: (
        <>
          ${booking.price}
          {Number(booking.refunded) > 0 && `, $${booking.refunded} refunded`}
          {onItsWay > 0 && `, $${toDecimal(onItsWay)} on its way`}
        </>
      ),
    },
    ...(Number(booking.price) > 0 ? [{ name: 'Terms', value: details ? termsText(details, zone) : toCome }] : []),
    { name: 'Payment', value: booking.paymentId ? <PaymentId id={booking.paymentId} /> : 'No payment' },
    { name: 'Created', value: showDay(booking.createdAt, zone) },
  ]
  return <FactList facts={facts} />
}

/** What cancelling gives back until when, as it was sold. */
function termsText({ terms, fullRefundUntilStart, withdrawUntil }: BookingDetails, zone: string): string {
  if (withdrawUntil) return `Everything back until ${showMoment(withdrawUntil, zone)}: the player can withdraw`
  if (fullRefundUntilStart) return 'Everything back until it starts, since our team changed it'
  return `All back until ${terms.fullRefundHours} hours before, half until ${terms.halfRefundHours}; free to move until ${terms.freeMoveHours}`
}
