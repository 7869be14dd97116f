import { defineEvent } from '#src/shared/define-event.ts'

export type RefundCause = 'cancelled' | 'guarantee'

/**
 * Money is due back to the player: a cancellation, a claim accepted, or the owner's decision. `cause` names it once per
 * booking, so that a repeat changes nothing. `amount` is cents.
 */
export const refundDue = defineEvent<{ bookingId: string; cause: RefundCause; amount: number }>('bookings.refund-due')
