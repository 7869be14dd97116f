import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/deps.ts'

/** The context of a request or job. `span` is set only while traces are collected, `account` for signed-in callers. */
export type RequestContext = { log: Deps['log']; span: Span | null; account?: string }

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext
  }
}

const current = new AsyncLocalStorage<RequestContext>()

/** The current context; undefined outside requests and jobs. */
export function currentContext(): RequestContext | undefined {
  return current.getStore()
}

/** Runs `act`, and everything it starts, in this context. */
export function runInContext<T>(context: RequestContext, act: () => T): T {
  return current.run(context, act)
}

/**
 * Gives each request its context. Register it before anything that logs or queries the database. Fastify keeps the
 * context when a body arrives later.
 */
export function followRequests(app: FastifyInstance): void {
  app.decorateRequest('requestContext')
  app.addHook('onRequest', (request, _reply, done) => {
    // Calls made while a page is rendered belong to the page's trace.
    request.requestContext = { log: request.log, span: currentContext()?.span ?? null }
    runInContext(request.requestContext, done)
  })
}

/** A log that adds the id of the current request or job to each line. */
export function contextLog(log: Deps['log']): Deps['log'] {
  const write = (level: keyof Deps['log']) =>
    ((...line: [object, string]) => (currentContext()?.log ?? log)[level](...line)) as Deps['log'][typeof level]
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
