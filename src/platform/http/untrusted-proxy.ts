import type { FastifyInstance } from 'fastify'
import type { Env } from '#src/platform/config/env.ts'
import { proxyCheck } from './request-id.ts'

/** Log at most once in this time: anybody can send the header. */
const pause = 60_000

/**
 * Logs a warning when an address that `TRUST_PROXY` does not name sends X-Forwarded-For. If that is our own proxy, all
 * visitors behind it share one rate limit and are soon refused.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, env: Env): void {
  if (!env.production) return
  const isOurProxy = proxyCheck(env)
  let saidAt = 0
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] && Date.now() - saidAt >= pause && !isOurProxy(request.raw)) {
      saidAt = Date.now()
      request.log.warn(
        'X-Forwarded-For came from an address that TRUST_PROXY does not name. If that is your proxy, all visitors share one limit and are soon refused: set TRUST_PROXY to its address',
      )
    }
    done()
  })
}
