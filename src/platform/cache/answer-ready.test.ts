import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { readEnv } from '#src/platform/config/env.ts'
import type { PubSub } from '#src/platform/database/pub-sub.ts'
import { createHttp } from '#src/platform/http/http.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { contentSecurityPolicy } from '#src/web/server/content-security-policy.ts'
import { web } from '#src/web/server/server.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { serveReady } from './ready-list.ts'

const list = { method: 'GET', who: 'everybody', summary: 'Names', reply: z.array(z.string()) } as const
const names = defineCall({ ...list, path: '/api/names', query: z.object({ of: z.optional(z.string()) }) })
const counted = defineCall({ ...list, path: '/api/counted', limits: [{ by: 'address', times: 10, minutes: 1 }] })

/** Asked behind the first hook, by address: what was ready never comes here. */
const asked: string[] = []
let log = ''
let folder: string
let app: FastifyInstance
let url: string
/** What the house tells when its data changes. */
let tell: () => void

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'level-up-ready-'))
  await mkdir(`${folder}/client/assets`, { recursive: true })
  await mkdir(`${folder}/server`)
  await writeFile(`${folder}/client/style.css`, 'p{}')
  await writeFile(`${folder}/client/index.html`, '<link rel="stylesheet" href="/style.css"><!--app-->')
  await writeFile(
    `${folder}/server/entry-server.js`,
    `export const routeOf = (path) => (path === '/' ? '/' : '*')
     export const narrowedPathOf = () => null
     export const listPublicPaths = async () => ['/']
     export const render = async (path) =>
       ({ status: path === '/' ? 200 : 404, head: '', app: 'hello '.repeat(500), state: '{}', complete: true })`,
  )
  const logTo = logWriter((text) => {
    log += text
  })
  app = await createHttp(readEnv({}), contentSecurityPolicy({ stripe: true }), logTo)
  app.addHook('onRequest', (request, _reply, done) => {
    asked.push(request.url)
    done()
  })
  const drops: (() => void)[] = []
  tell = () => {
    for (const drop of drops) drop()
  }
  const pubSub: PubSub = { on: (_, drop) => void drops.push(() => drop('')) }
  const deps = { pubSub, cacheLists: true, now: () => new Date() }
  for (const call of [names, counted]) serveReady(app, deps, call, async () => Array(500).fill('VexFlip'))
  await app.register(web, {
    dev: false,
    baseUrl: 'https://levelup.example',
    zone: 'America/New_York',
    smsCountries: [],
    folder,
  })
  drops.push(() => app.dropPages())
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  asked.length = 0
  log = ''
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The answer as it came over the line, but for what no two have in common. */
async function ask(
  address: string,
  { method = 'GET', ...headers }: http.OutgoingHttpHeaders & { method?: string } = {},
) {
  const request = http.request(url + address, { method, headers }).end()
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const body = await buffer(answer)
  const { date, 'x-request-id': id, ...others } = answer.headers
  expect([date, id]).toEqual([expect.stringMatching(/GMT$/), expect.stringMatching(/^[\w-]{36}$/)])
  return { status: answer.statusCode, headers: others, order: Object.keys(others), body: body.toString('latin1') }
}

const encodings = ['br, gzip', 'gzip', 'identity']
const forms = ['/', '/api/names'].flatMap((address) =>
  encodings.flatMap((encoding) => ['GET', 'HEAD'].map((method) => [method, address, encoding] as const)),
)
test.each(forms)(
  '%s %s (%s) is answered with the same bytes and headers the long way and when it is ready',
  async (method, address, encoding) => {
    const headers = { method, 'accept-encoding': encoding }
    const long = await ask(address, headers)
    expect(await ask(address, headers)).toEqual(long)
    expect(asked).toEqual([address])
    expect(long.body.length > 0).toBe(method === 'GET')
    expect(long.headers).toMatchObject({ 'x-frame-options': 'DENY', 'content-length': expect.stringMatching(/^\d+$/) })

    const known = { ...headers, 'if-none-match': long.headers.etag }
    const ready = await ask(address, known)
    tell()
    expect(await ask(address, known)).toEqual(ready)
    expect([ready.status, ready.body]).toEqual([304, ''])
    expect(asked).toEqual([address, address])
  },
)

test.each([
  ['a query', '/?from=mail', {}],
  ['a query of a list', '/api/names?of=none', {}],
  ['another way to write the address', '/api/%6eames', {}],
  ['a page that does not exist', '/nowhere', {}],
  ['a form', '/', { method: 'POST' }],
  ['a list that is counted', '/api/counted', {}],
])('%s goes the long way', async (_, address, headers) => {
  for (const ready of ['/', '/api/names', '/nowhere']) await ask(ready)
  asked.length = 0
  for (const _ of [1, 2]) await ask(address, headers)
  expect(asked).toEqual([address, address])
})

test('what the data’s change dropped is made again', async () => {
  for (const _ of [1, 2]) await ask('/api/names')
  tell()
  for (const _ of [1, 2]) await ask('/api/names')
  expect(asked).toEqual(['/api/names', '/api/names'])
})

test('each request leaves one line in the log, whether its answer was ready or not', async () => {
  for (const address of ['/', '/', '/?email=zoe@example.test']) await ask(address)
  const lines = () => log.trim().split('\n')
  await expect.poll(lines).toHaveLength(3)
  expect(asked).toHaveLength(2)
  for (const line of lines())
    expect(JSON.parse(line)).toMatchObject({
      reqId: expect.any(String),
      req: { method: 'GET', path: '/' },
      res: { statusCode: 200 },
      responseTime: expect.any(Number),
      msg: 'request completed',
    })
  expect(log).not.toContain('zoe')
})
