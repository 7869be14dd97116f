import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerFailedPage } from './failure-page.ts'

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
