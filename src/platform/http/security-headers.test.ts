import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { contentSecurityPolicy } from '#src/web/server/content-security-policy.ts'
import { web } from '#src/web/server/server.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { rawRequest } from '#tests/support/attacks/raw-request.ts'
import { createHttp } from './http.ts'

/** What every answer in production tells the browser. */
const always = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'permissions-policy': expect.stringMatching(
    /camera=\(\).*microphone=\(\).*payment=\(self "https:\/\/js\.stripe\.com"\)/,
  ),
}
/** Names that let other sites read us, or tell what we are built from. */
const never = /^(access-control-|server$|x-powered-by$)/

function expectSafe(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject(always)
  expect(Object.keys(headers).filter((name) => never.test(name))).toEqual([])
}

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ production: true })
})
afterAll(() => t.close())

describe('an answer of the API', () => {
  test.each([
    [200, 'GET', '/api/coaches', {}],
    [200, 'HEAD', '/api/coaches', {}],
    [302, 'GET', '/api/login', {}],
    [400, 'POST', '/api/auth/login', { payload: {} }],
    [400, 'POST', '/api/auth/login', { payload: '{', headers: { 'content-type': 'application/json' } }],
    [401, 'GET', '/api/auth/me', {}],
    [403, 'POST', '/api/auth/logout', { headers: { origin: 'https://evil.example' } }],
    [404, 'GET', '/api/nope', {}],
    [404, 'DELETE', '/api/coaches', {}],
    [404, 'OPTIONS', '/api/coaches', {}],
    [413, 'POST', '/api/auth/login', { payload: { email: 'x'.repeat(70_000) } }],
    [415, 'POST', '/api/auth/login', { payload: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('%i of %s %s is safe, and nobody keeps it', async (status, method, url, more) => {
    const { statusCode, headers } = await t.app.http.inject({ method, url, ...(more as object) })
    expect(statusCode).toBe(status)
    expectSafe(headers)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  test('is safe and kept by nobody whatever the call, also for somebody with every role', async () => {
    const { token } = await aUser(t.deps, { isOwner: true, isAdmin: true })
    const paths = Object.entries(t.app.http.swagger().paths ?? {})
    expect(paths.length).toBeGreaterThan(80)
    for (const [path, methods] of paths)
      for (const method of Object.keys(methods!)) {
        // It would end the session.
        if (path === '/api/auth/logout') continue
        // Calendar programs may keep their file for some minutes.
        if (path.startsWith('/calendar/')) continue
        const url = path.replace(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
        const headers = { authorization: `Bearer ${token}` }
        const payload = method === 'get' ? undefined : {}
        const answer = await t.app.http.inject({ method: method as 'GET', url, headers, payload })
        expectSafe(answer.headers)
        expect(answer.headers['cache-control'], `${method} ${path}`).toBe('no-store')
      }
  })

  test.each(['http://x/api', 'HTTPS://x:1/api', '/%61pi', 'http://x/%61pi'])(
    'is guarded and safe however its address is written: %s/…',
    async (written) => {
      const { token } = await aUser(t.deps, { isAdmin: true })
      const ask = (headers = {}) => rawRequest(t.url, { method: 'GET', path: `${written}/bookings`, headers })
      expect((await ask()).status).toBe(401)
      const answer = await ask({ authorization: `Bearer ${token}` })
      expect(answer.status).toBe(200)
      expectSafe(answer.headers)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    },
  )

  test('that is our contract is safe, made once, and not sent again to who has it', async () => {
    const make = vi.spyOn(t.app.http, 'swagger')
    const first = await t.app.http.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } })
    expectSafe(first.headers)
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' })
    const headers = { 'if-none-match': first.headers.etag }
    expect((await t.app.http.inject({ url: '/api/openapi.json', headers })).statusCode).toBe(304)
    expect((await t.app.http.inject('/api/openapi.json')).json().openapi).toBe('3.1.0')
    expect(make).toHaveBeenCalledTimes(1)
    make.mockRestore()
  })

  test('of ours that failed is no less safe', async () => {
    const broken = await startTestApp({ production: true })
    await broken.deps.db.execute('alter table coaches rename to gone')
    const { statusCode, headers } = await broken.app.http.inject('/api/coaches')
    expect(statusCode).toBe(500)
    expectSafe(headers)
    await broken.close()
  })

  test('that goes on for minutes is no less safe', async () => {
    const player = await aUser(t.deps)
    const { id } = await aBooking(t.deps, { player })
    const abort = new AbortController()
    const { headers } = await fetch(`${t.url}/api/messages/live?bookingId=${id}`, {
      headers: { authorization: `Bearer ${player.token}` },
      signal: abort.signal,
    })
    expect(headers.get('content-type')).toBe('text/event-stream')
    expectSafe(Object.fromEntries(headers))
    abort.abort()
  })

  test('to another site’s preflight gives no permission', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const answer = await t.app.http.inject({ method: 'OPTIONS', url: '/api/auth/login', headers })
    expect(answer.statusCode).toBe(403)
    expectSafe(answer.headers)
  })

  test('to an address that cannot be decoded says only that', async () => {
    const answer = await t.app.http.inject('/api/%zz')
    expect([answer.statusCode, answer.json()]).toEqual([400, { message: 'This address is not readable.' }])
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })
})

test('every cookie of production is for this very host, https and the server only', async () => {
  const admin = await aUser(t.deps, { isAdmin: true })
  const post = (url: string, payload: object, headers = {}) =>
    t.app.http.inject({ method: 'POST', url, payload, headers })
  const email = 'cookie-jar@demo.test'
  const answers = [
    await post('/api/auth/signup', { name: 'Jar', email, password: 'shy-otter-1', confirmPassword: 'shy-otter-1' }),
    await post('/api/auth/codes', { purpose: 'reset-password', email }),
    await post('/api/admin/login', admin, { authorization: `Bearer ${admin.token}` }),
    await post('/api/coach-applications', {
      applicantName: 'Jar',
      applicantEmail: email,
      gameExpertise: 'fortnite',
      currentRank: 'Unreal',
      coachingExperience: 'Two seasons of replay reviews.',
      whyCoach: 'I like it when something clicks.',
      availability: 'Weekday evenings',
    }),
    await post('/api/auth/logout', {}, { cookie: '__Host-session=x' }),
    await post('/api/admin/logout', {}, { cookie: '__Host-admin_session=x' }),
  ]
  const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]))
  expect([...names].sort()).toEqual([
    '__Host-admin_session',
    '__Host-applicant',
    '__Host-code_browser',
    '__Host-known_browser',
    '__Host-session',
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Lax$/)
    expect(cookie).not.toMatch(/; Domain=/i)
  }
})

