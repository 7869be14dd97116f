import type { confirmBooking } from '#src/features/payments/contract.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { showDollars, toCents } from '#src/shared/money.ts'
import { errorText, HttpError } from '#src/ui/call-api.ts'

/** Where a payment stands, as the page shows it. */
export type Result =
  | { state: 'loading' | 'none' | 'signed-out' | 'confirming' | 'processing' | 'unpaid' | 'unknown' }
  | ({ state: 'booked' } & CallReply<typeof confirmBooking>)
  /** `amount` such as `$29`. */
  | { state: 'refunded'; amount: string }
  | { state: 'problem'; message: string }

/** What the server's refusal to confirm means; when it cannot be reached, the booking is still being confirmed. */
export function readRefusal(error: Error): Result {
  if (!(error instanceof HttpError)) return { state: 'confirming' }
  if (error.status === 401) return { state: 'signed-out' }
  if (error.status === 404) return { state: 'unknown' }
  if (error.status !== 409) return { state: 'confirming' }
  const refund = error.answer.refund as { amount: string } | undefined
  if (refund) return { state: 'refunded', amount: showDollars(toCents(refund.amount)) }
  if (error.answer.reason === 'unpaid') return { state: 'unpaid' }
  return { state: 'problem', message: errorText(error, 'Please contact support.') }
}
