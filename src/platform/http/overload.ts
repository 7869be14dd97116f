import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Unavailable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A long-lived answer (live events), not counted as work in progress. */
    isLongLived?: boolean
  }
  interface FastifyRequest {
    /** Whether the request currently counts as work in progress. */
    isAtWork: boolean
  }
}

/** Maximum number of requests in progress during a short burst, times `patience`. */
const mostInRush = 250
/**
 * Beyond that the server is overloaded. Until nobody has been refused for a while, only as many requests are let in as
 * we answer in this time, so that each is served soon.
 */
const crowdMs = 100
/** The lower bound: while waiting for the database we would otherwise be idle. */
const fewestInCrowd = 20
const lookMs = 500
/**
 * Maximum unanswered requests per connection. Browsers send one and wait; a client that sends thousands and never reads
 * would fill our memory.
 */
const mostUnanswered = 20

/**
 * Sheds load: answers 503 with `Retry-After` once more requests are in progress than we can serve quickly. A request
 * does not count while its body is being received or its answer is being sent. `patience` lets so many times more in.
 * Register it first.
 */
export function shedLoad(app: FastifyInstance, patience: number): void {
  let working = 0
  let isCrowded = false
  /** Since the last check. */
  let refused = 0
  let answered = 0
  let mostInCrowd = fewestInCrowd
  let lookedAt = performance.now()

  const look = setInterval(() => {
    const now = performance.now()
    mostInCrowd = Math.max(fewestInCrowd, (answered * crowdMs) / (now - lookedAt))
    isCrowded &&= refused > 0
    refused = 0
    answered = 0
    lookedAt = now
  }, lookMs).unref()
  app.addHook('onClose', async () => clearInterval(look))

  function begin(request: FastifyRequest): void {
    request.isAtWork = true
    working += 1
  }
  function pause(request: FastifyRequest): void {
    if (!request.isAtWork) return
    request.isAtWork = false
    working -= 1
  }

  app.decorateRequest('isAtWork', false)
  app.addHook('onRequest', (request, reply, done) => {
    // The connection was closed with further requests in it.
    if (request.raw.socket.destroyed) return void reply.hijack()
    if (!isCounted(request)) return done()
    if (working >= (isCrowded ? mostInCrowd : mostInRush * patience)) {
      if (!isCrowded) app.log.warn('more requests than can be served: some get 503')
      isCrowded = true
      refused += 1
      throw new Unavailable('More people are here than we can serve at once. Please try again in a moment.')
    }
    begin(request)
    reply.raw.once('close', () => {
      answered += 1
      pause(request)
    })
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    pause(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (isCounted(request)) begin(request)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    pause(request)
    done(null, payload)
  })

  const unanswered = new WeakMap<Socket, number>()
  app.server.on('request', ({ socket }, response) => {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    if (count > mostUnanswered) socket.destroy()
  })
}

/** Routes that are very cheap, or report our health. */
const neverCounted: (string | undefined)[] = ['/api/health', '/api/ready', '/assets/*']

function isCounted({ raw, routeOptions }: FastifyRequest): boolean {
  // A page being rendered calls our own API without a socket: it has been let in already.
  if (!(raw.socket instanceof Socket) || routeOptions.config.isLongLived) return false
  return !neverCounted.includes(routeOptions.url)
}
