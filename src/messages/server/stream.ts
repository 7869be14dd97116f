import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStillOpen } from '#src/accounts/server/accounts.ts'
import { messagesAtOnce } from '#src/messages/catalogue.ts'
import { highestNumber } from '#src/messages/contract.ts'
import type { Deps } from '#src/server/deps.ts'
import { AppError } from '#src/server/errors.ts'
import { networkOf } from '#src/server/limits.ts'
import { liveChannel } from './messages.ts'
import { type News, presentNews, readNews, seenByOthers } from './news.ts'
import { idOf, type Place, type Subject } from './places.ts'

/** A sign of life after so many seconds, so that nothing between takes the line for dead. */
const heartbeat = 10

/** The browser comes back after so many seconds and proves again who it is: a right may have ended with its session going on. */
const longestStream = 5 * 60

/**
 * Open at once, for one person and for one network: a stream takes memory and a socket for minutes. Whoever is refused
 * asks every three seconds instead, as the thread's screen does by itself, so a dozen tabs or a school lose nothing. To
 * end the oldest stream would not do: it comes back, and they would chase each other away.
 */
const mostStreams = { person: 10, network: 100 }
const tooMany = 'That many live threads are open already. This one goes on without.'

type Owner = { person: string; network: string }
/**
 * `last` is the number of the newest message it was sent, `seen` how far it was told that others have read, `age` how many
 * seconds it is open; `sessionId` names the session it ends with.
 */
type Stream = Owner & {
  sessionId: string | undefined
  response: ServerResponse
  place: Place
  last: number
  seen: number
  age: number
}
/** All streams of one thread: what is new is read once for all of them. */
type Room = { subject: Subject; streams: Set<Stream>; isReading: boolean; isStale: boolean }

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
  const rooms = new Map<string, Room>()
  deps.live.on(liveChannel, (about) => {
    for (const room of about === null ? rooms.values() : [rooms.get(about)]) if (room) void catchUp(deps, room)
  })
  // Without a name it may be any of them: each comes back and proves itself.
  deps.live.on('sessions', (ended) => {
    for (const { sessionId, response } of streams) if (sessionId && (!ended || ended === sessionId)) response.end()
  })
  // Who may read an application has changed: its browsers come back at once, and prove anew who they are.
  deps.live.on('readers', (about) => {
    for (const { response, place } of streams)
      if ('applicationId' in place.subject && (about ?? idOf(place.subject)) === idOf(place.subject)) response.end()
  })
  // One clock for all: of their own, thousands of streams would hold two timers each.
  const clock = setInterval(() => {
    for (const stream of streams) tick(stream)
  }, 1_000).unref()
  app.addHook('preClose', async () => {
    clearInterval(clock)
    for (const { response } of streams) response.end()
  })

  function join(stream: Stream): void {
    const { subject } = stream.place
    const room = rooms.get(idOf(subject)) ?? { subject, streams: new Set(), isReading: false, isStale: false }
    rooms.set(idOf(subject), room)
    room.streams.add(stream)
    streams.add(stream)
    stream.response.on('close', () => {
      streams.delete(stream)
      room.streams.delete(stream)
      if (room.streams.size === 0) rooms.delete(idOf(subject))
    })
    void catchUp(deps, room)
  }

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
    // All at once: of headers set one by one Node keeps each beside the text it sends, 1.5 kB a stream.
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      // Keeps nginx from holding events back.
      'x-accel-buffering': 'no',
    })
    // Sent alone they become one text in memory; with more behind them the eighty pieces they are made of would stay, 1.5 kB a stream.
    reply.raw.flushHeaders()
    reply.raw.write('retry: 1000\n\n')
    const last = Number.isSafeInteger(after) ? Math.min(Math.max(after, 0), highestNumber) : 0
    const { sessionId } = request
    join({ ...owner, sessionId, response: reply.raw, place, last, seen: 0, age: 0 })
    // The session may have ended since the call was let in: who was not here yet was not told.
    if (sessionId && !(await isStillOpen(deps.db, sessionId).catch(() => false))) reply.raw.end()
  })
}

function refuseTooMany(streams: Set<Owner>, { person, network }: Owner): void {
  const all = [...streams]
  const own = all.filter((each) => each.person === person).length
  const near = all.filter((each) => each.network === network).length
  if (own >= mostStreams.person || near >= mostStreams.network) throw new AppError(429, tooMany)
}

/** Once a second. Who does not read what was sent keeps a stream open that has ended: nothing may be written there. */
function tick(stream: Stream): void {
  if (stream.response.writableEnded) return
  stream.age += 1
  if (stream.age >= longestStream) stream.response.end()
  else if (stream.age % heartbeat === 0) stream.response.write(':\n\n')
}

/** Sends a room's streams what is new. News that come while it reads make it read once more. */
async function catchUp(deps: Deps, room: Room): Promise<void> {
  room.isStale = true
  if (room.isReading) return
  room.isReading = true
  try {
    while (room.isStale && room.streams.size > 0) {
      room.isStale = false
      // Who has not read yet what was sent gets more when they have.
      const streams = [...room.streams].filter(({ response }) => !response.writableNeedDrain)
      if (streams.length === 0) return
      const news = await readNews(deps.db, room.subject, Math.min(...streams.map(({ last }) => last)))
      for (const stream of streams) {
        send(stream, news)
        if (stream.response.writableNeedDrain) stream.response.once('drain', () => void catchUp(deps, room))
      }
      if (news.messages.length === messagesAtOnce) room.isStale = true
    }
  } catch (error) {
    // The browsers come back, and ask by themselves meanwhile.
    deps.log.warn({ err: error }, 'a live thread broke')
    for (const { response } of room.streams) response.end()
  } finally {
    room.isReading = false
  }
}

function send(stream: Stream, { messages, seen }: News): void {
  const { response, place, last } = stream
  if (response.writableEnded) return
  const unheard = messages.filter(({ number }) => number > last)
  const events = presentNews({ messages: unheard, seen }, place).map(
    (message) => `id: ${message.number}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`,
  )
  const number = seenByOthers(seen, place.side)
  if (number > stream.seen) events.push(`event: seen\ndata: ${number}\n\n`)
  stream.last = unheard.at(-1)?.number ?? last
  stream.seen = number
  if (events.length) response.write(events.join(''))
}
