import type { FastifyInstance } from 'fastify'
import type { ProviderEvent } from '#src/outside/stripe.ts'
import type { Tx } from '#src/server/db.ts'
import type { Deps } from '#src/server/deps.ts'
import { Invalid, Unavailable } from '#src/server/errors.ts'
import { checkRefund, noteDispute, settleIntent } from './job-kinds.ts'
import { providerEvents } from './table.ts'

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
      const event = readEvent(deps.payments, request.body, request.headers['stripe-signature'])
      await deps.db.transaction(async (tx) => {
        const fresh = await tx
          .insert(providerEvents)
          .values({ id: event.id, type: event.type })
          .onConflictDoNothing()
          .returning()
        if (fresh.length > 0) await planWork(deps, tx, event)
      })
      return { received: true }
    })
  })
}

/** The job an event asks for. Events come in any order, so each job asks the provider for the truth of that moment. */
async function planWork({ jobs }: Deps, tx: Tx, { type, intentId, refundId, dispute }: ProviderEvent): Promise<void> {
  if (type === 'payment_intent.succeeded' && intentId) await jobs.add(tx, settleIntent, { intentId })
  if (refundId) await jobs.add(tx, checkRefund, { refundId })
  if (dispute && intentId) await jobs.add(tx, noteDispute, { intentId, dispute })
}

function readEvent(payments: NonNullable<Deps['payments']>, body: unknown, signature: string | string[] | undefined) {
  const event = verify(payments, body, signature)
  const names = [event.id, event.type, event.intentId ?? 'none', event.refundId ?? 'none']
  if (!names.every((name) => typeof name === 'string' && /^[\w.-]{1,255}$/.test(name)))
    throw new Invalid({ body: 'This is no event.' })
  return event
}

function verify(payments: NonNullable<Deps['payments']>, body: unknown, signature: string | string[] | undefined) {
  try {
    return payments.readEvent(body as Buffer, String(signature))
  } catch {
    throw new Invalid({ signature: 'The signature is not valid.' })
  }
}