test('outside production nothing makes browsers insist on https', async () => {
  const demo = await createHttp(t.deps.env.production ? { ...t.deps.env, production: false } : t.deps.env, {
    'default-src': ["'self'"],
  })
  const { headers } = await demo.inject('/api/nope')
  expect(headers['strict-transport-security']).toBeUndefined()
  await demo.close()
})

describe('a page or file', () => {
  let folder: string
  let app: FastifyInstance
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'level-up-headers-'))
    await mkdir(`${folder}/client/assets`, { recursive: true })
    await mkdir(`${folder}/server`)
    await writeFile(`${folder}/client/assets/app-1.js`, '1')
    await writeFile(`${folder}/client/style.css`, 'p{}')
    await writeFile(`${folder}/client/index.html`, '<link rel="stylesheet" href="/style.css"><!--app-->')
    await writeFile(
      `${folder}/server/entry-server.js`,
      `export const routeOf = (path) => (['/', '/broken'].includes(path) ? path : '*')
       export const narrowedPathOf = () => null
       export const listPublicPaths = async () => ['/']
       export const render = async (path) => {
         if (path === '/broken') throw new Error('no')
         return { status: path === '/' ? 200 : 404, head: '', app: path, state: '{}', complete: true }
       }`,
    )
    app = await createHttp(t.deps.env, contentSecurityPolicy({ stripe: true }))
    await app.register(web, {
      dev: false,
      stripe: true,
      baseUrl: 'https://levelup.example',
      zone: 'America/New_York',
      smsCountries: [],
      folder,
    })
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  test.each([
    [200, '/'],
    [404, '/nowhere'],
    [500, '/broken'],
    [200, '/assets/app-1.js'],
    [404, '/assets/app-2.js'],
    [200, '/style.css'],
    [200, '/robots.txt'],
    [200, '/.well-known/security.txt'],
    [200, '/sitemap.xml'],
  ])('%i of %s is safe', async (status, url) => {
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBe(status)
    expectSafe(headers)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src '(self|none)'/)
    expect(policy).toMatch(/base-uri 'none'/)
    expect(policy).not.toMatch(/(script|style)-src [^;]*'unsafe|script-src[^;]* (\*|data:|https:)( |;|$)/)
  })

  test('may load Stripe’s form and nothing else from elsewhere', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    const directives = new Map(policy.split(/; ?/).map((directive) => directive.split(/ (.*)/, 2) as [string, string]))
    expect(directives.get('script-src')).toBe("'self' https://js.stripe.com https://*.js.stripe.com")
    expect(directives.get('object-src')).toBe("'none'")
    const hosts = policy.match(/https?:[^ ;]+/g)!
    expect(hosts.filter((host) => !/^https:\/\/([\w*]+\.)*stripe\.com$/.test(host))).toEqual([])
  })
})
