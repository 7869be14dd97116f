import fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveShortLinks } from './short-links.ts'

test('a short link leads to My Sessions, whether there is such a booking or not, and no search engine keeps it', async () => {
  const app = fastify()
  serveShortLinks(app)
  const { statusCode, headers } = await app.inject('/s/4KQ2X')
  expect(statusCode).toBe(302)
  expect(headers).toMatchObject({ location: '/sessions?number=4KQ2X', 'x-robots-tag': 'noindex' })
  for (const wrong of ['/s/', '/s/..%2fowner', '/s/4KQ2X/more', '/s/a%20b', `/s/${'A'.repeat(13)}`])
    expect((await app.inject(wrong)).statusCode, wrong).toBe(404)
})
