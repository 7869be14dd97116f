import type { RefundDue } from '#src/bookings/events.ts'
import { defineJob } from '#src/server/jobs.ts'

/** Sends one refund to the provider. */
export const sendRefund = defineJob<{ refundId: string }>('payments.send-refund', 30)

/** Settles the intent that a webhook spoke of. */
export const settleIntent = defineJob<{ intentId: string }>('payments.settle-intent', 30)

/** A booking owes its player money. */
export const refundBookingDue = defineJob<RefundDue>('payments.refund-booking', 30)

/** Asks the provider how a refund of ours is doing. */
export const checkRefund = defineJob<{ refundId: string }>('payments.check-refund', 30)

/** Asks the provider about a dispute: it was opened, decided, or has another last day for an answer. */
export const checkDispute = defineJob<{ disputeId: string }>('payments.check-dispute', 30)

/** Gives back the hours whose time to be paid for is over, and compares our books of the last hour with the provider's. */
export const reconcilePayments = defineJob<object>('payments.reconcile', 0)

/** Compares those of the last days, for what an outage left behind. */
export const reconcileOldPayments = defineJob<object>('payments.reconcile-old', 0)
