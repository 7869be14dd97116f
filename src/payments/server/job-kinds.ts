import { defineJob } from '#src/server/jobs.ts'

/** Runs when a hold's time is over. */
export const expireHold = defineJob<{ orderId: string }>('payments.expire-hold')

/** Sends one refund to the provider. */
export const sendRefund = defineJob<{ refundId: string }>('payments.send-refund', 30)

/** Settles the intent that a webhook spoke of. */
export const settleIntent = defineJob<{ intentId: string }>('payments.settle-intent', 30)
