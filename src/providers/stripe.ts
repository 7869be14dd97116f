import { createHmac } from 'node:crypto'
import Stripe from 'stripe'

/** Address and keys of Stripe's account; `apiAddress` points the client at the sandbox. */
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
  created: Date
  /** A bank asked the payer, whatever it heard; a declined card was asked nothing. */
  bankAsked: boolean
  /** What has gone back to the payer so far; only intents from `findIntent` and `listIntents` know it, 0 elsewhere. */
  amountRefunded: number
  /** What paid it, such as `Visa •••• 4242`, and the provider's code of that card; only intents from `findIntent` and `listIntents` know them. */
  paidWith: string | null
  card: string | null
  /** What the provider keeps of it; null: not told, or not asked for. Only intents from `findIntent` can know it. */
  fee: number | null
}

/** A refund at the provider. `key` is the one we gave it; null for one that was not made here. `amount` is cents. */
export type SentRefund = {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  key: string | null
  intentId: string | null
  amount: number
}

/** A payment that its payer asked the bank to take back. `amount` is cents; `dueBy` is null when no answer is waited for. */
export type Dispute = {
  id: string
  intentId: string | null
  /** `inquiry`: the bank only asks, and holds no money. */
  state: 'inquiry' | 'open' | 'won' | 'lost'
  amount: number
  /** The provider's word for it, such as `product_not_received`. */
  reason: string
  dueBy: Date | null
  createdAt: Date
}

/** Something happened at the provider: ids to ask it about, never facts to trust in themselves, because events come in any order. */
export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  intentId: string | null
  refundId: string | null
  disputeId: string | null
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
  /** Cancels an unpaid intent; returns it as it is when it can no longer be cancelled, null when there is none. */
  cancelIntent(id: string): Promise<Intent | null>
  /** The intents made in a span of time, newest first, fetched page by page. */
  listIntents(range: { createdAfter: Date; createdBefore?: Date }): AsyncIterable<Intent>
  /** Sends money back; `key` makes a repeat harmless, at any time. `refused` says why the provider will never do it. */
  refund(refund: { key: string; intentId: string; amount: number }): Promise<SentRefund | { refused: string }>
  /** Null when the provider knows no such refund. */
  findRefund(id: string): Promise<SentRefund | null>
  /** Null when the provider knows no such dispute. */
  findDispute(id: string): Promise<Dispute | null>
  /**
   * Sends what answers a dispute, once: texts by Stripe's own names of its evidence, as they go to the bank. `key` makes a
   * repeat harmless, and one that was sent before stays as it is. `refused` says why the provider will never take it.
   */
  answerDispute(answer: {
    key: string
    id: string
    evidence: Record<string, string>
  }): Promise<'sent' | { refused: string }>
  /** The events of these types since then, newest first, fetched page by page. The provider keeps them for 30 days. */
  listEvents(wanted: { types: string[]; createdAfter: Date }): AsyncIterable<ProviderEvent>
  /** The event in a webhook's raw body. Throws when the signature is not Stripe's. */
  readEvent(rawBody: Buffer | string, signature: string): ProviderEvent
  /** A hash that can be tried out only with our secret, which is in no table: for what is easily guessed. */
  keyedHash(text: string): string
}

/**
 * Stripe through its official client: 4 s a try, two retries with the same idempotency key. With the pauses between
 * them that is 13.5 s at most: a player waits for some of these calls, and connections are closed after 20 s.
 */
