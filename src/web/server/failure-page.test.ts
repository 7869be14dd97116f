import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFailedPage, showRefusedCall } from './failure-page.ts'

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  app.get('/*', { errorHandler: answerFailedPage }, async (request) => {
    const thrown: Record<string, object> = {
      '/refused': { status: 400 },
      '/busy': { statusCode: 503, code: 'FST_ERR_HANDLER_TIMEOUT' },
      '/broken': {},
    }
    throw Object.assign(new Error('select secret from users'), thrown[request.url])
  })
  app.addHook('onSend', showRefusedCall)
  app.get('/api/:status', async (request, reply) => {
    const { status } = request.params as { status: string }
    return reply.code(Number(status)).send({ message: 'This session <i>is</i> cancelled.' })
  })
  await app.ready()
})
afterAll(() => app.close())

test.each([
  ['/refused', 400, 'This address is not readable'],
  ['/busy', 503, 'One moment, please'],
  ['/broken', 500, 'This page tripped over itself'],
])('%s is answered %i with a page a person can read', async (url, status, title) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain(`<h1>${title}</h1>`)
  expect(answer.body).toContain('href="/"')
  expect(answer.body).not.toContain('secret')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
})

test('a call’s refusal is a page for whoever opened its address, and JSON for a page’s own asking', async () => {
  const open = (url: string, dest: string) => app.inject({ url, headers: { 'sec-fetch-dest': dest } })
  const refused = await open('/api/404', 'document')
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(refused.body).toContain('This session &#60;i&#62;is&#60;/i&#62; cancelled.')
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
  const signedOut = await open('/api/401', 'document')
  expect(signedOut.statusCode).toBe(401)
  expect(signedOut.body).toContain('<h1>You are signed out</h1>')
  expect(signedOut.body).toContain('<a href="/login">Log in</a>')
  for (const [url, dest] of [
    ['/api/404', 'empty'],
    ['/api/200', 'document'],
  ] as const)
    expect((await open(url, dest)).json()).toEqual({ message: 'This session <i>is</i> cancelled.' })
})
