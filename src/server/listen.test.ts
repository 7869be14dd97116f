import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { letArrive, listen } from './listen.ts'

const opened: FastifyInstance[] = []
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close()
})

async function open(port = 0) {
  const http = fastify()
  opened.push(http)
  http.get('/', async () => 'hello')
  const stop = await listen(http, { host: '127.0.0.1', port })
  return { http, stop, port: (http.server.address() as AddressInfo).port }
}

test('a port serves one process only', async () => {
  const { port } = await open()
  await expect(open(port)).rejects.toThrow('EADDRINUSE')
})

test('whichever socket a connection comes by, it is served', async () => {
  const { port } = await open()
  const answers = Array.from({ length: 200 }, () =>
    fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } }).then((answer) => answer.text()),
  )
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['hello']))
})

test('who has connected before a stop is still served', async () => {
  const { http, stop, port } = await open()
  const there = Array.from({ length: 100 }, () => net.connect(port, '127.0.0.1'))
  for (const socket of there) socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const answers = Promise.all(there.map((socket) => text(socket)))
  await letArrive(http)
  await Promise.all([http.close(), stop()])
  for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1.1 (200|503) /)
})

test('a stop takes no new connections and waits for those that are asking', async () => {
  const { http, stop, port } = await open()
  let arrived = 0
  http.server.on('connection', () => {
    arrived += 1
  })
  const there = Array.from({ length: 100 }, () => net.connect(port, '127.0.0.1'))
  for (const socket of there) socket.write('GET / HTTP/1.1\r\n')
  await expect.poll(() => arrived).toBe(100)
  let hasStopped = false
  const stopped = Promise.all([http.close(), stop()]).then(() => {
    hasStopped = true
  })
  await expect.poll(() => fetch(`http://127.0.0.1:${port}`).catch(String)).toContain('fetch failed')
  expect(hasStopped).toBe(false)
  for (const socket of there) socket.end()
  await stopped
})
