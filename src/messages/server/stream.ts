import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#src/server/deps.ts'
import { AppError } from '#src/server/errors.ts'
import { networkOf } from '#src/server/limits.ts'
import { howFarOthersRead, idOf, listMessages, liveChannel, type Place } from './messages.ts'

/** A sign of life this often, so that nothing between takes the line for dead. */
const heartbeat = 10_000

/** The browser comes back after this long and proves again who it is: a session that was ended hears no more. */
const longestStream = 5 * 60_000

/**
 * Open at once, for one person and for one network: a stream takes memory and a socket for minutes. Whoever is refused
 * asks every three seconds instead, as the thread's screen does by itself, so a dozen tabs or a school lose nothing. To
 * end the oldest stream would not do: it comes back, and they would chase each other away.
 */
const mostStreams = { person: 10, network: 100 }
const tooMany = 'That many live threads are open already. This one goes on without.'

type Owner = { person: string; network: string }
type Stream = { about: string; catchUp(): void; end(): void }

type LiveRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>

/**
 * `GET /api/messages/live?bookingId=…&after=…`, or with `coachApplicationId`: a thread as server-sent events (WHATWG HTML, 9.2). `message` carries
 * a message, with its number as the event's id, so that a browser that comes back gets what it missed; `seen` says how
 * far the other side has read.
 */
export function serveStream(
  app: FastifyInstance,
  deps: Deps,
  findPlace: (request: LiveRequest) => Promise<Place>,
): void {
  const streams = new Set<Stream & Owner>()
  deps.live.on(liveChannel, (about) => {
    for (const stream of streams) if (about === null || stream.about === about) stream.catchUp()
  })
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })

  const options = { schema: { hide: true } as object, config: { isLongLived: true } }
  app.get('/api/messages/live', options, async (request: LiveRequest, reply) => {
    const place = await findPlace(request)
    const after = Number(request.headers['last-event-id'] ?? request.query.after ?? 0)
    // Without an account there is only what the browser may read.
    const owner = { person: request.account?.id ?? idOf(place.subject), network: networkOf(request.ip) }
    if (deps.env.rateLimits) refuseTooMany(streams, owner)
    // Whoever left meanwhile says so no more.
    if (reply.raw.destroyed) return reply.hijack()
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Keeps nginx from holding events back.
      'x-accel-buffering': 'no',
    })
    const stream = { ...openStream(deps, reply.raw, place, Number.isSafeInteger(after) ? after : 0), ...owner }
    streams.add(stream)
    reply.raw.on('close', () => streams.delete(stream))
    stream.catchUp()
  })
}

function refuseTooMany(streams: Set<Owner>, { person, network }: Owner): void {
  const all = [...streams]
  const own = all.filter((each) => each.person === person).length
  const near = all.filter((each) => each.network === network).length
  if (own >= mostStreams.person || near >= mostStreams.network) throw new AppError(429, tooMany)
}

function openStream(deps: Deps, response: ServerResponse, place: Place, after: number): Stream {
  let last = after
  let seen = 0
  let isReading = false
  let isStale = false

  const beat = setInterval(() => response.write(':\n\n'), heartbeat)
  const limit = setTimeout(end, longestStream)
  response.on('close', () => {
    clearInterval(beat)
    clearTimeout(limit)
  })
  response.write('retry: 1000\n\n')

  function end() {
    response.end()
  }

  /** Sends what is new. News that come while it reads make it read once more. */
  async function catchUp() {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale && !response.writableEnded) {
        isStale = false
        for (const message of await listMessages(deps.db, place, last)) {
          last = message.number
          response.write(`id: ${last}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`)
        }
        const number = await howFarOthersRead(deps.db, place)
        if (number > seen) response.write(`event: seen\ndata: ${number}\n\n`)
        seen = number
      }
    } catch (error) {
      // The browser comes back, and asks by itself meanwhile.
      deps.log.warn({ err: error }, 'a live thread broke')
      end()
    } finally {
      isReading = false
    }
  }

  return { about: idOf(place.subject), catchUp: () => void catchUp(), end }
}
