import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { beat } from '#src/platform/database/heartbeats.ts'
import { Invalid, Unavailable } from '#src/platform/http/errors.ts'
import type { ProviderEvent } from '#src/providers/stripe.ts'
import { acceptEvent } from './provider-events.ts'

/**
 * `POST /api/webhooks/stripe`: the provider tells what happened. Only a signed body is believed.
 */
export function acceptWebhook(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.post('/api/webhooks/stripe', async (request) => {
      const event = await readEvent(deps, request.body, request.headers['stripe-signature'])
      await acceptEvent(deps, event)
      await beat(deps.db, 'payment-webhook', deps.now())
      return { received: true }
    })
  })
}

async function readEvent(deps: Deps, body: unknown, signature: string | string[] | undefined): Promise<ProviderEvent> {
  const event = await verify(deps, body, signature)
  const names = [event.id, event.type, event.intentId ?? 'none', event.refundId ?? 'none', event.disputeId ?? 'none']
  if (!names.every((name) => typeof name === 'string' && /^[\w.-]{1,255}$/.test(name)))
    throw new Invalid({ body: 'This is no event.' })
  return event
}

async function verify(deps: Deps, body: unknown, signature: string | string[] | undefined): Promise<ProviderEvent> {
  if (!deps.payments) throw new Unavailable('Payments are not set up.')
  try {
    return deps.payments.readEvent(body as Buffer, String(signature))
  } catch (error) {
    deps.log.warn({ reason: firstLine(error) }, 'a webhook was refused: its signature is not valid')
    // Anybody can send this: `readEvents` finds out from the provider's list whether it was the provider.
    if (/^t=\d+,v1=/.test(String(signature))) await beat(deps.db, 'webhook-refused', deps.now())
    throw new Invalid({ signature: 'The signature is not valid.' })
  }
}

function firstLine(error: unknown): string {
  const [first = ''] = String((error as Error).message).split('\n')
  return first
}
