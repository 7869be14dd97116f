import type { Deps } from '#src/deps.ts'
import { refundDue } from '#src/features/bookings/events.ts'
import { mailCopyOf } from './copy-mail.ts'
import {
  checkDispute,
  checkRefund,
  mailCopy,
  reconcilePayments,
  refundBookingDue,
  sendAnswer,
  sendRefund,
  settleIntent,
} from './job-kinds.ts'
import { sendWrittenAnswer } from './money-desk/answers.ts'
import { noteDisputeOf } from './money-desk/disputes.ts'
import { reconcile, settleOrRaise } from './money-desk/reconcile.ts'
import { checkRefundOf, refundBooking, sendWrittenRefund } from './money-desk/refunds.ts'

export function jobs(deps: Deps): void {
  deps.jobs.handle(sendRefund, ({ refundId }) => sendWrittenRefund(deps, refundId))
  deps.jobs.listen(refundDue, refundBookingDue, (due) => refundBooking(deps, due))
  // A player who paid waits at most two minutes, even when everything but the payment was lost.
  deps.jobs.every({ minutes: 1 }, reconcilePayments, () => reconcile(deps))
  deps.jobs.handle(checkRefund, ({ refundId }) => checkRefundOf(deps, refundId))
  deps.jobs.handle(checkDispute, async ({ disputeId }) => {
    const dispute = await deps.payments?.findDispute(disputeId)
    if (dispute) await noteDisputeOf(deps, dispute)
  })
  deps.jobs.handle(sendAnswer, ({ disputeId }) => sendWrittenAnswer(deps, disputeId))
  deps.jobs.handle(mailCopy, ({ orderId }) => mailCopyOf(deps, orderId))
  deps.jobs.handle(settleIntent, ({ intentId }) => settleOrRaise(deps, intentId))
}
