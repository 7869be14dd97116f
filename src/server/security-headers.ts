import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Env } from './env.ts'
import { isCall } from './is-call.ts'

/** For answers that are data: nobody keeps them, and opened as a page they may load, run and send nothing. */
export const dataHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** What no page of ours uses is off, also for what it embeds. Stripe's form may ask the browser for a wallet. */
const permissions = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('payment=(self "https://js.stripe.com")')
  .join(', ')

/**
 * What every answer tells the browser, refusals and failures included: register it before all that may refuse.
 * `contentSecurityPolicy` holds for pages and files, each of which may set a stricter one. There are no CORS headers on
 * purpose: no other site reads our answers.
 */
export function sendSecurityHeaders(
  app: FastifyInstance,
  { production }: Pick<Env, 'production'>,
  contentSecurityPolicy: Record<string, string[]>,
): void {
  const ofHelmet = headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    // Only production has https for sure; a browser that learnt this for 127.0.0.1 would reach no other server there.
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  const always = { ...ofHelmet, 'permissions-policy': permissions }
  const ofData = { ...always, ...dataHeaders }
  // What a route sets itself replaces them.
  app.addHook('onRequest', (request, reply, done) => {
    // Where nothing is found the answer is JSON.
    const isData = request.is404 || isCall(request)
    reply.headers(isData ? ofData : always).header('x-request-id', request.id)
    done()
  })
}

/** What helmet says to every request, asked once: it would make the same headers anew each time. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  helmet(options)(request, answer, () => {})
  return answer.getHeaders() as Record<string, string>
}
