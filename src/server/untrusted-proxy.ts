import type { FastifyInstance } from 'fastify'
import type { Env } from './env.ts'
import { proxyCheck } from './request-id.ts'

/** So often at most it is said: anybody can send the header. */
const pause = 60_000

/**
 * Warns in the log when somebody whom `TRUST_PROXY` does not name speaks for others. If that is our own proxy, all people
 * behind it are counted as one, and soon all of them are refused.
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
