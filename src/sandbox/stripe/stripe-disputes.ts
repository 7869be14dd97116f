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

export type NewDispute = {
  reason?: string
  /** Cents; all that no other dispute holds when absent. */
  amount?: number
  /** The bank only asks, and holds no money. */
  isInquiry?: boolean
}

/**
 * The customer asks their bank to take a paid payment back, or the bank asks about it. Throws a refusal when it is not paid,
 * or when other disputes hold all of it.
 */
export function openDispute(store: StripeStore, intentId: string, how: NewDispute = {}): Stripe.Dispute {
  const { reason = 'fraudulent', isInquiry = false } = how
  const intent = getObject(store, 'payment_intent', intentId)
  if (intent.status !== 'succeeded') throw invalidRequest(`This PaymentIntent (${intentId}) is not paid.`)
  const charge = getObject(store, 'charge', intent.latest_charge as string)
  const left = charge.amount - heldOf(store, intentId)
  const amount = how.amount ?? left
  if (left === 0 || amount > left) throw invalidRequest(`Charge ${charge.id} is disputed already.`)
  const dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount,
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
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  } as unknown as Stripe.Dispute
  charge.disputed = true
  saveObject(store, charge)
  saveObject(store, dispute)
  recordEvent(store, 'charge.dispute.created', dispute)
  return dispute
}

/** What banks hold of a payment or have taken back, in cents; an inquiry holds nothing. */
export function heldOf(store: StripeStore, intentId: string): number {
  return disputesOf(store, intentId)
    .filter((dispute) => dispute.status === 'lost' || (isOpen(dispute) && !isInquiry(dispute)))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** The disputes over a payment, newest first. */
export function disputesOf(store: StripeStore, intentId: string): Stripe.Dispute[] {
  return listObjects(store, 'dispute', { payment_intent: intentId }).data
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
  if (!/needs_response$/.test(dispute.status)) throw invalidRequest(`This dispute (${id}) cannot be answered any more.`)
  Object.assign(dispute.evidence, evidence)
  dispute.evidence_details.has_evidence = true
  if (submit) {
    dispute.evidence_details.submission_count += 1
    dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
  }
  saveObject(store, dispute)
  recordEvent(store, 'charge.dispute.updated', dispute)
  return dispute
}

/** Whether the bank has not decided yet. */
export function isOpen({ status }: Stripe.Dispute): boolean {
  return /(needs_response|under_review)$/.test(status)
}

/** Whether the bank asks, or only asked. */
export function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_')
}

/** What the bank only asked about becomes a dispute, which holds the money. Throws a refusal when it asks no more. */
export function escalateDispute(store: StripeStore, id: string): Stripe.Dispute {
  const dispute = getObject(store, 'dispute', id)
  if (!isInquiry(dispute) || !isOpen(dispute)) throw invalidRequest(`The bank does not ask about this dispute (${id}).`)
  dispute.status = 'needs_response'
  dispute.is_charge_refundable = false
  saveObject(store, dispute)
  recordEvent(store, 'charge.dispute.updated', dispute)
  return dispute
}

/** The bank decides; what it only asked about is closed, whatever the outcome. Throws a refusal when it has decided. */
export function closeDispute(store: StripeStore, id: string, outcome: 'won' | 'lost' = 'won'): Stripe.Dispute {
  const dispute = getObject(store, 'dispute', id)
  if (!isOpen(dispute)) throw invalidRequest(`This dispute (${id}) is decided already.`)
  dispute.status = isInquiry(dispute) ? 'warning_closed' : outcome
  saveObject(store, dispute)
  recordEvent(store, 'charge.dispute.closed', dispute)
  return dispute
}
