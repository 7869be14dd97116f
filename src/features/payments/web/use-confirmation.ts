import { skipToken, useQuery } from '@tanstack/react-query'
import { toBeDecided } from '#src/features/bookings/rules.ts'
import type { StoredBooking } from '#src/features/bookings/web/stored-booking.ts'
import { confirmBooking } from '#src/features/payments/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { callApi, HttpError } from '#src/ui/call-api.ts'

/** A processing payment is asked about every 3 seconds, for 5 minutes. */
const askEvery = 3000
const askTimes = 100

/** What the browser knows of the payment it comes back from; a part nobody knows is null. */
export type PaymentDetails = Record<keyof StoredBooking, string | null>

type ConfirmationReply = CallReply<typeof confirmBooking> | { message: string }

/**
 * Asks the server to confirm the booking behind a payment, again while the payment is processing or the server is out
 * of reach. Asking twice does no harm. Waits until there is a payment and a customer's e-mail; a failure is only logged.
 */
export function useConfirmation(details: PaymentDetails | null) {
  const { paymentIntentId, customerEmail } = details ?? {}
  return useQuery({
    queryKey: ['booking-confirmation', paymentIntentId],
    // The page itself says what to do when the session has ended.
    meta: { quiet: true },
    queryFn: details && paymentIntentId && customerEmail ? () => confirm({ ...details, paymentIntentId }) : skipToken,
    retry: (failures, error) => isPassing(error) && failures < askTimes,
    retryDelay: askEvery,
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) =>
      data && !('booking' in data) && !error && dataUpdateCount < askTimes ? askEvery : false,
  })
}

async function confirm({ paymentIntentId, ...details }: PaymentDetails & { paymentIntentId: string }) {
  const body = {
    paymentIntentId,
    customerName: details.customerName ?? 'Customer',
    customerEmail: details.customerEmail,
    coachName: details.coachName ?? 'Coach',
    serviceName: details.serviceName ?? 'Coaching Session',
    servicePrice: details.servicePrice ?? 0,
    selectedDate: details.selectedDate ?? toBeDecided,
    selectedTime: details.selectedTime ?? toBeDecided,
  }
  try {
    // A payment that is still processing is answered with a message instead of a booking.
    return (await callApi(confirmBooking, { body })) as ConfirmationReply
  } catch (error) {
    console.error('The booking could not be confirmed:', error)
    throw error
  }
}

/** No connection, or a server in trouble: worth another try. */
function isPassing(error: unknown): boolean {
  return !(error instanceof HttpError) || error.status >= 500 || error.status === 429
}
