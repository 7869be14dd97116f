import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { AnyCall, CallParsed, CallReply } from '#src/shared/define-call.ts'
import { checkConfirmed, checkWho } from './guards.ts'

export type Handler<C extends AnyCall> = (
  input: CallParsed<C> & { request: FastifyRequest; reply: FastifyReply },
) => Promise<CallReply<C>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declared call this route serves; absent on pages and other routes outside the contract. */
    call?: AnyCall
  }
}

/**
 * Registers the route of a declared call. Order: guard, rate limits (`limits.ts`), validation, handler, reply schema,
 * `onSend` if given. A `ready` answer skips all of that.
 */
export function serve<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  { onSend, ready }: { onSend?: onSendHookHandler } & Pick<FastifyContextConfig, 'ready'> = {},
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { call, ready },
    schema: {
      summary: call.summary,
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: { 200: call.reply, ...(call.accepted && { 202: call.accepted }) },
    },
    onRequest: (request, _reply, done) => {
      checkWho(call.who, request.account, request.listedAdmin)
      if (call.confirm) checkConfirmed(request)
      done()
    },
    ...(onSend && { onSend }),
    handler: (request, reply) =>
      handler({
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
      } as Parameters<Handler<C>>[0]),
  })
}
