import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { AnyCall, CallParsed, CallReply } from '#src/shared/define-call.ts'
import { createCache } from './cache.ts'
import type { Deps } from './deps.ts'
import { type ReadyBytes, readyBytes, sendReady, sizeOfReady } from './ready-bytes.ts'
import { serve } from './serve.ts'

/** How much may be kept of one call's lists. That of 2,000 coaches takes 1 MB. */
const maxBytes = 16_000_000

/**
 * Serves a public list, the same for everybody, from bytes that are made once and kept until a process tells that what
 * the pages show has changed (`notify(tx, 'pages')`): every verb that changes the list must tell, or `seconds` says for how
 * long it may be old. Where the query matters, `keyOf` tells its answers apart.
 */
export function serveReady<C extends AnyCall>(
  app: FastifyInstance,
  { live, keepLists }: Pick<Deps, 'live' | 'keepLists'>,
  call: C,
  list: (key: string) => Promise<CallReply<C>>,
  { seconds = 60, keyOf = () => '' }: { seconds?: number; keyOf?(query: CallParsed<C>['query']): string } = {},
): void {
  if (!keepLists) {
    serve(app, call, ({ query }) => list(keyOf(query)))
    return
  }
  const kept = createCache<ReadyBytes>({
    make: async (key) => ({ value: readyBytes(JSON.stringify(z.parse(call.reply, await list(key)))), complete: true }),
    maxAge: seconds * 1_000,
    sizeOf: sizeOfReady,
    maxBytes,
  })
  live.on('pages', () => kept.drop())
  // Coaches and staff change what is public, and see it changed at once, before the news come back from the database.
  app.addHook('onSend', ({ method, routeOptions: { config } }, _reply, payload, done) => {
    const who = config.call?.who ?? 'everybody'
    if (method !== 'GET' && who !== 'everybody' && who !== 'player') kept.drop()
    done(null, payload)
  })
  serve(app, call, async ({ query, request, reply }) => {
    reply.type('application/json; charset=utf-8')
    // The reply's type is the list's; these are its bytes.
    return sendReady(request, reply, await kept.read(keyOf(query))) as never
  })
}
