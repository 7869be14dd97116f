import { refundDue } from '#src/bookings/events.ts'
import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound } from '#src/server/errors.ts'
import { noteDisputeOf } from './disputes.ts'
import {
  checkDispute,
  checkRefund,
  reconcileOldPayments,
  reconcilePayments,
  refundBookingDue,
  sendRefund,
  settleIntent,
} from './job-kinds.ts'
import { settlePayment } from './payments.ts'
import { reconcile } from './reconcile.ts'
import { refundBooking, sendWrittenRefund, trackRefund } from './refunds.ts'

export function jobs(deps: Deps): void {
  deps.jobs.handle(sendRefund, ({ refundId }) => sendWrittenRefund(deps, refundId))
  deps.jobs.listen(refundDue, refundBookingDue, (due) => refundBooking(deps, due))
  // Nobody who paid waits two minutes, also when everything but the payment itself was lost.
  deps.jobs.every({ minutes: 1 }, reconcilePayments, () => reconcile(deps, { lookBackHours: 1 }))
  deps.jobs.every({ minutes: 5 }, reconcileOldPayments, () => reconcile(deps, { lookBackHours: 72 }))
  deps.jobs.handle(checkRefund, async ({ refundId }) => {
    const refund = await deps.payments?.findRefund(refundId)
    if (refund) await trackRefund(deps, refund)
  })
  deps.jobs.handle(checkDispute, async ({ disputeId }) => {
    const dispute = await deps.payments?.findDispute(disputeId)
    if (dispute) await noteDisputeOf(deps, dispute)
  })
  deps.jobs.handle(settleIntent, async ({ intentId }) => {
    try {
      await settlePayment(deps, intentId)
    } catch (error) {
      // Not ours, or not paid: trying again changes nothing. A provider that does not answer is tried again.
      if (error instanceof NotFound || error instanceof Conflict)
        deps.log.warn({ err: error, intent: intentId }, 'an event settled nothing')
      else throw error
    }
  })
}
