import type Stripe from 'stripe'
import { readSwitches } from '#src/sandbox/misbehaviour.ts'
import { cardError, invalidRequest, type RefusalBody, type StripeRefusal } from './stripe-refusal.ts'
import { getObject, newId, nowInSeconds, recordEvent, type StripeStore, saveObject } from './stripe-store.ts'
import { behaviourOf, findMethod, type MethodDetails, saveMethod } from './test-cards.ts'

type Intent = Stripe.PaymentIntent
type Metadata = Record<string, string>

/** What may be changed later. `metadata` is merged; an empty value removes its key, '' removes them all. */
export type IntentChanges = {
  amount?: number
  description?: string
  receipt_email?: string
  metadata?: Metadata | ''
}

/** How the customer pays: a stored method or token, or the card itself. */
export type Payment = { payment_method?: string; payment_method_data?: MethodDetails }

const open: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Starts a payment of `amount` cents. With `confirm` it is paid at once. Throws a refusal as `confirmIntent` does. */
export function createIntent(
  store: StripeStore,
  { payment_method, payment_method_data, confirm, ...params }: CreateParams,
): Intent {
  const id = newId('pi')
  const intent = {
    id,
    object: 'payment_intent',
    amount: params.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: params.automatic_payment_methods ?? (params.payment_method_types ? null : automatic),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_${newId('secret')}`,
    confirmation_method: 'automatic',
    created: nowInSeconds(store),
    currency: params.currency,
    customer: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    payment_method: null,
    payment_method_types: params.payment_method_types ?? ['card'],
    processing: null,
    receipt_email: params.receipt_email ?? null,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
  } as unknown as Intent
  const method = methodFrom(store, { payment_method, payment_method_data })
  if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' })
  saveObject(store, intent)
  recordEvent(store, 'payment_intent.created', intent)
  return confirm ? confirmIntent(store, id, {}) : intent
}

type CreateParams = IntentChanges &
  Payment & {
    amount: number
    currency: string
    capture_method?: Stripe.PaymentIntent.CaptureMethod
    automatic_payment_methods?: Stripe.PaymentIntent.AutomaticPaymentMethods
    payment_method_types?: string[]
    excluded_payment_method_types?: string[]
    statement_descriptor_suffix?: string
    confirm?: boolean
  }

const automatic: Stripe.PaymentIntent.AutomaticPaymentMethods = { enabled: true, allow_redirects: 'always' }

/** Changes a payment. Throws a 400 refusal when the amount would change after the customer confirmed. */
export function updateIntent(store: StripeStore, id: string, changes: IntentChanges & Payment): Intent {
  const intent = getObject(store, 'payment_intent', id)
  const { metadata, payment_method, payment_method_data, ...plain } = changes
  if ((plain.amount !== undefined || payment_method || payment_method_data) && !open.includes(intent.status)) {
    throw unexpectedState(intent, 'update', open)
  }
  const method = methodFrom(store, { payment_method, payment_method_data })
  if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' })
  Object.assign(intent, plain, { metadata: mergeMetadata(intent.metadata, metadata) })
  saveObject(store, intent)
  return intent
}

function mergeMetadata(before: Metadata, changes: Metadata | '' = {}): Metadata {
  if (changes === '') return {}
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''))
}

/**
 * The customer pays. What happens depends on the card: paid, more to do (`requires_action`) or later (`processing`).
 * Throws a 402 refusal when the card is declined, and a 400 refusal when this payment can no longer be confirmed.
 */
export function confirmIntent(store: StripeStore, id: string, payment: Payment): Intent {
  const intent = getObject(store, 'payment_intent', id)
  if (!open.includes(intent.status)) throw unexpectedState(intent, 'confirm', open)
  const method = methodFrom(store, payment) ?? methodFrom(store, { payment_method: intent.payment_method as string })
  if (!method) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
  Object.assign(intent, { payment_method: method.id, last_payment_error: null, next_action: null })

  switch (readSwitches(store.db).decline ? 'declines' : behaviourOf(method)) {
    case 'declines':
      throw decline(store, intent, method, 'generic_decline', 'Your card was declined.')
    case 'is no test card':
      throw decline(
        store,
        intent,
        method,
        'test_mode_live_card',
        'Your card was declined. Your request was in test mode, but used a non test card.',
      )
    case 'asks':
      intent.status = 'requires_action'
      intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
      return saveAndTell(store, intent, 'payment_intent.requires_action')
    case 'processes':
      intent.status = 'processing'
      return saveAndTell(store, intent, 'payment_intent.processing', store.settleAfterMs)
    default:
      return succeed(store, intent, method)
  }
}

/** The customer answered the bank's question. Throws a 400 refusal when nothing was asked. */
export function authenticateIntent(store: StripeStore, id: string, answer: 'complete' | 'fail'): Intent {
  const intent = getObject(store, 'payment_intent', id)
  if (intent.status !== 'requires_action') throw unexpectedState(intent, 'authenticate', ['requires_action'])
  const method = findMethod(store, intent.payment_method as string)
  intent.next_action = null
  if (answer === 'complete') return succeed(store, intent, method)
  return fail(store, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  })
}

/** Gives the payment up. Throws a 400 refusal when it is paid, being paid or cancelled already. */
export function cancelIntent(
  store: StripeStore,
  id: string,
  reason: Stripe.PaymentIntent.CancellationReason | null = null,
): Intent {
  const intent = getObject(store, 'payment_intent', id)
  if (!open.includes(intent.status)) throw unexpectedState(intent, 'cancel', open)
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: nowInSeconds(store),
    cancellation_reason: reason,
    next_action: null,
  })
  return saveAndTell(store, intent, 'payment_intent.canceled')
}

/** A payment that took its time arrives. */
export function settleIntent(store: StripeStore, intent: Intent): void {
  succeed(store, intent, findMethod(store, intent.payment_method as string))
}

function methodFrom(store: StripeStore, payment: Payment): Stripe.PaymentMethod | undefined {
  if (payment.payment_method_data) return saveMethod(store, payment.payment_method_data)
  return payment.payment_method ? findMethod(store, payment.payment_method) : undefined
}

function succeed(store: StripeStore, intent: Intent, method: Stripe.PaymentMethod): Intent {
  intent.latest_charge = saveCharge(store, intent, method).id
  intent.amount_received = intent.amount
  intent.status = 'succeeded'
  return saveAndTell(store, intent, 'payment_intent.succeeded')
}

/** Records the failed try and returns the refusal to throw; the records stay, because a refusal is an answer. */
function decline(
  store: StripeStore,
  intent: Intent,
  method: Stripe.PaymentMethod,
  decline_code: string,
  message: string,
): StripeRefusal {
  const charge = saveCharge(store, intent, method, message)
  intent.latest_charge = charge.id
  const details = { code: 'card_declined', decline_code, message, charge: charge.id, payment_method: method }
  const failed = fail(store, intent, { type: 'card_error', ...details })
  return cardError('card_declined', message, { ...details, payment_intent: failed })
}

function fail(store: StripeStore, intent: Intent, error: RefusalBody): Intent {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.last_payment_error = error as Stripe.PaymentIntent.LastPaymentError
  return saveAndTell(store, intent, 'payment_intent.payment_failed')
}

function saveAndTell(store: StripeStore, intent: Intent, event: string, dueInMs?: number): Intent {
  saveObject(store, intent, dueInMs)
  recordEvent(store, event, intent)
  return intent
}

/** The try to take the money: paid, or failed with that message. */
function saveCharge(store: StripeStore, intent: Intent, method: Stripe.PaymentMethod, failure?: string): Stripe.Charge {
  const charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: failure ? null : newId('txn'),
    billing_details: method.billing_details,
    captured: !failure,
    created: nowInSeconds(store),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_code: failure ? 'card_declined' : null,
    failure_message: failure ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: describeCard(method.card!) },
    receipt_email: intent.receipt_email,
    receipt_url: null,
    refunded: false,
    status: failure ? 'failed' : 'succeeded',
  } as unknown as Stripe.Charge
  saveObject(store, charge)
  if (charge.balance_transaction) saveBalance(store, charge, charge.balance_transaction as string)
  return charge
}

function describeCard({ brand, last4, fingerprint }: Stripe.PaymentMethod.Card) {
  return { brand, last4, fingerprint }
}

/** What Stripe keeps of a card payment in the United States: 2.9 % and 30 cents. */
export function feeOf(amount: number): number {
  return Math.round((amount * 29) / 1000) + 30
}

function saveBalance(store: StripeStore, { id: source, amount, currency }: Stripe.Charge, id: string): void {
  const [created, fee] = [nowInSeconds(store), feeOf(amount)]
  const balance = { id, object: 'balance_transaction', amount, created, currency, fee, net: amount - fee, source }
  saveObject(store, { ...balance, type: 'charge' } as unknown as Stripe.BalanceTransaction)
}

function unexpectedState(intent: Intent, act: string, allowed: Stripe.PaymentIntent.Status[]): StripeRefusal {
  return invalidRequest(
    `You cannot ${act} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${past[act]}: ${allowed.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

const past: Record<string, string> = {
  update: 'updated',
  confirm: 'confirmed',
  authenticate: 'authenticated',
  cancel: 'canceled',
}