export function createStripe(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    ...settings.apiAddress,
    timeout: 4_000,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  const find = async (id: string) =>
    readIntent(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] }))

  return {
    publishableKey: settings.publishableKey,
    scriptUrl: settings.scriptUrl ?? null,
    async createIntent({ key, amount, description, orderId, metadata }) {
      const intent = await stripe.paymentIntents.create(
        {
          amount,
          currency: 'usd',
          // Its fee is known as soon as it is paid.
          capture_method: 'automatic',
          description,
          metadata: { ...metadata, orderId },
          automatic_payment_methods: { enabled: true },
          excluded_payment_method_types: slowMethods,
        },
        { idempotencyKey: key },
      )
      return readIntent(intent)
    },
    findIntent: (id) => unlessMissing(() => find(id)),
    async cancelIntent(id) {
      try {
        return readIntent(await stripe.paymentIntents.cancel(id))
      } catch (error) {
        const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : null
        if (code === 'payment_intent_unexpected_state') return find(id)
        // Made with other keys, say: nobody can pay it here.
        if (code === 'resource_missing') return null
        throw error
      }
    },
    async *listIntents({ createdAfter, createdBefore }) {
      const created = { gte: seconds(createdAfter), ...(createdBefore && { lte: seconds(createdBefore) }) }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] }))
        yield readIntent(intent)
    },
    async refund({ key, intentId, amount }) {
      try {
        // Its own idempotency does not reach far enough: it forgets keys after a day, and a failure is kept under one,
        // also of a refund that it has carried out.
        for await (const sent of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
          if (sent.metadata?.refundKey === key) return readRefund(sent)
        const refund = { payment_intent: intentId, amount, metadata: { refundKey: key } }
        return readRefund(await stripe.refunds.create(refund, { idempotencyKey: key }))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return { refused: error.message }
        throw error
      }
    },
    findRefund: (id) => unlessMissing(async () => readRefund(await stripe.refunds.retrieve(id))),
    findDispute: (id) => unlessMissing(async () => readDispute(await stripe.disputes.retrieve(id))),
    async answerDispute({ key, id, evidence }) {
      try {
        // It forgets keys after a day, and takes one answer only.
        const { evidence_details, status } = await stripe.disputes.retrieve(id)
        // What answered an inquiry does not answer the dispute that came of it.
        if (evidence_details.submission_count > 0 && !status.endsWith('needs_response')) return 'sent'
        await stripe.disputes.update(id, { evidence, submit: true }, { idempotencyKey: key })
        return 'sent'
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return { refused: error.message }
        throw error
      }
    },
    async *listEvents({ types, createdAfter }) {
      const created = { gte: seconds(createdAfter) }
      for await (const event of stripe.events.list({ types, created, limit: 100 })) yield describeEvent(event)
    },
    readEvent(rawBody, signature) {
      return describeEvent(stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret))
    },
    keyedHash: (text) => createHmac('sha256', settings.secretKey).update(text).digest('base64url'),
  }
}

/**
 * Ways to pay that answer after days, or wait for a voucher, when the hour is long given back; the account may have them on
 * (https://docs.stripe.com/payments/payment-methods#payment-notification).
 */
const slowMethods = [
  ...['acss_debit', 'au_becs_debit', 'bacs_debit', 'boleto', 'customer_balance', 'konbini', 'multibanco'],
  ...['nz_bank_account', 'oxxo', 'payto', 'sepa_debit', 'sofort', 'us_bank_account'],
]

/** As Stripe counts time. */
function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

/** Null when the provider says that there is no such thing. */
async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

type EventObject = { object: string; id: string; payment_intent?: unknown }

function describeEvent({ id, type, created, data }: Stripe.Event): ProviderEvent {
  const object = data.object as EventObject
  const intentId = object.object === 'payment_intent' ? object.id : object.payment_intent
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    intentId: typeof intentId === 'string' ? intentId : null,
    refundId: object.object === 'refund' ? object.id : null,
    disputeId: object.object === 'dispute' ? object.id : null,
  }
}

/** Whatever ended without taking our money is won, also an inquiry that was closed. */
const disputeStates: Partial<Record<Stripe.Dispute.Status, Dispute['state']>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

function readDispute({ id, payment_intent, status, amount, reason, ...dispute }: Stripe.Dispute): Dispute {
  const dueBy = dispute.evidence_details.due_by
  return {
    id,
    intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null),
    state: disputeStates[status] ?? 'open',
    amount,
    reason,
    dueBy: dueBy ? new Date(dueBy * 1000) : null,
    createdAt: new Date(dispute.created * 1000),
  }
}

/** Anything but an arrival or a failure is still on its way. */
function readRefund({ id, status, metadata, payment_intent, amount }: Stripe.Refund): SentRefund {
  return {
    id,
    key: metadata?.refundKey ?? null,
    intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null),
    amount,
    status: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
  }
}

function readIntent(intent: Stripe.PaymentIntent): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    clientSecret: intent.client_secret ?? '',
    created: new Date(intent.created * 1000),
    bankAsked:
      intent.status !== 'requires_payment_method' ||
      intent.last_payment_error?.code === 'payment_intent_authentication_failure',
    amountRefunded: charge?.amount_refunded ?? 0,
    paidWith: charge && showMethod(charge.payment_method_details),
    card: charge?.payment_method_details?.card?.fingerprint ?? null,
    fee: typeof charge?.balance_transaction === 'object' ? (charge.balance_transaction?.fee ?? null) : null,
  }
}

/** Brands whose names are not just the provider's word with a capital letter. */
const brands: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Card',
}

/** A way of paying as a receipt prints it: `Visa •••• 4242`, `Cash app`; null when the provider does not say. */
function showMethod(method: Stripe.Charge.PaymentMethodDetails | null): string | null {
  if (!method) return null
  const word = method.card?.brand ?? method.type
  const name = brands[word] ?? `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll('_', ' ')}`
  return method.card?.last4 ? `${name} •••• ${method.card.last4}` : name
}
