import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Env } from '#src/platform/config/env.ts'
import { isCall } from './is-call.ts'

/** For data: not cached, and if opened as a page it may not load, run or send anything. */
export const dataHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/**
 * Turns off browser features that no page of ours uses, also for embedded pages. Stripe's form may ask for a wallet.
 */
const permissions = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'magnetometer'],
  ...['microphone', 'midi', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('payment=(self "https://js.stripe.com")')
  .join(', ')

/**
 * Returns the security headers of an answer. `contentSecurityPolicy` applies to pages and files, which may set a
 * stricter one. There are deliberately no CORS headers: no other site may read our answers.
 */
export function securityHeaders(
  { production }: Pick<Env, 'production'>,
  contentSecurityPolicy: Record<string, string[]>,
): (request: FastifyRequest) => Record<string, string> {
  const ofHelmet = headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    // Only production surely has https; a browser that learnt this for 127.0.0.1 would reach no other server there.
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Google Pay and others answer from a pop-up; the payment form can open on nearly every page.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  const always = { ...ofHelmet, 'permissions-policy': permissions }
  const ofData = { ...always, ...dataHeaders }
  // For unknown routes the answer is JSON.
  return (request) => ({ ...(request.is404 || isCall(request) ? ofData : always), 'x-request-id': request.id })
}

/**
 * Sets the headers on every answer, errors included: register it before anything that may refuse. A route's own headers
 * win.
 */
export function sendSecurityHeaders(app: FastifyInstance, headersFor: ReturnType<typeof securityHeaders>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request))
    done()
  })
}

/** Helmet's headers, computed once: they are the same for every request. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  helmet(options)(request, answer, () => {})
  return answer.getHeaders() as Record<string, string>
}
