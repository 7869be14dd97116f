import type { Deps } from '#src/server/deps.ts'
import { Conflict, NotFound } from '#src/server/errors.ts'
import { expireHold, sendRefund, settleIntent } from './job-kinds.ts'
import { expireOrder } from './orders.ts'
import { sendWrittenRefund, settlePayment } from './payments.ts'

export function jobs(deps: Deps): void {
  deps.jobs.handle(expireHold, ({ orderId }) => expireOrder(deps, orderId))
  deps.jobs.handle(sendRefund, ({ refundId }) => sendWrittenRefund(deps, refundId))
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
