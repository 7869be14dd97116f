import { inTransaction } from '#src/sandbox/sandbox-database.ts'
import { createIntent, feeOf, settleIntent } from './payment-intents.ts'
import { createRefund } from './stripe-refunds.ts'
import type { StripeStore } from './stripe-store.ts'

/** A payment of the past for an order of ours, and what went back of it. Amounts are cents. */
export type PastPayment = {
  orderId: string
  amount: number
  description: string
  paidAt: Date
  refunds: { key: string; amount: number; sentAt: Date }[]
}

/**
 * Writes down payments as if they had been made here by card when they say, and their refunds too; no webhook tells them.
 * Returns the ids they have here and their fees, in the same order.
 */
export function recordPast(
  store: StripeStore,
  payments: PastPayment[],
): { intentId: string; refundIds: string[]; fee: number }[] {
  return inTransaction(store.db, () =>
    payments.map(({ orderId, amount, description, paidAt, refunds }) => {
      const then = { ...store, happenedAt: paidAt }
      const asked = { amount, currency: 'usd', description, metadata: { orderId }, payment_method: 'pm_card_visa' }
      const intent = createIntent(then, asked)
      settleIntent(then, intent)
      const sent = refunds.map(({ key, amount, sentAt }) =>
        createRefund(
          { ...store, happenedAt: sentAt },
          { payment_intent: intent.id, amount, metadata: { refundKey: key } },
        ),
      )
      return { intentId: intent.id, refundIds: sent.map((refund) => refund.id), fee: feeOf(amount) }
    }),
  )
}
