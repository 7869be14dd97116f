import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyPluginAsync } from 'fastify'
import type Stripe from 'stripe'
import { root } from '#src/platform/root.ts'
import { listMessages, type OutboxMessage } from '#src/sandbox/mail/outbox.ts'
import { startSmtp } from '#src/sandbox/mail/smtp.ts'
import { guardPages } from '#src/sandbox/pages/guard-pages.ts'
import { outboxPages } from '#src/sandbox/pages/outbox-pages.ts'
import { sandboxPages } from '#src/sandbox/pages/sandbox-pages.ts'
import { type PastPayment, recordPast } from '#src/sandbox/stripe/history.ts'
import { settleIntent } from '#src/sandbox/stripe/payment-intents.ts'
import { publishableKey, secretKey, stripeApi } from '#src/sandbox/stripe/stripe-api.ts'
import { closeDispute, escalateDispute, type NewDispute, openDispute } from '#src/sandbox/stripe/stripe-disputes.ts'
import { settleRefund } from '#src/sandbox/stripe/stripe-refunds.ts'
import { dueObjects, getObject, listObjects, type StripeStore } from '#src/sandbox/stripe/stripe-store.ts'
import { deliverDue, resendWebhooks, type WebhookTarget } from '#src/sandbox/stripe/webhooks.ts'
import { accountSid, knownAuthToken, phoneNumber } from '#src/sandbox/twilio/account.ts'
import { replyToSms, type SmsReply } from '#src/sandbox/twilio/sms-replies.ts'
import type { SmsWebhook } from '#src/sandbox/twilio/sms-webhook.ts'
import { twilioApi } from '#src/sandbox/twilio/twilio-api.ts'
import { clearSwitches, readSwitches, type Switches, setSwitches } from './misbehaviour.ts'
import { inTransaction, openDatabase } from './sandbox-database.ts'

export type SandboxOptions = {
  /** Folder of `sandbox.sqlite`; the same folder again continues where the last run stopped. */
  dataDir: string
  webhook: WebhookTarget
  /** The app's public address, for which SMS webhooks are signed; without it the one that webhooks go to. */
  baseUrl?: string
  /** What the pages for people ask strangers for; without it they answer to this machine's own names only. */
  password?: string
  /** The key that SMS webhooks are signed by; without it the one that everybody knows. */
  authToken?: string
  /** Milliseconds. Card 0077 and slow refunds settle after `settleAfter`, a refused webhook comes again after `retryAfter`. */
  pace?: { settleAfter?: number; retryAfter?: number; latency?: number }
}

export type Sandbox = {
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    apiAddress: { protocol: 'http'; host: string; port: number }
    scriptUrl: string
  }
  smtpUrl: string
  sms: { accountSid: string; authToken: string; phoneNumber: string; apiAddress: string }
  /** The `/dev/*` routes, to be registered on the app without a prefix. */
  plugin: FastifyPluginAsync
  /** What the payment provider knows, for tests to read: newest first. */
  ledger: {
    intent: (id: string) => Stripe.PaymentIntent
    intents: () => Stripe.PaymentIntent[]
    refunds: (intentId?: string) => Stripe.Refund[]
    events: (type?: string) => Stripe.Event[]
    /** How many webhooks are neither accepted nor given up. */
    pendingWebhooks: () => number
  }
  /** Writes down payments of the past, as `recordPast` says. */
  recordPast: (payments: PastPayment[]) => ReturnType<typeof recordPast>
  outbox: { list: () => OutboxMessage[] }
  /** Switches that make the stand-ins misbehave: `set` changes those it names, `clear` sets all back to normal. */
  misbehave: { set: (changes: Partial<Switches>) => void; clear: () => void; read: () => Switches }
  /** What the payer's bank does: disputes a paid payment or asks about it, makes a dispute of what it asked, and decides. */
  disputes: {
    open: (intentId: string, how?: NewDispute) => Stripe.Dispute
    escalate: (disputeId: string) => Stripe.Dispute
    close: (disputeId: string, outcome?: 'won' | 'lost') => Stripe.Dispute
  }
  /** Somebody answers our SMS: returns what the app answered. */
  replyToSms: (reply: SmsReply) => ReturnType<typeof replyToSms>
  /** Sends the events of a payment once more, under their old ids; returns how many. */
  resendWebhooks: (intentId: string) => number
  close: () => Promise<void>
}

const everything = 1_000_000

