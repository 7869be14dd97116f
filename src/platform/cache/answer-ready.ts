import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseForm, type ReadyAnswer } from './ready-bytes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the cached answer to a GET of exactly this URL, if there is one. It must be the same for all who send such headers. */
    ready?(url: string, headers: IncomingHttpHeaders): ReadyAnswer | undefined
  }
}

/**
 * Serves cached answers before any other hook runs, so that they are fast even under load (ADR 021). Status, headers
 * and encoding are the same as on the normal path. `headersFor` returns the security headers; `count` is called for
 * each request served this way. Register it first.
 */
export function answerReady(
  app: FastifyInstance,
  headersFor: (request: FastifyRequest) => Record<string, string>,
  count?: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const answer = request.routeOptions.config?.ready?.(request.url, request.headers)
    if (!answer || request.raw.socket.destroyed) return done()
    reply.hijack()
    count?.(request, reply)
    const { status, headers, body } = chooseForm(answer, request.headers)
    const isHead = request.method === 'HEAD'
    // Fastify sets a content length on every answer to HEAD, also on 304.
    const length = (body || isHead) && { 'content-length': String(body?.length ?? 0) }
    reply.raw.writeHead(status, { ...headersFor(request), ...headers, ...length })
    reply.raw.end(isHead ? undefined : body)
  })
}
