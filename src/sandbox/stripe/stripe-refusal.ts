import type Stripe from 'stripe'

/** The body of an error answer, as Stripe writes it. */
export type RefusalBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  decline_code?: string
  message: string
  param?: string
  charge?: string
  payment_intent?: Partial<Stripe.PaymentIntent>
  payment_method?: Stripe.PaymentMethod
}

/** Thrown when the provider says no: the HTTP status and Stripe's error body. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: RefusalBody

  constructor(status: number, body: RefusalBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400 for a request that makes no sense; `more` adds code and param. */
export function invalidRequest(message: string, more: Partial<RefusalBody> = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...more })
}

/** 404 for an id nobody knows; `what` is the object's name as in `payment_intent`. */
export function noSuch(what: string, id: string): StripeRefusal {
  return new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: what === 'payment_intent' ? 'intent' : 'id',
  })
}

/** 402 for a card that cannot pay. */
export function cardError(code: string, message: string, more: Partial<RefusalBody> = {}): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code, message, ...more })
}
