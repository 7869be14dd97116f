import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { Deps } from '#src/deps.ts'
import type { Account } from '#src/platform/http/guards.ts'
import { serve } from '#src/platform/http/serve.ts'
import type { AnyCall, CallParsed, CallReply } from '#src/shared/define-call.ts'
import { createCache } from './cache.ts'
import { type ReadyAnswer, readyAnswer, sendReady, sizeOfReady } from './ready-bytes.ts'

/** Maximum size of one call's cached lists. The list of 2,000 coaches takes 1 MB. */
const maxBytes = 16_000_000

type ReadyOptions<C extends AnyCall> = {
  seconds?: number
  keyOf?(query: CallParsed<C>['query']): string
  listFor?(account: Account, key: string): Promise<CallReply<C> | undefined>
}

/**
 * Serves a public list, the same for everybody, from a cache. The cache is cleared when any process calls `notify(tx,
 * 'pages')`, so everything that changes the list must do so; otherwise the list is up to `seconds` old. `keyOf` maps a
 * query to its cache key; the default is one key, ''. `listFor` makes another list for an account; undefined: it gets the same.
 */
export function serveReady<C extends AnyCall>(
  app: FastifyInstance,
  { pubSub, cacheLists, now }: Pick<Deps, 'pubSub' | 'cacheLists' | 'now'>,
  call: C,
  list: (key: string) => Promise<CallReply<C>>,
  { seconds = 60, keyOf = () => '', listFor }: ReadyOptions<C> = {},
): void {
  const ownList = async (query: CallParsed<C>['query'], account: Account | null) =>
    account ? listFor?.(account, keyOf(query)) : undefined
  if (!cacheLists) {
    serve(
      app,
      call,
      async ({ query, request }) => (await ownList(query, request.account)) ?? (await list(keyOf(query))),
    )
    return
  }
  const cache = createCache<ReadyAnswer>({
    make: async (key) =>
      readyAnswer(JSON.stringify(z.parse(call.reply, await list(key))), {
        'content-type': 'application/json; charset=utf-8',
      }),
    seconds,
    sizeOf: sizeOfReady,
    maxBytes,
    staleIfError: true,
    now,
  })
  pubSub.on('pages', () => cache.drop())
  // Coaches and staff must see their own changes at once, before the notification from the database arrives.
  app.addHook('onSend', ({ method, routeOptions: { config } }, _reply, payload, done) => {
    const who = config.call?.who ?? 'everybody'
    if (method !== 'GET' && who !== 'everybody' && who !== 'account') cache.drop()
    done(null, payload)
  })
  // Calls with a rate limit must not skip it.
  const isForAll = ({ authorization, cookie }: IncomingHttpHeaders) => !listFor || !(authorization || cookie)
  const ready = (url: string, headers: IncomingHttpHeaders) =>
    url === call.path && !call.limits && isForAll(headers) ? cache.ready('') : undefined
  serve(
    app,
    call,
    // Typed as the list, sent as its bytes.
    async ({ query, request, reply }) =>
      (await ownList(query, request.account)) ?? (sendReady(request, reply, await cache.read(keyOf(query))) as never),
    { ready },
  )
}
