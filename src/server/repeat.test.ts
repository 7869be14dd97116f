import { once } from 'node:events'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { createHttp } from './http.ts'
import { readyBytes, sendReady } from './ready-bytes.ts'

let app: FastifyInstance
let url: string
let bytes = readyBytes('one')
/** How often Fastify answered, with all its hooks. */
let asked = 0

beforeEach(async () => {
  asked = 0
  bytes = readyBytes('one')
  app = await createHttp(readEnv({ LOG_LEVEL: 'silent' }), { 'default-src': ["'self'"] })
  app.addHook('onResponse', async () => {
    asked += 1
  })
  const send = (path: string) => {
    app.get(path, async (request, reply) => {
      if (request.headers.cookie) reply.header('set-cookie', 'a=b')
      const sent = bytes
      const isKept = request.url === path ? () => bytes === sent : undefined
      return sendReady(request, reply.type('text/plain'), sent, isKept)
    })
  }
  send('/')
  send('/other')
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

/** What Node's client gets: bytes as they came, headers without those that differ each time. */
async function ask(path = '/', headers: http.OutgoingHttpHeaders = {}, method = 'GET') {
  const request = http.request(url + path, { headers, method }).end()
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const { date, connection, 'keep-alive': _, 'x-request-id': __, ...rest } = answer.headers
  return { status: answer.statusCode, headers: rest, body: await text(answer) }
}

test('what was answered once is given again as it was, without any hook', async () => {
  const first = await ask()
  expect(first).toMatchObject({
    status: 200,
    body: 'one',
    headers: { etag: bytes.etag, 'content-length': '3', 'x-frame-options': 'DENY' },
  })
  expect(await ask()).toEqual(first)
  expect(await ask()).toEqual(first)
  await expect.poll(() => asked).toBe(1)
})

test('as soon as it is not kept any more the new one is given', async () => {
  await ask()
  await ask()
  bytes = readyBytes('two')
  expect((await ask()).body).toBe('two')
  expect((await ask()).body).toBe('two')
  await expect.poll(() => asked).toBe(2)
})

test('each encoding and each address has an answer of its own', async () => {
  await ask()
  for (const [path, headers, encoding] of [
    ['/', { 'accept-encoding': 'gzip, br' }, 'br'],
    ['/', { 'accept-encoding': 'gzip' }, 'gzip'],
    ['/other', {}, undefined],
  ] as const) {
    const first = await ask(path, headers)
    expect(first.headers['content-encoding']).toBe(encoding)
    expect(await ask(path, headers)).toEqual(first)
  }
  await expect.poll(() => asked).toBe(4)
})

test.each([
  ['a query', '/?from=mail', {}, 'GET', 200],
  ['a browser that has it', '/', { 'if-none-match': readyBytes('one').etag }, 'GET', 304],
  ['HEAD', '/', {}, 'HEAD', 200],
  ['another method', '/', {}, 'POST', 404],
])('%s goes the long way', async (_, path, headers, method, status) => {
  await ask()
  for (const times of [2, 3]) {
    expect((await ask(path, headers, method)).status).toBe(status)
    await expect.poll(() => asked).toBe(times)
  }
})

test('an answer with a cookie is nobody else’s', async () => {
  expect((await ask('/', { cookie: 'c=d' })).headers['set-cookie']).toEqual(['a=b'])
  expect((await ask()).headers['set-cookie']).toBeUndefined()
})
