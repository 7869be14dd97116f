import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signup } from '#src/features/accounts/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { createHttp } from './http.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const inject = (options: object) => app.app.http.inject({ method: 'POST', url: '/api/auth/login', ...options })
const login = { email: 'nobody@example.com', password: 'shy-otter-1' }

describe('a mutation', () => {
  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a null origin', { origin: 'null' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['another host of our site', { 'sec-fetch-site': 'same-site' }],
    [
      'a host that it claims to be forwarded for',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    ],
  ])('is refused from %s', async (_, headers) => {
    expect((await inject({ payload: login, headers })).statusCode).toBe(403)
  })

  test.each([
    ['text/plain', JSON.stringify(login)],
    ['application/x-www-form-urlencoded', 'email=a@b.co&password=shy-otter-1'],
    ['multipart/form-data; boundary=x', '--x--'],
  ])('is refused as %s', async (type, payload) => {
    expect((await inject({ payload, headers: { 'content-type': type } })).statusCode).toBe(415)
  })

  test('is taken from our own origin, and from clients that send none', async () => {
    const own = { host: 'play.example', origin: 'http://play.example', 'sec-fetch-site': 'same-origin' }
    expect((await inject({ payload: login, headers: own })).statusCode).toBe(401)
    expect((await inject({ payload: login })).statusCode).toBe(401)
  })

  test('in production is taken from BASE_URL alone, whatever name of ours the request says it asked', async () => {
    const http = await createHttp(
      { ...app.deps.env, production: true, baseUrl: 'https://play.example', trustProxy: ['127.0.0.1'] },
      { 'default-src': ["'self'"] },
    )
    http.post('/api/test', async () => ({ ok: true }))
    const statusFrom = async (headers: Record<string, string>) =>
      (await http.inject({ method: 'POST', url: '/api/test', headers })).statusCode
    expect(await statusFrom({ origin: 'https://play.example', host: 'play.example' })).toBe(200)
    expect(await statusFrom({})).toBe(200)
    for (const named of ['host', 'x-forwarded-host'])
      for (const scheme of ['http', 'https']) {
        const origin = `${scheme}://evil.example`
        expect(await statusFrom({ [named]: 'evil.example', 'x-forwarded-proto': scheme, origin })).toBe(403)
      }
    await http.close()
  })

  test('without a body needs no content type, and an empty JSON body counts as none', async () => {
    expect((await inject({ url: '/api/auth/logout' })).statusCode).toBe(200)
    expect(
      (await inject({ url: '/api/auth/logout', headers: { 'content-type': 'application/json' } })).statusCode,
    ).toBe(200)
  })
})

describe('bad input', () => {
  test.each([
    ['NUL', { ...login, email: 'a\0@b.co' }],
    ['a lone surrogate', { ...login, email: 'a\ud800@b.co' }],
    ['a broken key', { ...login, 'a\0': 1 }],
    ['a number for a text', { ...login, email: 1 }],
    ['a list for a text', { ...login, password: ['shy-otter-1'] }],
    ['no object', '"text"'],
    ['broken JSON', '{"email":'],
    ['a prototype', '{"__proto__":{"isOwner":true},"email":"a@b.co","password":"shy-otter-1"}'],
    ['thousands of parts', { ...login, more: Array.from({ length: 6_000 }, () => 1) }],
    ['deep nesting', `{"email":${'['.repeat(500)}${']'.repeat(500)}}`],
  ])('%s is 400 with a message', async (_, payload) => {
    const answer = await inject({ payload, headers: { 'content-type': 'application/json' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toEqual(expect.any(String))
  })

  test('names each field with what would be right', async () => {
    expect((await inject({ payload: { email: 'x', password: '1' } })).json()).toEqual({
      message: 'email: Please enter a valid email address; password: Password must be at least 6 characters',
      fields: { email: 'Please enter a valid email address', password: 'Password must be at least 6 characters' },
    })
  })

  test('over 64 KB is 413', async () => {
    expect((await inject({ payload: { ...login, more: 'x'.repeat(65 * 1024) } })).statusCode).toBe(413)
  })

  test('keys nobody asked for are dropped', async () => {
    const body = {
      name: 'Zed',
      email: 'zed@example.com',
      password: 'shy-otter-1',
      confirmPassword: 'shy-otter-1',
      isOwner: true,
      isAdmin: true,
      id: 'x',
    }
    expect((await app.call(signup, { body })).body.user).toMatchObject({ isOwner: false, isAdmin: false })
  })
})

describe('an answer', () => {
  test('of a call carries the security headers, and is not cached', async () => {
    const { headers } = await inject({ method: 'GET', url: '/api/coaches' })
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('to an unknown call is a JSON 404', async () => {
    const answer = await inject({ method: 'GET', url: '/api/nope' })
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found' }])
  })

  test('to a failure of ours tells nothing about it', async () => {
    const broken = await startTestApp()
    await broken.deps.db.execute('alter table coaches rename to gone')
    const answer = await broken.app.http.inject('/api/coaches')
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      {
        message: 'Something went wrong on our side. Please try again.',
        requestId: answer.headers['x-request-id'],
      },
    ])
    await broken.close()
  })

  test('to HEAD is the GET without its body', async () => {
    const answer = await inject({ method: 'HEAD', url: '/api/coaches' })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})

describe('health', () => {
  test('is alive and ready', async () => {
    expect((await inject({ method: 'GET', url: '/api/health' })).statusCode).toBe(200)
    expect((await inject({ method: 'GET', url: '/api/ready' })).statusCode).toBe(200)
  })
})
