import type Stripe from 'stripe'
import { invalidRequest } from './stripe-refusal.ts'
import {
  getObject,
  listObjects,
  newId,
  nowInSeconds,
  recordEvent,
  type StripeStore,
  saveObject,
} from './stripe-store.ts'

/** The customer asks their bank to take a paid payment back. Throws a refusal when it is not paid or disputed already. */
export function openDispute(store: StripeStore, intentId: string, reason = 'fraudulent'): Stripe.Dispute {
  const intent = getObject(store, 'payment_intent', intentId)
  if (intent.status !== 'succeeded') throw invalidRequest(`This PaymentIntent (${intentId}) is not paid.`)
  const charge = getObject(store, 'charge', intent.latest_charge as string)
  if (charge.disputed) throw invalidRequest(`Charge ${charge.id} is disputed already.`)
  const dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowInSeconds(store),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: nowInSeconds(store) + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason,
    status: 'needs_response',
  } as unknown as Stripe.Dispute
  charge.disputed = true
  saveObject(store, charge)
  saveObject(store, dispute)
  recordEvent(store, 'charge.dispute.created', dispute)
  return dispute
}

/**
 * Takes over what answers a dispute; with `submit` it goes to the bank, once. Throws a refusal when the dispute waits for no
 * answer.
 */
export function updateDispute(
  store: StripeStore,
  id: string,
  { evidence = {}, submit = false }: { evidence?: Record<string, string | undefined>; submit?: boolean },
): Stripe.Dispute {
  const dispute = getObject(store, 'dispute', id)
  if (dispute.status !== 'needs_response') throw invalidRequest(`This dispute (${id}) cannot be answered any more.`)
  Object.assign(dispute.evidence, evidence)
  dispute.evidence_details.has_evidence = true
  if (submit) {
    dispute.evidence_details.submission_count += 1
    dispute.status = 'under_review'
  }
  saveObject(store, dispute)
  recordEvent(store, 'charge.dispute.updated', dispute)
  return dispute
}

/** Whether the bank has not decided yet. */
export function isOpen(dispute: Stripe.Dispute | undefined): dispute is Stripe.Dispute {
  return dispute?.status === 'needs_response' || dispute?.status === 'under_review'
}

/** The bank decides. Throws a refusal when no dispute of that payment is open. */
export function closeDispute(store: StripeStore, intentId: string, outcome: 'won' | 'lost'): Stripe.Dispute {
  const dispute = findDispute(store, intentId)
  if (!isOpen(dispute)) {
    throw invalidRequest(`No dispute of this PaymentIntent (${intentId}) is open.`)
  }
  dispute.status = outcome
  saveObject(store, dispute)
  recordEvent(store, 'charge.dispute.closed', dispute)
  return dispute
}

/** The dispute over a payment, or undefined: a payment is disputed once at most. */
export function findDispute(store: StripeStore, intentId: string): Stripe.Dispute | undefined {
  return listObjects(store, 'dispute', { payment_intent: intentId }).data[0]
}
