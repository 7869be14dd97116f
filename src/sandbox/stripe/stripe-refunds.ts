import type Stripe from 'stripe'
import { closeDispute, disputesOf, heldOf, isInquiry, isOpen } from './stripe-disputes.ts'
import { invalidRequest } from './stripe-refusal.ts'
import { getObject, newId, nowInSeconds, recordEvent, type StripeStore, saveObject } from './stripe-store.ts'
import { behaviourOf, findMethod } from './test-cards.ts'

type RefundParams = {
  payment_intent?: string
  charge?: string
  amount?: number
  reason?: Stripe.Refund.Reason
  metadata?: Record<string, string>
}

/**
 * Gives `amount` cents back, all that is left when absent; all of it answers what the bank asks. Throws a 400 refusal when
 * there is not that much to give, or a bank holds some of it.
 */
export function createRefund(store: StripeStore, params: RefundParams): Stripe.Refund {
  const charge = chargeToRefund(store, params)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const disputes = disputesOf(store, charge.payment_intent as string)
  if (heldOf(store, charge.payment_intent as string) > 0)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const amount = params.amount ?? left
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
  }

  const behaviour = behaviourOf(findMethod(store, charge.payment_method!))
  const changesLater = behaviour === 'fails its refund' || behaviour === 'delays its refund'
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: nowInSeconds(store),
    currency: charge.currency,
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behaviour === 'delays its refund' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  } as unknown as Stripe.Refund
  saveObject(store, refund, changesLater ? store.settleAfterMs : undefined)
  saveRefundedAmount(store, charge, charge.amount_refunded + amount)
  recordEvent(store, 'charge.refunded', charge)
  recordEvent(store, 'refund.created', refund)
  if (amount === left)
    for (const dispute of disputes) if (isInquiry(dispute) && isOpen(dispute)) closeDispute(store, dispute.id)
  return refund
}

/** A refund that took its time arrives at the customer's bank, or comes back from it. */
export function settleRefund(store: StripeStore, refund: Stripe.Refund): void {
  if (refund.status === 'pending') {
    refund.status = 'succeeded'
  } else {
    refund.status = 'failed'
    refund.failure_reason = 'unknown'
    const charge = getObject(store, 'charge', refund.charge as string)
    saveRefundedAmount(store, charge, charge.amount_refunded - refund.amount)
  }
  saveObject(store, refund)
  recordEvent(store, 'refund.updated', refund)
  if (refund.status === 'failed') recordEvent(store, 'refund.failed', refund)
}

function chargeToRefund(store: StripeStore, { charge, payment_intent }: RefundParams): Stripe.Charge {
  if (!charge && !payment_intent) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  if (charge) return getObject(store, 'charge', charge)
  const intent = getObject(store, 'payment_intent', payment_intent!)
  if (intent.status !== 'succeeded') {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  }
  return getObject(store, 'charge', intent.latest_charge as string)
}

function saveRefundedAmount(store: StripeStore, charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded = amount
  charge.refunded = amount === charge.amount
  saveObject(store, charge)
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
