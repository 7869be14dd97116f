import Stripe from 'stripe'

/** Where and as whom we talk to Stripe; `apiAddress` points the client at the sandbox. */
export type StripeSettings = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  apiAddress?: { protocol: 'http'; host: string; port: number }
  /** The browser's Stripe.js, when it is not Stripe's own. */
  scriptUrl?: string
}

/** An intent as we compare it: what was paid, by whose order. Amounts are cents. */
export type Intent = {
  id: string
  status: Stripe.PaymentIntent.Status
  amount: number
  amountReceived: number
  currency: string
  orderId: string | null
  clientSecret: string
}

export type PaymentProvider = {
  publishableKey: string
  scriptUrl: string | null
  /** Creates the intent of an order; repeating it with the same key gives the same intent. */
  createIntent(intent: {
    key: string
    amount: number
    description: string
    orderId: string
    metadata: Record<string, string>
  }): Promise<Intent>
  /** Null when the provider knows no such intent. */
  findIntent(id: string): Promise<Intent | null>
  /** Cancels an unpaid intent; gives it as it is when it can no longer be cancelled. */
  cancelIntent(id: string): Promise<Intent>
  /** Sends money back; `key` makes a repeat harmless. Gives the provider's refund id. */
  refund(refund: { key: string; intentId: string; amount: number }): Promise<string>
  /** The event in a webhook's raw body. Throws when the signature is not Stripe's. */
  readEvent(rawBody: Buffer | string, signature: string): { id: string; type: string; intentId: string | null }
}

/** Stripe through its official client: 8 s a try, two retries with the same idempotency key. */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    ...settings.apiAddress,
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  const find = async (id: string) => readIntent(await stripe.paymentIntents.retrieve(id))

  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl ?? null,
    async createIntent({ key, amount, description, orderId, metadata }) {
      const intent = await stripe.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          description,
          metadata: { ...metadata, orderId },
          automatic_payment_methods: { enabled: true },
        },
        { idempotencyKey: key },
      )
      return readIntent(intent)
    },
    async findIntent(id) {
      try {
        return await find(id)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
        throw error
      }
    },
    async cancelIntent(id) {
      try {
        return readIntent(await stripe.paymentIntents.cancel(id))
      } catch (error) {
        if (
          error instanceof Stripe.errors.StripeInvalidRequestError &&
          error.code === 'payment_intent_unexpected_state'
        )
          return find(id)
        throw error
      }
    },
    async refund({ key, intentId, amount }) {
      const refund = await stripe.refunds.create({ payment_intent: intentId, amount }, { idempotencyKey: key })
      return refund.id
    },
    readEvent(rawBody, signature) {
      const event = stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret)
      const { object } = event.data as { object: { object: string; id: string; payment_intent?: unknown } }
      const intentId = object.object === 'payment_intent' ? object.id : object.payment_intent
      return { id: event.id, type: event.type, intentId: typeof intentId === 'string' ? intentId : null }
    },
  }
}

function readIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    clientSecret: intent.client_secret ?? '',
  }
}
