import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#src/server/deps.ts'
import { howFarOthersRead, idOf, listMessages, liveChannel, type Place } from './messages.ts'

/** A sign of life this often, so that nothing between takes the line for dead. */
const heartbeat = 10_000

/** The browser comes back after this long and proves again who it is: a session that was ended hears no more. */
const longestStream = 5 * 60_000

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
  const streams = new Set<Stream>()
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
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Keeps nginx from holding events back.
      'x-accel-buffering': 'no',
    })
    const stream = openStream(deps, reply.raw, place, Number.isSafeInteger(after) ? after : 0)
    streams.add(stream)
    reply.raw.on('close', () => streams.delete(stream))
    stream.catchUp()
  })
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
