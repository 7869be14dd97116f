import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { useOnline } from '#src/ui/feedback/use-online.ts'
import type { Failure } from './payment-outcome.ts'

/** How long a bank may take before the player is told not to pay again. */
const slowAfterMs = 20_000

const reasons: Record<Exclude<Failure, 'unanswered'>, string> = {
  declined: 'Your bank declined this card.',
  unconfirmed: 'Your bank could not confirm it was you.',
  incomplete: 'Something is missing above.',
  'not-sent': 'The payment did not get through.',
  offline: 'You were offline; nothing was sent.',
  left: 'You came back before your bank had answered.',
}

type NotPaidProps = { failure: Failure; message?: string; stillHeld?: ReactNode }

/** Why a payment failed, and what to do next, until the next try. */
export function NotPaid({ failure, message, stillHeld }: NotPaidProps) {
  const isOnline = useOnline()
  if (failure === 'unanswered') return <NoAnswer />
  const isStillOffline = failure === 'offline' && !isOnline
  // A bank's own reason, such as a wrong security code, says more than ours.
  const isTold = failure === 'incomplete' || (failure === 'declined' && message !== 'Your card was declined.')
  return (
    <Alert tone="bad" title="Not paid." className="p-3!">
      <p>
        {!isOnline && failure !== 'offline' && 'You are offline. '}
        {isTold && message ? message : isStillOffline ? 'You are offline; nothing was sent.' : reasons[failure]}{' '}
        {failure !== 'offline' && 'No money was taken. '}
        {failure !== 'incomplete' && stillHeld && (
          <>
            {stillHeld}
            {isStillOffline ? '.' : failure === 'offline' ? ': press again.' : ': try again or use another card.'}
          </>
        )}
      </p>
    </Alert>
  )
}

type SlowBankProps = {
  /** Whether the bank waits for the player, not they for it. */
  isAsking(): Promise<boolean>
  keptMeanwhile: ReactNode
}

/** While a bank takes its time. */
export function SlowBank({ isAsking, keptMeanwhile }: SlowBankProps) {
  const [slow, setSlow] = useState<'asks' | 'does not answer' | null>(null)
  const ask = useRef(isAsking)
  useEffect(() => {
    const timer = setTimeout(async () => setSlow((await ask.current()) ? 'asks' : 'does not answer'), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  if (slow !== 'asks') return slow && <NoAnswer />
  return (
    <Alert tone="warn" urgent title="Your bank is still asking." className="p-3!">
      {keptMeanwhile}
    </Alert>
  )
}

function NoAnswer() {
  return (
    <Alert tone="warn" urgent title="Your bank has not answered yet." className="p-3!">
      Do not pay again: we mail you the moment it does.
    </Alert>
  )
}
