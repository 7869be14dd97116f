import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { createCache } from '#src/shared/cache.ts'
import type { AnyCall, CallReply } from '#src/shared/define-call.ts'
import type { Deps } from './deps.ts'
import { type ReadyBytes, readyBytes, sendReady } from './ready-bytes.ts'
import { serve } from './serve.ts'

/**
 * Serves a public list, the same for everybody, from bytes that are made once and kept until a process tells that what
 * the pages show has changed (`notify(tx, 'pages')`): every verb that changes the list must tell.
 */
export function serveReady<C extends AnyCall>(
  app: FastifyInstance,
  { live, keepLists }: Pick<Deps, 'live' | 'keepLists'>,
  call: C,
  list: () => Promise<CallReply<C>>,
): void {
  if (!keepLists) {
    serve(app, call, list)
    return
  }
  const kept = createCache<ReadyBytes>({
    make: async () => ({ value: readyBytes(JSON.stringify(z.parse(call.reply, await list()))), complete: true }),
  })
  live.on('pages', () => kept.drop())
  // Coaches and staff change what is public, and see it changed at once, before the news come back from the database.
  app.addHook('onSend', async ({ method, routeOptions: { config } }) => {
    const who = config.call?.who ?? 'everybody'
    if (method !== 'GET' && who !== 'everybody' && who !== 'player') kept.drop()
  })
  serve(app, call, async ({ request, reply }) => {
    reply.type('application/json; charset=utf-8')
    const list = await kept.read('')
    const isKept = request.url === call.path ? () => kept.keeps('', list) : undefined
    // The reply's type is the list's; these are its bytes.
    return sendReady(request, reply, list, isKept) as never
  })
}
