import { useEffect, useState } from 'react'
import { useAccount } from '#src/features/accounts/web/use-account.ts'
import { SquadInvite } from '#src/features/bookings/web/squad-invite.tsx'
import { clearStoredBooking, readStoredBooking } from '#src/features/bookings/web/stored-booking.ts'
import { dropPendingBooking } from '#src/features/checkout/web/pending-booking.ts'
import { type PaymentDetails, useConfirmation } from '#src/features/payments/web/use-confirmation.ts'
import { SiteFrame } from '#src/shell/site-frame.tsx'
import { ButtonAnchor, ButtonLink } from '#src/ui/controls/button.tsx'
import { useSearch } from '#src/ui/controls/use-search.ts'
import { AskPlayer } from './ask-player.tsx'
import { NextSteps } from './next-steps.tsx'
import { Outcome } from './outcome.tsx'
import { type Result, readRefusal } from './result.ts'

/** Only where the page knows better than the provider's redirect; all else is 'Payment Successful'. */
const headings: Partial<Record<Result['state'], string>> = {
  none: 'No payment here',
  'signed-out': 'Log in to see your payment',
  processing: 'Payment processing',
  unpaid: 'Payment not completed',
  refunded: 'Payment refunded',
  unknown: 'Payment not found',
  problem: 'Payment needs a look',
}
/** The checkout has nothing left to do: it is not opened again. */
const settled: Result['state'][] = ['booked', 'processing', 'refunded', 'unknown', 'problem']
const leadsNowhere: Result['state'][] = ['none', 'signed-out', 'unpaid', 'refunded', 'unknown', 'problem']

/** Where the payment provider leads back to: confirms the booking and says what comes next. */
export default function PaymentSuccess() {
  const result = useResult()
  const isSettled = settled.includes(result.state)
  useEffect(() => {
    if (isSettled) dropPendingBooking()
  }, [isSettled])
  const redirectStatus = useSearch().get('redirect_status') ?? 'succeeded'
  const atFirst =
    redirectStatus === 'succeeded' || result.state === 'booked' ? 'Payment Successful' : 'Checking payment'
  return (
    <SiteFrame>
      <div className="wrap grid animate-[appear_1000ms_ease-out_backwards] gap-12 py-12 lg:grid-cols-[7fr_5fr] lg:gap-20 lg:py-20">
        <div className="min-w-0">
          <h1 className="display text-2xl">{headings[result.state] ?? atFirst}</h1>
          {/* As high as the receipt, so that nothing below moves when that comes. */}
          <div className={`mt-6 ${leadsNowhere.includes(result.state) ? '' : 'min-h-110 lg:min-h-98'}`}>
            <Outcome result={result} />
          </div>
          {result.state === 'booked' && (
            <SquadInvite session={{ ...result.booking, coachId: result.coachId }} className="mt-6" />
          )}
          <div className="mt-8 flex flex-wrap gap-3">
            {result.state === 'booked' && (
              <ButtonLink to={`/sessions/${result.booking.id}`}>See your session</ButtonLink>
            )}
            <ButtonLink to="/" variant={result.state === 'booked' ? 'secondary' : 'primary'}>
              Back to Home
            </ButtonLink>
            <ButtonAnchor href="/#coaches" variant="secondary">
              Book Another Session
            </ButtonAnchor>
            <ButtonAnchor href="/#contact-form" variant="ghost">
              Contact Support
            </ButtonAnchor>
          </div>
          {result.state === 'booked' && (
            <AskPlayer
              bookingId={result.booking.id}
              coachName={result.coachId ? result.booking.coachName : 'your coach'}
            />
          )}
        </div>
        {!leadsNowhere.includes(result.state) && <NextSteps booked={result.state === 'booked' ? result : null} />}
      </div>
    </SiteFrame>
  )
}

/** What is known of the payment at this moment. */
function useResult(): Result {
  const search = useSearch()
  const { user } = useAccount()
  // Session storage is read once: it is cleared when the booking is there.
  const [found, setFound] = useState<PaymentDetails | null>(null)
  useEffect(() => setFound((before) => readDetails(search, before ?? readStoredBooking())), [search])
  const details = found && { ...found, customerEmail: found.customerEmail ?? user?.email ?? null }
  const { data, error } = useConfirmation(details)
  const isBooked = data !== undefined && 'booking' in data
  useEffect(() => {
    if (isBooked) clearStoredBooking()
  }, [isBooked])

  if (!details) return { state: 'loading' }
  if (!details.paymentIntentId) return { state: 'none' }
  if (!details.customerEmail) return { state: 'signed-out' }
  if (error) return readRefusal(error)
  if (!data) return { state: 'confirming' }
  return isBooked ? { state: 'booked', ...data } : { state: 'processing' }
}

/** The provider names the payment in the address; everything else may stand there or be remembered. */
function readDetails(search: URLSearchParams, remembered: PaymentDetails): PaymentDetails {
  const names = Object.keys(remembered) as (keyof PaymentDetails)[]
  const details = Object.fromEntries(
    names.map((name) => [name, search.get(name) ?? remembered[name]]),
  ) as PaymentDetails
  return { ...details, paymentIntentId: search.get('payment_intent') ?? details.paymentIntentId }
}
