import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js'

/** Why a payment did not go through, for the words that stay above the button. */
export type Failure = 'declined' | 'incomplete' | 'unconfirmed' | 'unanswered' | 'not-sent' | 'offline' | 'left'

/** What a failed try to pay means. Where nobody knows whether the money moved, the answer is still awaited. */
export function readFailure({ type, code }: StripeError): Failure {
  if (type === 'api_connection_error' || type === 'api_error') return 'unanswered'
  if (code === 'payment_intent_authentication_failure') return 'unconfirmed'
  return type === 'validation_error' ? 'incomplete' : 'declined'
}

/** The payment after an error, as far as the provider says: it may have been made, or given up, in another window. */
export async function paymentAfter(
  stripe: Stripe,
  clientSecret: string,
  { code, payment_intent }: StripeError,
): Promise<PaymentIntent | undefined> {
  if (payment_intent || code !== 'payment_intent_unexpected_state') return payment_intent
  return (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent
}

/** Whether the money has moved, or is about to. */
export function leadsOn({ status }: PaymentIntent): boolean {
  return status === 'succeeded' || status === 'processing'
}

/** Where the provider would lead after this payment. */
export function successAddress({ id, status }: Pick<PaymentIntent, 'id' | 'status'>): string {
  return `/payment-success?${new URLSearchParams({ payment_intent: id, redirect_status: status })}`
}
