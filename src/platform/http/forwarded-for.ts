import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#src/platform/config/env.ts'

/** Log at most once in this time. */
const pause = 60_000

/**
 * Takes ports, brackets and quotes off the addresses in X-Forwarded-For, which some proxies write, before anything reads
 * `request.ip`. Logs an error when a visitor's address cannot be read even so. Register it first.
 */
export function readForwardedFor(app: FastifyInstance, env: Env): void {
  if (!env.trustProxy) return
  let saidAt = 0
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(plainAddress).join(', ')
    // A broken connection has none.
    const ip: string | undefined = request.ip
    if (ip !== undefined && !isIP(ip) && Date.now() - saidAt >= pause) {
      saidAt = Date.now()
      request.log.error(
        'A proxy of TRUST_PROXY names visitors in X-Forwarded-For by something that is no IP address. Until it names addresses, limits count whoever it names alike as one network',
      )
    }
    done()
  })
}

/** `203.0.113.9:4711` → `203.0.113.9`, `"[2001:db8::1]:4711"` → `2001:db8::1`; anything else as it is. */
export function plainAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, beforePort] = /^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(text) ?? []
  return bracketed ?? beforePort ?? text
}
