import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Env } from '#src/platform/config/env.ts'
import { rateLimits } from '#src/platform/database/table.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { emailSchema } from '#src/shared/fields.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { AppError, Unauthorized } from './errors.ts'
import { createHttp } from './http.ts'
import { enforceLimits, networkOf } from './limits.ts'
import { serve } from './serve.ts'

let t: TestApp
let first: FastifyInstance
let second: FastifyInstance
beforeAll(async () => {
  t = await startTestApp({ rateLimits: 'on' })
  first = await aProcess()
  second = await aProcess()
})
afterAll(async () => {
  await first.close()
  await second.close()
  await t.close()
})
afterEach(async () => {
  await t.deps.db.delete(rateLimits)
})

const reply = z.object({ ok: z.literal(true) })
const base = { method: 'POST', who: 'everybody', summary: 'A test', reply } as const
const byAddress = defineCall({
  ...base,
  path: '/api/test/address',
  limits: [{ by: 'address', times: 2, minutes: 1 }],
})
const byEmail = defineCall({
  ...base,
  path: '/api/test/email',
  limits: [{ by: 'email', times: 2, minutes: 60 }],
  body: z.object({ email: emailSchema }),
})
const byAccount = defineCall({
  ...base,
  path: '/api/test/account',
  limits: [{ by: 'account', times: 2, minutes: 1 }],
})
const wrongByEmail = defineCall({
  ...byEmail,
  path: '/api/test/wrong',
  limits: [
    { by: 'email-at-address', times: 2, minutes: 60, onlyWrong: true },
    { by: 'email', times: 3, minutes: 60, onlyWrong: true },
  ],
  body: z.object({ email: emailSchema, isRight: z.boolean() }),
})
const failing = defineCall({ ...byAddress, path: '/api/test/failing' })

/** One of several processes on the same database. The header `account` says who calls. */
async function aProcess(env: Partial<Env> = {}): Promise<FastifyInstance> {
  const http = await createHttp({ ...t.deps.env, ...env }, { 'default-src': ["'self'"] })
  http.addHook('onRequest', async (request) => {
    const id = request.headers.account
    const nobody = { name: '', email: '', isOwner: false, isAdmin: false, emailVerified: false }
    if (typeof id === 'string') request.account = { ...nobody, id }
  })
  // The header `browser` says who is known.
  http.decorateRequest('knownBrowser', async function () {
    const id = this.headers.browser
    return typeof id === 'string' ? { id, since: new Date() } : null
  })
  enforceLimits(http, t.deps)
  for (const call of [byAddress, byEmail, byAccount]) serve(http, call, async () => ({ ok: true as const }))
  serve(http, wrongByEmail, async ({ body }) => {
    if (!body.isRight) throw new Unauthorized()
    return { ok: true as const }
  })
  serve(http, failing, async () => {
    throw new AppError(418, 'no')
  })
  return http
}

type Sent = { payload?: object; remoteAddress?: string; headers?: Record<string, string> }
const post = (http: FastifyInstance, { path }: { path: string }, sent: Sent = {}) =>
  http.inject({ method: 'POST', url: path, ...sent })
