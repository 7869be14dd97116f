import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readOrder } from '#src/features/payments/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { apiQuery } from '#src/ui/call-api.ts'

export type OrderState = Pick<CallReply<typeof readOrder>, 'status' | 'isGivenOn'>

/**
 * Tells when another window, or another device, has given this hour back or paid for it, or another player got it: asked whenever the window is looked at again,
 * and every half minute while it is.
 */
export function useEndedElsewhere(
  orderId: string,
  { isWatching, onEnded }: { isWatching: boolean; onEnded(order: OrderState): void },
): void {
  const { data } = useQuery({
    ...apiQuery(readOrder, { params: { orderId } }),
    enabled: isWatching,
    // It was held a moment ago.
    initialData: { status: 'open' as const, heldUntil: null, isGivenOn: false },
    refetchOnMount: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: 30_000,
    meta: { quiet: true },
  })
  const hasEnded = isWatching && data.status !== 'open'
  useEffect(() => {
    if (hasEnded) onEnded(data)
  }, [hasEnded, data, onEnded])
}
