import { once } from 'node:events'
import net from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitConnections } from './connections.ts'

/** A server on real sockets, with a small ceiling for all and a share for a network. */
async function start(env: { trustProxy: string[] | false } = { trustProxy: false }) {
  const http = fastify({ forceCloseConnections: true })
  limitConnections(http, env, { ofAll: 12, ofNetwork: 4 })
  const waiting: (() => void)[] = []
  http.get('/', async () => 'open')
  http.get('/slow', () => new Promise((resolve) => waiting.push(() => resolve('done'))))
  await http.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    for (const answer of waiting) answer()
    await http.close()
  })
  const { port } = http.server.address() as net.AddressInfo
  const connect = async (localAddress: string) => {
    const accepted = once(http.server, 'connection')
    const socket = net.connect({ host: '127.0.0.1', port, localAddress }).on('error', () => {})
    await accepted
    return socket
  }
  /** The first line of what the server answers; '' when it closes the connection. */
  const ask = async (socket: net.Socket, path = '/') => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
    return String(answer).split('\r\n')[0]
  }
  return { http, connect, ask, waiting }
}

test('idle connections of one address, however many, close the shop for nobody', async () => {
  const { connect, ask } = await start()
  for (let n = 0; n < 40; n++) await connect('127.0.0.9')
  const visitor = await connect('127.0.0.1')
  expect(await ask(visitor)).toBe('HTTP/1.1 200 OK')
  // Nor for others at that address.
  const neighbour = await connect('127.0.0.9')
  expect(await ask(neighbour)).toBe('HTTP/1.1 200 OK')
})

test('nor do those of three addresses together: who has most gives one up', async () => {
  const { connect, ask } = await start()
  for (const address of ['127.0.0.7', '127.0.0.8', '127.0.0.9']) for (let n = 0; n < 5; n++) await connect(address)
  expect(await ask(await connect('127.0.0.1'))).toBe('HTTP/1.1 200 OK')
})

test('a connection that waits for its answer is not closed for a new one of its network', async () => {
  const { http, connect, ask, waiting } = await start()
  const busy = await Promise.all([1, 2, 3, 4].map(() => connect('127.0.0.9')))
  const answers = busy.map((socket) => ask(socket, '/slow'))
  await expect.poll(() => waiting.length).toBe(4)
  const more = await connect('127.0.0.9')
  if (!more.closed) await once(more.resume(), 'close')
  for (const answer of waiting) answer()
  expect(await Promise.all(answers)).toEqual(Array(4).fill('HTTP/1.1 200 OK'))
  // Answered ones are idle: the longest idle one makes room.
  expect(await ask(await connect('127.0.0.9'))).toBe('HTTP/1.1 200 OK')
  expect(busy.filter(({ readableEnded, destroyed }) => readableEnded || destroyed)).toHaveLength(1)
  expect(http.server.listening).toBe(true)
})

test('a trusted proxy has no share, this machine’s own address has', async () => {
  const { connect, ask } = await start({ trustProxy: ['127.0.0.7'] })
  const proxys = []
  for (let n = 0; n < 10; n++) proxys.push(await connect('127.0.0.7'))
  expect(await Promise.all(proxys.map((socket) => ask(socket)))).toEqual(Array(10).fill('HTTP/1.1 200 OK'))
})
