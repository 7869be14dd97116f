import { useQuery } from '@tanstack/react-query'
import { listMySessions, type MySession } from '#src/features/bookings/contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { callApi } from '#src/ui/call-api.ts'
import { refundOnItsWay } from '../refund-on-its-way.ts'
import { readStoredBooking } from '../stored-booking.ts'

const pollMs = 3000
/** For how many answers a payment is waited for, which may also never come. */
const paymentPolls = 100

/**
 * The sessions of the player with this id; loads nothing while `userId` is undefined. Asked again at every opening, and
 * every few seconds while a refund or a payment of this tab is on its way.
 */
export function useMySessions(userId: string | undefined) {
  return useQuery({
    // The person is part of the key: sessions are never shown to the next one on the same browser.
    queryKey: [callUrl(listMySessions), userId],
    queryFn: () => callApi(listMySessions),
    enabled: userId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && (data.some((each) => refundOnItsWay(each) > 0) || (dataUpdateCount < paymentPolls && awaitsPayment(data)))
        ? pollMs
        : false,
  })
}

function awaitsPayment(sessions: MySession[]): boolean {
  const { paymentIntentId } = readStoredBooking()
  return paymentIntentId !== null && !sessions.some(({ paymentId }) => paymentId === paymentIntentId)
}
