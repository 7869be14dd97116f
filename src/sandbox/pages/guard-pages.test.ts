import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a name that was made to lead here is shown no mail and changes no switch', async () => {
  const ask = async (host: string, url: string, method: 'GET' | 'POST' = 'GET', more = {}) => {
    const headers = { host, ...more }
    return (await app.app.http.inject({ method, url, headers })).statusCode
  }
  for (const host of ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example'])
    for (const [url, method] of [['/dev/outbox'], ['/dev/outbox.json'], ['/dev/sandbox.json', 'POST']] as const)
      expect(await ask(host, url, method), `${host} ${url}`).toBe(403)
  expect(await ask('evil.example', '/dev/outbox.json', 'GET', { 'x-forwarded-host': 'localhost' })).toBe(403)
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect(await ask(host, '/dev/outbox.json'), host).toBe(200)
})
