import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
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
 * Registers the route of a declared call: guard first, then validation, then the declared limits (`limits.ts`), then the
 * handler, then the reply's schema, then `onSend`, if there is one.
 */
export function serve<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C>,
  onSend?: onSendHookHandler,
): void {
  app.route({
    method: call.method,
    url: call.path,
    config: { call },
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
