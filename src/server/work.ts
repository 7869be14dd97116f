import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** What is being done: a request, or a job. `span` is there only while traces are collected, `account` when somebody signed in asks. */
export type Work = { log: Deps['log']; span: Span | null; account?: string }

declare module 'fastify' {
  interface FastifyRequest {
    work: Work
  }
}

const current = new AsyncLocalStorage<Work>()

/** What the running code is part of; undefined outside requests and jobs. */
export function currentWork(): Work | undefined {
  return current.getStore()
}

/** Runs `act`, and whatever it starts, as this piece of work. */
export function asWork<T>(work: Work, act: () => T): T {
  return current.run(work, act)
}

/**
 * Makes each request a piece of work: register it before all that logs or asks the database. Fastify itself keeps
 * to it when a body comes later.
 */
export function followRequests(app: FastifyInstance): void {
  app.decorateRequest('work')
  app.addHook('onRequest', (request, _reply, done) => {
    // A page that is made asks our own calls: they are part of it.
    request.work = { log: request.log, span: currentWork()?.span ?? null }
    asWork(request.work, done)
  })
}

/** A log whose lines carry the id of the request or job they belong to, whoever writes them. */
export function logOfWork(log: Deps['log']): Deps['log'] {
  const write = (level: keyof Deps['log']) =>
    ((...line: [object, string]) => (currentWork()?.log ?? log)[level](...line)) as Deps['log'][typeof level]
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
