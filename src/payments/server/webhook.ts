import { and, eq, gt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { ProviderEvent } from '#src/outside/stripe.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Invalid, Unavailable } from '#src/server/errors.ts'
import { showInstant } from '#src/shared/times.ts'
import { checkDispute, checkRefund, settleIntent } from './job-kinds.ts'
import { raiseProblem } from './problems.ts'
import { paymentProblems, providerEvents } from './table.ts'

/**
 * `POST /api/webhooks/stripe`: the provider tells what happened. Only a signed body is believed; the event's id and the
 * job that acts on it are written together, so that a repeat does nothing and a crash loses nothing.
 */
export function acceptWebhook(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.post('/api/webhooks/stripe', { schema: { hide: true } as object }, async (request) => {
      if (!deps.payments) throw new Unavailable('Payments are not set up.')
      const event = await readEvent(deps, request.body, request.headers['stripe-signature'])
      await deps.db.transaction(async (tx) => {
        const fresh = await tx
          .insert(providerEvents)
          .values({ id: event.id, type: event.type })
          .onConflictDoNothing()
          .returning()
        if (fresh.length > 0) await plans[event.type]?.(deps, tx, event)
      })
      return { received: true }
    })
  })
}

type Plan = (deps: Deps, tx: Tx, event: ProviderEvent) => Promise<void>

const askAboutRefund: Plan = async ({ jobs }, tx, { refundId }) => {
  if (refundId) await jobs.add(tx, checkRefund, { refundId })
}
const askAboutDispute: Plan = async ({ jobs }, tx, { disputeId }) => {
  if (disputeId) await jobs.add(tx, checkDispute, { disputeId })
}

/**
 * The job that each event asks for; any other event is taken and left alone. README and operations.md name these for
 * whoever sets the webhook up. Events come in any order, so each job asks the provider for the truth of that moment.
 */
const plans: Record<string, Plan> = {
  'payment_intent.succeeded': async ({ jobs }, tx, { intentId }) => {
    if (intentId) await jobs.add(tx, settleIntent, { intentId })
  },
  'refund.updated': askAboutRefund,
  'refund.failed': askAboutRefund,
  'charge.dispute.created': askAboutDispute,
  'charge.dispute.updated': askAboutDispute,
  'charge.dispute.closed': askAboutDispute,
}

/** The events to subscribe to at the provider. */
export const handledEvents = Object.keys(plans)

async function readEvent(deps: Deps, body: unknown, signature: string | string[] | undefined): Promise<ProviderEvent> {
  const event = await verify(deps, body, signature)
  const names = [event.id, event.type, event.intentId ?? 'none', event.refundId ?? 'none', event.disputeId ?? 'none']
  if (!names.every((name) => typeof name === 'string' && /^[\w.-]{1,255}$/.test(name)))
    throw new Invalid({ body: 'This is no event.' })
  return event
}

async function verify(deps: Deps, body: unknown, signature: string | string[] | undefined): Promise<ProviderEvent> {
  try {
    return deps.payments!.readEvent(body as Buffer, String(signature))
  } catch (error) {
    deps.log.warn({ reason: firstLine(error) }, 'a webhook was refused: its signature is not valid')
    // Whoever signs at all is probably the provider, whose secret we do not have right.
    if (/^t=\d+,v1=/.test(String(signature))) await raiseRefused(deps)
    throw new Invalid({ signature: 'The signature is not valid.' })
  }
}

function firstLine(error: unknown): string {
  return String((error as Error).message).split('\n')[0]!
}

/** Once a day at most: anybody can send what looks like the provider's signature. */
async function raiseRefused(deps: Deps): Promise<void> {
  const aDayAgo = new Date(deps.now().getTime() - 24 * 3_600_000)
  const lately = and(eq(paymentProblems.subject, 'webhook-refused'), gt(paymentProblems.createdAt, aDayAgo))
  if ((await deps.db.$count(paymentProblems, lately)) > 0) return
  const at = showInstant(deps.now(), deps.env.businessTimeZone)
  const text = `A webhook was refused at ${at}: check STRIPE_WEBHOOK_SECRET. Until it is right, payments and disputes are found some minutes late.`
  const problem = { subject: 'webhook-refused', kind: 'webhook-refused', text } as const
  await deps.db.transaction((tx) => raiseProblem(deps, tx, problem))
}