/** Starts the stand-ins for Stripe, mail and SMS on free local ports. For demo and tests only: no money, no messages. */
export async function startSandbox({
  dataDir,
  webhook,
  baseUrl,
  password,
  authToken = knownAuthToken,
  pace = {},
}: SandboxOptions): Promise<Sandbox> {
  const db = openDatabase(dataDir)
  const store: StripeStore = { db, settleAfterMs: pace.settleAfter ?? 5_000 }
  const latencyMs = pace.latency ?? 0
  const smsWebhook: SmsWebhook = { origin: () => webhook.url() && new URL(webhook.url()!).origin, baseUrl, authToken }

  const underWay = new Set<Promise<void>>()
  /** What was begun ends before the sandbox does. */
  const follow = (telling: Promise<void>) => {
    const followed: Promise<void> = telling
      .catch((error) => console.warn('The sandbox could not tell what it should:', error))
      .finally(() => underWay.delete(followed))
    underWay.add(followed)
  }

  const api = Fastify({ forceCloseConnections: true })
  await api.register(stripeApi(store, { callers: 'all', latencyMs }), { prefix: '/v1' })
  await api.register(twilioApi(db, smsWebhook, follow), { prefix: '/2010-04-01' })
  await api.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.server.address() as AddressInfo
  const smtp = await startSmtp(db)

  const closing = new AbortController()
  const delivering = { retryAfterMs: pace.retryAfter ?? 1_000, signal: closing.signal }
  const clock = setInterval(() => {
    try {
      settleDue(store)
    } catch (error) {
      console.warn('The sandbox could not settle what is due:', error)
    }
    follow(deliverDue(db, webhook, delivering))
  }, 100)

  return {
    stripe: {
      secretKey,
      publishableKey,
      webhookSecret: webhook.secret,
      apiAddress: { protocol: 'http', host: '127.0.0.1', port },
      scriptUrl: '/dev/stripe.js',
    },
    smtpUrl: smtp.url,
    sms: { accountSid, authToken, phoneNumber, apiAddress: `http://127.0.0.1:${port}` },
    plugin: async (app) => {
      await app.register(devRoutes(store, { latencyMs, password: password ?? null, smsWebhook }), { prefix: '/dev' })
    },
    ledger: {
      intent: (id) => getObject(store, 'payment_intent', id),
      intents: () => listObjects(store, 'payment_intent', { limit: everything }).data,
      refunds: (intentId) => listObjects(store, 'refund', { limit: everything, payment_intent: intentId }).data,
      events: (type) => listObjects(store, 'event', { limit: everything, type }).data,
      pendingWebhooks: () =>
        db.prepare('select count(*) as count from deliveries where next_at is not null').get()!.count as number,
    },
    recordPast: (payments) => recordPast(store, payments),
    outbox: { list: () => listMessages(db) },
    misbehave: {
      set: (changes) => void setSwitches(db, changes),
      clear: () => void clearSwitches(db),
      read: () => readSwitches(db),
    },
    disputes: {
      open: (intentId, how) => inTransaction(db, () => openDispute(store, intentId, how)),
      escalate: (id) => inTransaction(db, () => escalateDispute(store, id)),
      close: (id, outcome) => inTransaction(db, () => closeDispute(store, id, outcome)),
    },
    replyToSms: (reply) => replyToSms(db, smsWebhook, reply),
    resendWebhooks: (intentId) => resendWebhooks(db, intentId),
    close: async () => {
      clearInterval(clock)
      closing.abort()
      await Promise.all([api.close(), smtp.close(), ...underWay])
      db.close()
    },
  }
}

/** Moves on what was waiting for its time: slow payments, slow and failing refunds. */
function settleDue(store: StripeStore): void {
  if (dueObjects(store).length === 0) return
  // Read again inside the transaction: another process may have been faster.
  inTransaction(store.db, () => {
    for (const object of dueObjects(store)) {
      if (object.object === 'payment_intent') settleIntent(store, object as Stripe.PaymentIntent)
      if (object.object === 'refund') settleRefund(store, object as Stripe.Refund)
    }
  })
}

function devRoutes(
  store: StripeStore,
  { latencyMs, password, smsWebhook }: { latencyMs: number; password: string | null; smsWebhook: SmsWebhook },
): FastifyPluginAsync {
  return async (app) => {
    // What stands for Stripe is as public as Stripe's own: players' browsers pay by it.
    const files = { 'stripe.js': 'text/javascript', 'stripe.css': 'text/css', 'dev.css': 'text/css' }
    for (const [name, type] of Object.entries(files)) {
      const content = await readFile(`${root}/src/sandbox/pages/browser/${name}`)
      app.get(`/${name}`, async (_, reply) =>
        reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(content),
      )
    }
    await app.register(stripeApi(store, { callers: 'browsers', latencyMs }), { prefix: '/stripe/v1' })
    await app.register(async (pages) => {
      guardPages(pages, password)
      await pages.register(outboxPages(store.db))
      await pages.register(sandboxPages(store, smsWebhook))
    })
  }
}
