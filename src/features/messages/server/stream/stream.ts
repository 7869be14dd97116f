import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#src/deps.ts'
import { isStillOpen } from '#src/features/accounts/server/accounts.ts'
import { highestNumber, messageStream } from '#src/features/messages/contract.ts'
import { messagesAtOnce } from '#src/features/messages/rules.ts'
import { liveChannel } from '#src/features/messages/server/messages.ts'
import { type News, presentNews, readNews, seenByOthers } from '#src/features/messages/server/news.ts'
import { idOf, type Place, type Subject } from '#src/features/messages/server/places.ts'
import { AppError } from '#src/platform/http/errors.ts'
import { networkOf } from '#src/platform/http/limits.ts'

/** Heartbeat interval in seconds, so that no proxy considers the connection dead. */
const heartbeat = 10

/**
 * Streams end after so many seconds. The browser reconnects and is authorized again, since rights can change while a
 * session lasts.
 */
const longestStream = 5 * 60

/**
 * Maximum open streams per person and per network: a stream holds memory and a socket for minutes. A refused client
 * polls every three seconds instead, so a dozen tabs or a school lose nothing. Ending the oldest stream instead would
 * not help: it would reconnect, and they would displace each other.
 */
const mostStreams = { person: 10, network: 100 }
const tooMany = 'That many live threads are open already. This one goes on without.'

type Owner = { person: string; network: string }
/**
 * `last`: number of the newest message sent on it; `seen`: how far it was told that others have read; `age`: seconds it
 * has been open; `loginSessionId`: the session it ends with.
 */
type Stream = Owner & {
  loginSessionId: string | undefined
  response: ServerResponse
  place: Place
  last: number
  seen: number
  age: number
}
/** All streams of one thread: news is read once for all of them. */
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
  deps.pubSub.on(liveChannel, (about) => {
    for (const room of about === null ? rooms.values() : [rooms.get(about)]) if (room) void catchUp(deps, room)
  })
  // Without a name any session may have ended: all streams reconnect and are authorized again.
  deps.pubSub.on('sessions', (ended) => {
    for (const { loginSessionId, response } of streams)
      if (loginSessionId && (!ended || ended === loginSessionId)) response.end()
  })
  // The readers of an application have changed: its streams reconnect and are authorized again.
  deps.pubSub.on('readers', (about) => {
    for (const { response, place } of streams)
      if ('applicationId' in place.subject && (about ?? idOf(place.subject)) === idOf(place.subject)) response.end()
  })
  // One timer for all: otherwise thousands of streams would hold two timers each.
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

  const options = { config: { isLongLived: true } }
  app.get(messageStream.path, options, async (request: LiveRequest, reply) => {
    const place = await findPlace(request)
    const after = Number(request.headers['last-event-id'] ?? request.query.after ?? 0)
    // Without an account there is only what the browser may read.
    const owner = { person: request.account?.id ?? idOf(place.subject), network: networkOf(request.ip) }
    if (deps.env.rateLimits) refuseTooMany(streams, owner)
    // The client may have left meanwhile; then no `close` event follows.
    if (reply.raw.destroyed) return reply.hijack()
    reply.hijack()
    // Set all headers at once: set one by one, Node keeps each beside the text it sends, 1.5 kB per stream.
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
    const { loginSessionId } = request
    join({ ...owner, loginSessionId, response: reply.raw, place, last, seen: 0, age: 0 })
    // The session may have ended after the call was authorized and before this stream was registered.
    if (loginSessionId && !(await isStillOpen(deps.db, loginSessionId).catch(() => false))) reply.raw.end()
  })
}

function refuseTooMany(streams: Set<Owner>, { person, network }: Owner): void {
  const all = [...streams]
  const own = all.filter((each) => each.person === person).length
  const near = all.filter((each) => each.network === network).length
  if (own >= mostStreams.person || near >= mostStreams.network) throw new AppError(429, tooMany)
}

/** Runs once a second. A client that does not read keeps an ended stream open: never write to it. */
function tick(stream: Stream): void {
  if (stream.response.writableEnded) return
  stream.age += 1
  if (stream.age >= longestStream) stream.response.end()
  else if (stream.age % heartbeat === 0) stream.response.write(':\n\n')
}

/** Sends news to a room's streams. News that arrive while it reads cause another read. */
async function catchUp(deps: Deps, room: Room): Promise<void> {
  room.isStale = true
  if (room.isReading) return
  room.isReading = true
  try {
    while (room.isStale && room.streams.size > 0) {
      room.isStale = false
      // A slow client gets more once it has read what was sent.
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
    // The browsers reconnect, and poll meanwhile.
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
