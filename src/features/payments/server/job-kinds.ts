import type { RefundDue } from '#src/features/bookings/events.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'

/** Sends one refund to the provider. */
export const sendRefund = defineJob<{ refundId: string }>('payments.send-refund', 30)

/** Settles the intent named by a webhook. */
export const settleIntent = defineJob<{ intentId: string }>('payments.settle-intent', 30)

/** A booking owes its player money. */
export const refundBookingDue = defineJob<RefundDue>('payments.refund-booking', 30)

/** Asks the provider for the state of one of our refunds. */
export const checkRefund = defineJob<{ refundId: string }>('payments.check-refund', 30)

/** Asks the provider about a dispute: opened, decided, or with a new deadline. */
export const checkDispute = defineJob<{ disputeId: string }>('payments.check-dispute', 30)

/** Sends the owner's answer to a dispute to the provider. */
export const sendAnswer = defineJob<{ disputeId: string }>('payments.send-answer', 30)

/** Mails confirmation and receipt to the other address that the player of a booked order named. */
export const mailCopy = defineJob<{ orderId: string }>('payments.mail-copy')

/** Releases expired holds, and repairs what got lost on its way from the provider. */
export const reconcilePayments = defineJob<object>('payments.reconcile', 0)
