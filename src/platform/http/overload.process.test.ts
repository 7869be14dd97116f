import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readyAnswer } from '#src/platform/cache/ready-bytes.ts'
import { readEnv } from '#src/platform/config/env.ts'
import { createHttp } from './http.ts'

let http: FastifyInstance
let url: string
let letGo: () => void = () => {}
let hold = Promise.resolve()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  http = await createHttp(readEnv({ LOG_LEVEL: 'silent' }), { 'default-src': ["'self'"] })
  http.get('/api/health', async () => ({ ok: true }))
  const kept = readyAnswer('{}', {})
  http.get('/api/kept', { config: { ready: () => kept } }, async () => ({}))
  http.get('/api/slow', () => hold.then(() => ({ ok: true })))
  http.get('/api/live', { config: { isLongLived: true } }, () => hold.then(() => ({ ok: true })))
  http.post('/api/sent', async () => ({ ok: true }))
  url = await http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  letGo()
  await http.close().finally(() => vi.useRealTimers())
})

function holdAnswers(): void {
  hold = new Promise((resolve) => {
    letGo = resolve
  })
}

const ask = (path = '/api/slow') => fetch(url + path, { signal: AbortSignal.timeout(60_000) })
const statusOf = async (answer: Promise<Response>) => (await answer).status

/** Asks that often at once, and goes on when all of it has arrived. */
async function askManyTimes(times: number, path = '/api/slow'): Promise<Promise<number>[]> {
  let arrived = 0
  http.server.on('request', () => {
    arrived += 1
  })
  const answers = Array.from({ length: times }, () => statusOf(ask(path)))
  await expect.poll(() => arrived, { interval: 10 }).toBeGreaterThanOrEqual(times)
  return answers
}

async function countLetIn(times: number): Promise<number> {
  holdAnswers()
  const statuses = await askManyTimes(times)
  letGo()
  return (await Promise.all(statuses)).filter((status) => status === 200).length
}

test('250 at once are all served; the next one is asked to come back', async () => {
  holdAnswers()
  const rush = await askManyTimes(250)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await refused.json()).message).toBe(
    'More people are here than we can serve at once. Please try again in a moment.',
  )
  expect(await statusOf(ask('/api/health'))).toBe(200)
  letGo()
  expect(new Set(await Promise.all(rush))).toEqual(new Set([200]))
})

test('what is ready is answered however many others are there', async () => {
  holdAnswers()
  const rush = await askManyTimes(251)
  const ready = await Promise.all(Array.from({ length: 300 }, () => statusOf(ask('/api/kept'))))
  expect(new Set(ready)).toEqual(new Set([200]))
  letGo()
  expect(await Promise.all(rush)).toContain(503)
})

test('in a crowd as many are let in as are answered in 0.1 s, but 20 at least, until it is gone', async () => {
  holdAnswers()
  const rush = await askManyTimes(251)
  vi.advanceTimersByTime(500)
  letGo()
  await Promise.all(rush)
  // None of them was answered in the last half second; then 270 are.
  expect(await countLetIn(60)).toBe(20)
  vi.advanceTimersByTime(500)
  expect(await countLetIn(150)).toBe(54)

  vi.advanceTimersByTime(1_000)
  expect(await countLetIn(150)).toBe(150)
})

test('live events and a body that does not come do not count', async () => {
  holdAnswers()
  const live = await askManyTimes(130, '/api/live')
  const head = 'POST /api/sent HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
  const dawdling = Array.from({ length: 130 }, () => net.connect(Number(new URL(url).port), '127.0.0.1').resume())
  for (const socket of dawdling) socket.on('error', () => {}).write(head)
  const rush = await askManyTimes(250)
  letGo()
  expect(new Set(await Promise.all([...rush, ...live]))).toEqual(new Set([200]))
  for (const socket of dawdling) socket.destroy()
})

test('requests whose sender has gone do not count', async () => {
  holdAnswers()
  const stop = new AbortController()
  let [arrived, gone] = [0, 0]
  http.server.on('request', (_request, response: ServerResponse) => {
    arrived += 1
    response.on('close', () => {
      gone += 1
    })
  })
  for (let n = 0; n < 200; n++) void fetch(`${url}/api/slow`, { signal: stop.signal }).catch(() => {})
  await expect.poll(() => arrived).toBe(200)
  stop.abort()
  await expect.poll(() => gone).toBe(200)
  const rush = await askManyTimes(250)
  letGo()
  expect(new Set(await Promise.all(rush))).toEqual(new Set([200]))
})

test('a connection with more than 20 unanswered requests is closed', async () => {
  holdAnswers()
  const connect = () =>
    net
      .connect(Number(new URL(url).port), '127.0.0.1')
      .on('error', () => {})
      .resume()
  const request = 'GET /api/slow HTTP/1.1\r\nhost: x\r\n\r\n'
  const [fair, greedy] = [connect(), connect()]
  fair.write(request.repeat(20))
  greedy.write(request.repeat(21))
  await once(greedy, 'close')
  expect(fair.destroyed).toBe(false)
  fair.destroy()
})

test('senders that let others wait are cut off: of headers after 10 s, of bodies after 15 s', async () => {
  const began = Date.now()
  const drip = async (start: string): Promise<number> => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    // Written into a connection that was cut.
    socket.on('error', () => {})
    socket.resume()
    socket.write(start)
    const drops = setInterval(() => socket.write('x'), 500)
    await once(socket, 'close')
    clearInterval(drops)
    return Date.now() - began
  }
  const head = 'POST /api/sent HTTP/1.1\r\nhost: x\r\n'
  const [headers, body] = await Promise.all([
    drip(`${head}x-slow: `),
    drip(`${head}content-type: application/json\r\ncontent-length: 60000\r\n\r\n`),
  ])
  expect(headers).toBeGreaterThan(9_900)
  expect(body).toBeGreaterThan(14_900)
})
