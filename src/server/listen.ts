import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Node takes one connection from a listening socket in each turn of its event loop. In a flood a turn is long, and newcomers
 * would wait for seconds where nobody can even refuse them; from this many sockets on one port it takes this many a turn.
 */
const sockets = 32

/**
 * Listens on `host` and `port` (0: any free one). Throws `EADDRINUSE` when somebody else does. Gives a function that stops
 * it: no new connection from then on; it waits until those there are have ended, and ends none by itself. Call
 * `letArrive` before: whoever waits in the kernel when a socket closes is cut off.
 */
export async function listen(http: FastifyInstance, at: { host: string; port: number }): Promise<() => Promise<void>> {
  // In a rush many connect at once. Whom the kernel has no room for would try again only after seconds.
  // Other systems cannot share a port like this.
  const canShare = process.platform === 'linux'
  const options: ListenOptions = { host: at.host, backlog: 4_096, reusePort: canShare }
  if (canShare && at.port) await expectFree(at)
  await http.listen({ ...options, port: at.port })
  const { port } = http.server.address() as AddressInfo
  const others: Server[] = []
  for (let n = 1; canShare && n < sockets; n += 1) {
    // As Node's own HTTP server is set.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      http.server.emit('connection', socket)
    })
    others.push(server)
    await once(server.listen({ ...options, port }), 'listening')
  }
  return async () => {
    await Promise.all(others.map((server) => once(server.close(), 'close')))
  }
}

/** Two processes that both share their port would each get half of the requests. */
async function expectFree(at: { host: string; port: number }): Promise<void> {
  const server = createServer().listen({ ...at, exclusive: true })
  await once(server, 'listening')
  await once(server.close(), 'close')
}

/** Waits until nobody new comes any more who connected before, for a hundred turns of the event loop at most. */
export async function letArrive(http: FastifyInstance): Promise<void> {
  let isComing = true
  const note = () => {
    isComing = true
  }
  http.server.on('connection', note)
  for (let turn = 0; isComing && turn < 100; turn++) {
    isComing = false
    await nextTurn()
    await nextTurn()
  }
  http.server.off('connection', note)
}
