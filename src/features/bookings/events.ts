import { defineEvent } from '#src/shared/define-event.ts'

export type RefundCause = 'cancelled' | 'guarantee' | 'goodwill'

/** `causeId` names the cause once and for all, so that a repeat changes nothing: the booking cancelled, the claim, or an id made for the occasion. */
export type RefundDue = { bookingId: string; cause: RefundCause; causeId: string; amount: number }

/** Money is due back to the player: a cancellation, a claim accepted, or the owner's decision. `amount` is cents. */
export const refundDue = defineEvent<RefundDue>('bookings.refund-due')
