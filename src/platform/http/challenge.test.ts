import type { Challenge } from 'altcha-lib'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { rateLimits } from '#src/platform/database/table.ts'
import { solutionHeader } from '#src/shared/challenge.ts'
import { defineCall } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { solve } from '#tests/support/solve.ts'
import { challengeMinutes } from './challenge.ts'
import { createHttp } from './http.ts'
import { enforceLimits } from './limits.ts'
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
  vi.useRealTimers()
  await t.deps.db.delete(rateLimits)
})

const base = { method: 'POST', who: 'everybody', summary: 'A test', reply: z.object({ ok: z.literal(true) }) } as const
const once = { times: 1, minutes: 60 }
const crowded = defineCall({ ...base, path: '/api/test/crowded', limits: [{ by: 'address', ...once }] })
const personal = defineCall({ ...base, path: '/api/test/personal', limits: [{ by: 'account', ...once }] })
/** Counts as itself, and as another call. */
const counting = defineCall({ ...crowded, path: '/api/test/counting' })

/** One of several processes on the same database. */
async function aProcess(): Promise<FastifyInstance> {
  const http = await createHttp(t.deps.env, { 'default-src': ["'self'"] })
  http.decorateRequest('knownBrowser', async () => null)
  enforceLimits(http, t.deps)
  for (const call of [crowded, personal]) serve(http, call, async () => ({ ok: true as const }))
  serve(http, counting, async ({ request }) => {
    await request.countAs(crowded, 'rimshot@demo.test')
    return { ok: true as const }
  })
  return http
}

const post = (
  headers: Record<string, string> = {},
  { http = first, call = crowded, remoteAddress = '10.0.0.1' } = {},
) => http.inject({ method: 'POST', url: call.path, headers, remoteAddress })
const refused = async (remoteAddress = '10.0.0.1'): Promise<Challenge> => {
  for (;;) {
    const answer = await post({}, { remoteAddress })
    if (answer.statusCode === 429) return answer.json().challenge
  }
}

test('beyond what one address may ask, whoever solves the challenge is let through, by any of our processes', async () => {
  expect((await post()).statusCode).toBe(200)
  const answer = await post()
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.json()).toMatchObject({
    message: 'That was a lot at once. Please try again in 60 minutes.',
    helpEmail: t.deps.env.seller.email,
  })
  expect((await post(await solve(answer.json().challenge), { http: second })).statusCode).toBe(200)
})

test('a solution counts once, even sent many times at the same moment', async () => {
  const headers = await solve(await refused())
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) => post(headers, { http: i % 2 ? first : second })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429, 429, 429])
})

test('one solution is enough where a network and the wider ones around it are full', async () => {
  const from = (group: string) => `2001:db8:7:${group}::1`
  for (const group of ['a00', 'a01', 'a02', 'a03']) await post({}, { remoteAddress: from(group) })
  const headers = await solve(await refused(from('a00')))
  expect((await post(headers, { remoteAddress: from('a00') })).statusCode).toBe(200)
})

test('one solution is enough for a call that counts as another one, too', async () => {
  await post({}, { call: counting })
  const { challenge } = (await post({}, { call: counting })).json()
  expect((await post(await solve(challenge), { call: counting })).statusCode).toBe(200)
})

test('a challenge that is changed, made elsewhere, unsolved or old opens nothing', async () => {
  const challenge = await refused()
  const solved = await solve(challenge)
  const { solution } = JSON.parse(atob(solved[solutionHeader]!))
  const encode = (sent: unknown) => ({ [solutionHeader]: btoa(JSON.stringify(sent)) })
  const { parameters } = challenge
  const easy = { ...challenge, parameters: { ...parameters, keyPrefix: '00', keySignature: undefined } }
  const forgeries = [
    await solve(easy),
    encode({ challenge: { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } }, solution }),
    encode({ challenge: { parameters }, solution }),
    encode({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    encode({ challenge, solution: { ...solution, derivedKey: 7 } }),
    encode({ challenge }),
    encode({
      challenge: { parameters: JSON.parse(`${'{"":'.repeat(1_900)}0${'}'.repeat(1_900)}`), signature: '' },
      solution,
    }),
    encode(null),
    { [solutionHeader]: 'not base64, nor JSON' },
  ]
  for (const headers of forgeries) {
    const answer = await post(headers)
    expect([answer.statusCode, Object.keys(answer.json())], JSON.stringify(headers)).toEqual([429, ['message']])
  }
  await t.deps.db.delete(rateLimits)
  await refused()
  vi.useFakeTimers({ now: Date.now() + (challengeMinutes * 60 + 1) * 1_000, toFake: ['Date'] })
  expect((await post(solved)).statusCode).toBe(429)
  vi.useRealTimers()
  expect((await post(solved)).statusCode).toBe(200)
})

test('until ten times as many have asked they are let through like this, and then nobody', async () => {
  let passed = 0
  let answer = await post()
  for (; answer.json().challenge || answer.statusCode === 200; answer = await post())
    if (answer.statusCode === 429 && (await post(await solve(answer.json().challenge))).statusCode === 200) passed++
  expect(answer.statusCode).toBe(429)
  // Each of them asks twice: refused with a challenge, then with its solution. The first needed none.
  expect(passed).toBe(4)
})

test('who has had enough as a person gets no challenge', async () => {
  const answers = [await post({}, { call: personal }), await post({}, { call: personal })]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429])
  expect(answers[1]!.json()).not.toHaveProperty('challenge')
})
