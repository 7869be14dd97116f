import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { NotAllowed, Unavailable } from '#src/platform/http/errors.ts'
import type { SmsSender, TwilioCall } from '#src/providers/twilio.ts'
import { answerSms } from './incoming-sms.ts'
import { saveStatus, statusPath } from './sms-status.ts'

const incomingPath = '/api/webhooks/sms'

/**
 * What the SMS provider tells us, each call signed by it: `POST /api/webhooks/sms`, an SMS to our number, to which it sends back
 * what we answer (TwiML), and `POST /api/webhooks/sms-status/:deliveryId`, what has become of one of ours.
 */
export function acceptSmsWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )

    scope.post(incomingPath, async ({ body, headers }, reply) => {
      const sms = await readSigned(deps, incomingPath, { body, headers }, (from, call) => from.readIncoming(call))
      return reply.type('text/xml; charset=utf-8').send(await answerSms(deps, sms))
    })

    scope.post<{ Params: { deliveryId: string } }>(
      statusPath(':deliveryId'),
      async ({ body, headers, params: { deliveryId } }, reply) => {
        const path = statusPath(deliveryId)
        const status = await readSigned(deps, path, { body, headers }, (from, call) => from.readStatus(call))
        await saveStatus(deps, deliveryId, status)
        return reply.status(204).send()
      },
    )
  })
}

/** Reads a call to `path`. Throws `NotAllowed` when the provider did not sign it. */
async function readSigned<Told>(
  { sms, env, log }: Deps,
  path: string,
  { body, headers }: { body: unknown; headers: Record<string, unknown> },
  read: (from: SmsSender, call: TwilioCall) => Promise<Told | null>,
): Promise<Told> {
  if (!sms) throw new Unavailable('SMS is not set up.')
  const form = new URLSearchParams(typeof body === 'string' ? body : '')
  const signature = headers['x-twilio-signature']
  // The provider signs the address it was told, whatever a proxy makes of it.
  const url = env.baseUrl + path
  const told = typeof signature === 'string' ? await read(sms, { url, form, signature }) : null
  if (told) return told
  log.warn({ path }, 'a webhook was refused: its signature is not valid')
  throw new NotAllowed('The signature is not valid.')
}
