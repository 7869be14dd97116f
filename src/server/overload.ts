import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Unavailable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers for minutes (live events), so it does not count as work under way. */
    isLongLived?: boolean
  }
  interface FastifyRequest {
    /** Whether it counts as work under way at this moment. */
    isAtWork: boolean
  }
}

/** Many may ask at the same moment, and all get their answer: this many requests under way. */
const mostInRush = 250
/** Once more than those came at once it is a crowd. Until nobody had to be refused for a while as many are let in as we answer in this time, so that each is served soon. */
const crowdMs = 100
/** But never fewer: waiting for the database would leave us idle. */
const fewestInCrowd = 20
const lookMs = 500
/** The memory that connections take is bounded too; the next one is closed at once. */
const mostConnections = 3_000
/** Requests of one connection that were not answered yet. Browsers send one and wait; who sends thousands and never reads fills our memory. */
const mostUnanswered = 20

/**
 * Refuses what comes on top of what can be served soon: 503 with `Retry-After`, before anything is read or asked, so that
 * those let in are served fast, and everybody is as soon as the crowd is gone. A request counts while we work on it: not
 * while its sender dawdles over the body, and not while its reader does over the answer. Register it first.
 */
export function shedLoad(app: FastifyInstance): void {
  let working = 0
  let isCrowded = false
  /** Since the last look. */
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
    // Its connection was closed with more requests in it.
    if (request.raw.socket.destroyed) return void reply.hijack()
    if (!isCounted(request)) return done()
    if (working >= (isCrowded ? mostInCrowd : mostInRush)) {
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

  let connections = 0
  app.server.on('connection', (socket) => {
    connections += 1
    socket.once('close', () => {
      connections -= 1
    })
    if (connections > mostConnections) socket.destroy()
  })
  const unanswered = new WeakMap<Socket, number>()
  // Before Fastify's own listener.
  app.server.prependListener('request', ({ socket }, response) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1)
    response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    if (unanswered.get(socket)! > mostUnanswered) socket.destroy()
  })
}

/** Routes that cost next to nothing, or tell others that we are still here. */
const neverCounted: (string | undefined)[] = ['/api/health', '/api/ready', '/assets/*']

function isCounted({ raw, routeOptions }: FastifyRequest): boolean {
  // A page that is made asks our own calls, without a socket: it was let in already.
  if (!(raw.socket instanceof Socket) || routeOptions.config.isLongLived) return false
  return !neverCounted.includes(routeOptions.url)
}
