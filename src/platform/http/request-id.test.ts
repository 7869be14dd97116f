import { once } from 'node:events'
import http from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readEnv } from '#src/platform/config/env.ts'
import { contextLog } from '#src/platform/telemetry/request-context.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { createHttp } from './http.ts'

let app: FastifyInstance | undefined
let log = ''
afterEach(async () => {
  await app?.close()
  log = ''
})

async function start(settings: Record<string, string>): Promise<string> {
  const logTo = logWriter((text) => {
    log += text
  })
  app = await createHttp(readEnv(settings), { 'default-src': ["'self'"] }, logTo)
  const noted = contextLog(app.log)
  app.get('/api/say', async () => {
    await new Promise(setImmediate)
    noted.warn({}, 'a verb says something')
    return {}
  })
  app.post('/api/say', async () => {
    noted.warn({}, 'a verb says something')
    return {}
  })
  app.get('/api/fail', async () => {
    throw new Error('broken')
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Every line of the log as it was written. */
const lines = () =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; reqId?: string })

test('a request’s id is answered, and stands in every line about it, also in those of verbs', async () => {
  const url = await start({})
  const asked: [string, RequestInit][] = [
    ['/api/say', {}],
    ['/api/say', { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }],
    ['/api/fail', {}],
  ]
  const ids: string[] = []
  for (const [path, init] of asked) {
    log = ''
    const answer = await fetch(`${url}${path}`, init)
    const id = answer.headers.get('x-request-id')!
    ids.push(id)
    const body = (await answer.json()) as { requestId?: string }
    expect(body.requestId).toBe(path === '/api/fail' ? id : undefined)
    await expect.poll(() => lines().some(({ msg }) => msg === 'request completed')).toBe(true)
    expect(lines()).toHaveLength(2)
    expect(lines().map(({ reqId }) => reqId)).toEqual(lines().map(() => id))
  }
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

test('only a proxy of ours names a request, and only in a safe shape', async () => {
  const stranger = await start({})
  expect(await idOf(stranger, 'from-a-stranger')).not.toBe('from-a-stranger')
  await app!.close()
  const proxied = await start({ TRUST_PROXY: '10.0.0.0/8,127.0.0.1' })
  expect(await idOf(proxied, 'from-our-proxy.1')).toBe('from-our-proxy.1')
  for (const unsafe of [
    'short',
    'x'.repeat(65),
    'a"b"c"d"e"f',
    '<script>alert</script>',
    'one two three four',
    'zoë-is-not-ascii',
  ])
    expect(await idOf(proxied, unsafe)).toMatch(/^[0-9a-f-]{36}$/)
  await app!.close()
  const elsewhere = await start({ TRUST_PROXY: '10.0.0.0/8' })
  expect(await idOf(elsewhere, 'around-the-proxy')).toMatch(/^[0-9a-f-]{36}$/)
})

test('refused addresses carry an id, too', async () => {
  const url = await start({})
  const request = http.get(`${url}/api/%ff`)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([400, expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

/** The id that a request is answered with when it brings `given`. */
async function idOf(url: string, given: string): Promise<string | null> {
  const request = http.get(`${url}/api/say`, { headers: { 'x-request-id': Buffer.from(given).toString('latin1') } })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  return answer.headers['x-request-id'] as string
}