const statuses = async (answers: ReturnType<typeof post>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()

test('all processes count together, and say when to try again', async () => {
  expect((await post(first, byAddress)).statusCode).toBe(200)
  expect((await post(second, byAddress)).statusCode).toBe(200)
  const refused = await post(first, byAddress)
  expect(refused.statusCode).toBe(429)
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(refused.json().message).toMatch(/^That was a lot at once\. Please try again in (\d+ seconds?|1 minute)\.$/)
})

test('of 20 calls at the same moment only the allowed ones pass', async () => {
  const calls = Array.from({ length: 20 }, (_, i) => post(i % 2 ? first : second, byAddress))
  expect(await statuses(calls)).toEqual([200, 200, ...Array(18).fill(429)])
})

test('a call that fails counts as well', async () => {
  const call = () => post(first, failing).then(({ statusCode }) => statusCode)
  expect([await call(), await call(), await call()]).toEqual([418, 418, 429])
})

test('further calls do not prolong the wait, and after it all is well', async () => {
  for (let i = 0; i < 3; i++) await post(first, byAddress)
  const [before] = await t.deps.db.select().from(rateLimits)
  await post(first, byAddress)
  const [after] = await t.deps.db.select().from(rateLimits)
  expect(after!.expire).toEqual(before!.expire)
  await t.deps.db.update(rateLimits).set({ expire: new Date(Date.now() - 1) })
  expect((await post(first, byAddress)).statusCode).toBe(200)
})

test('addresses count apart, an IPv6 network as one, and nobody can choose an address in a header', async () => {
  const from = (remoteAddress: string, headers = {}) => post(first, byAddress, { remoteAddress, headers })
  const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6'].map((ip) => from(ip))
  expect(await statuses(network)).toEqual([200, 200, 429])
  expect((await from('2001:db8:1:3::1')).statusCode).toBe(200)
  const pretended = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((ip) => from('10.0.0.1', { 'x-forwarded-for': ip }))
  expect(await statuses(pretended)).toEqual([200, 200, 429])
})

test('the /56 and /48 around an IPv6 network count as well: four and sixteen times what one may', async () => {
  // 256 networks are one customer's, who asks twice from each.
  const ask = async (group: string) => {
    const from = { remoteAddress: `2001:db8:9:${group}::1` }
    return [(await post(first, byAddress, from)).statusCode, (await post(first, byAddress, from)).statusCode]
  }
  for (const group of ['a00', 'a01', 'a02', 'aff']) expect(await ask(group)).toEqual([200, 200])
  expect(await ask('a03')).toEqual([429, 429])
  expect(await ask('b00')).toEqual([200, 200])
  for (const customer of ['c', 'd', 'e'])
    for (const group of ['00', '01', '02', '03']) expect(await ask(`${customer}${group}`)).not.toContain(500)
  expect(await ask('f00')).toEqual([429, 429])
  expect((await post(first, byAddress, { remoteAddress: '2001:db8:8:a00::1' })).statusCode).toBe(200)
})

test('with a trusted proxy the address that it saw counts, whatever the caller wrote before it', async () => {
  const http = await aProcess({ trustProxy: ['10.0.0.9'] })
  const from = (remoteAddress: string, forwarded: string) =>
    post(http, byAddress, { remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  const pretended = ['1.1.1.1, 203.0.113.7', '2.2.2.2, 203.0.113.7', '10.0.0.9, 3.3.3.3, 203.0.113.7']
  expect(await statuses(pretended.map((list) => from('10.0.0.9', list)))).toEqual([200, 200, 429])
  expect((await from('10.0.0.9', '203.0.113.8')).statusCode).toBe(200)
  // Headers of a client that goes around the proxy count for nothing.
  const around = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((ip) => from('198.51.100.1', ip))
  expect(await statuses(around)).toEqual([200, 200, 429])
  // A proxy that passes on no addresses makes no two visitors one whom it tells apart.
  const ids = ['_a', '_a', '_a', '_b', '_c'].map((text) => from('10.0.0.9', text))
  expect(await statuses(ids)).toEqual([200, 200, 200, 200, 429])
  await http.close()
})

test('where only wrong calls count, right ones take nothing away, not even all at once', async () => {
  const from = (remoteAddress: string, isRight: boolean) =>
    post(first, wrongByEmail, { payload: { email: 'right@demo.test', isRight }, remoteAddress })
  for (let i = 0; i < 5; i++) expect((await from('10.0.0.1', true)).statusCode).toBe(200)
  expect(await statuses(Array.from({ length: 6 }, () => from('10.0.0.1', false)))).toEqual([
    401,
    401,
    ...Array(4).fill(429),
  ])
  // Two of three: the four refused before any look are no tries.
  expect((await from('10.0.0.2', true)).statusCode).toBe(200)
  expect((await from('10.0.0.2', false)).statusCode).toBe(401)
  expect((await from('10.0.0.2', true)).statusCode).toBe(429)
})

test('a browser that was in before counts by itself, whatever its network and the others did', async () => {
  const from = (browser: string | null, isRight: boolean) =>
    post(first, wrongByEmail, {
      payload: { email: 'known@demo.test', isRight },
      ...(browser && { headers: { browser } }),
    })
  for (let i = 0; i < 4; i++) await from(null, false)
  expect((await from(null, true)).statusCode).toBe(429)
  expect((await from('hers', true)).statusCode).toBe(200)
  expect(await statuses([from('his', false), from('his', false), from('his', false)])).toEqual([401, 401, 429])
  expect((await from('hers', true)).statusCode).toBe(200)
})

test('an e-mail counts however it is written and wherever it comes from', async () => {
  const from = (email: string, remoteAddress: string) => post(first, byEmail, { payload: { email }, remoteAddress })
  const same = [from('a@demo.test', '10.0.0.1'), from(' A@Demo.test ', '10.0.0.2'), from('A@DEMO.TEST', '10.0.0.3')]
  expect(await statuses(same)).toEqual([200, 200, 429])
  expect((await from('b@demo.test', '10.0.0.1')).statusCode).toBe(200)
  expect((await from('a@demo.test', '10.0.0.1')).json().message).toContain('60 minutes')
})

test('input that is refused counts like any other; who sends no e-mail counts by network', async () => {
  const from = (email: unknown, remoteAddress: string) =>
    post(first, byEmail, { payload: { email, more: 'x' }, remoteAddress })
  expect(await statuses([from('a@demo', '10.0.0.1'), from(1, '10.0.0.1'), from('\0', '10.0.0.1')])).toEqual([
    ...[400, 400, 429],
  ])
  expect((await from('a@demo', '10.0.0.2')).statusCode).toBe(400)
  const statusOf = async (isRight: unknown) =>
    (await post(first, wrongByEmail, { payload: { email: 'a@demo.test', isRight } })).statusCode
  expect([await statusOf('?'), await statusOf('?'), await statusOf(true)]).toEqual([400, 400, 429])
})

test('an account counts wherever it is, a visitor by address', async () => {
  const as = (account: string | null, remoteAddress: string) =>
    post(first, byAccount, { remoteAddress, ...(account && { headers: { account } }) })
  expect(await statuses([as('x', '10.0.0.1'), as('x', '10.0.0.2'), as('x', '10.0.0.3')])).toEqual([200, 200, 429])
  expect((await as('y', '10.0.0.1')).statusCode).toBe(200)
  expect(await statuses([as(null, '10.0.0.1'), as(null, '10.0.0.1'), as(null, '10.0.0.1')])).toEqual([200, 200, 429])
})

test('when nothing can be counted the door stays shut', async () => {
  await t.deps.db.execute(sql`alter table rate_limits rename to away`)
  const answer = await post(first, byAddress)
  await t.deps.db.execute(sql`alter table away rename to rate_limits`)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
})

test('no e-mail or address is stored, and old counts are swept out', async () => {
  await post(first, byEmail, { payload: { email: 'private@demo.test' } })
  await post(first, byAddress)
  const rows = await t.deps.db.select().from(rateLimits)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/private|127\.0/)
  await t.deps.db.update(rateLimits).set({ expire: new Date(Date.now() - 1) })
  await post(first, byAddress)
  await t.deps.jobs.add(t.deps.db, defineJob('sweep-limits'), {})
  await t.runJobs()
  expect(await t.deps.db.select().from(rateLimits)).toHaveLength(1)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:2:aaaa:bbbb:cccc:dddd', '2001:db8:0:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
  ['203.0.113.7:4711', '203.0.113.7:4711'],
  ['', ''],
  // Of a connection that broke.
  [undefined, 'gone'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
