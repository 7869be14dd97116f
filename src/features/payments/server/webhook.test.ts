import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { listProblems, resolveProblem } from '#src/features/payments/contract.ts'
import { root } from '#src/platform/root.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { handledEvents } from './provider-events.ts'
import { paymentProblems } from './table.ts'

let app: TestApp
let owner: string
let clock: Date | null = null
const logged: string[] = []
beforeAll(async () => {
  app = await startTestApp({ logTo: logWriter((text) => logged.push(text)), now: () => clock ?? new Date() })
  owner = (await aUser(app.deps, { isOwner: true })).token
})
afterAll(() => app.close())

const send = async (signature?: string) => {
  const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) }
  const payload = '{"id":"evt_1","type":"payment_intent.succeeded"}'
  return (await app.app.http.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload })).statusCode
}
const refused = async () =>
  (await app.call(listProblems, {}, owner)).body.filter(({ kind }) => kind === 'webhook-refused')
const problemsInTable = () => app.deps.db.$count(paymentProblems, eq(paymentProblems.kind, 'webhook-refused'))
const warnings = () =>
  logged
    .flatMap((chunk) => chunk.split('\n'))
    .filter((line) => line.includes('a webhook was refused'))
    .map((line) => JSON.parse(line))

test('one with a wrong signature is a warning with its reason, and stands before the owner once a day at most', async () => {
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=deadbeef`
  expect(await send(signature)).toBe(400)
  expect(await send(signature)).toBe(400)
  const [problem, ...more] = await refused()
  expect(more).toEqual([])
  expect(problem!.text).toMatch(/^A webhook was refused at .*: check STRIPE_WEBHOOK_SECRET\./)
  expect(warnings()).toHaveLength(2)
  expect(warnings()[0]).toMatchObject({ level: 40, reason: expect.stringContaining('No signatures found') })

  await app.call(resolveProblem, { params: { problemId: problem!.id } }, owner)
  expect(await refused()).toEqual([])
  // Long ago, as from a clock that goes wrong: the owner has heard of it today.
  expect(await send('t=1,v1=deadbeef')).toBe(400)
  expect(await refused()).toEqual([])
  clock = new Date(Date.now() + 25 * 3_600_000)
  expect(await send('t=1,v1=deadbeef')).toBe(400)
  expect(await problemsInTable()).toBe(2)
  clock = null
})

test('one without any signature is nobody we know: a warning, and nothing before the owner', async () => {
  const before = warnings().length
  const waiting = await refused()
  for (const signature of [undefined, 'x']) expect(await send(signature)).toBe(400)
  expect(warnings()).toHaveLength(before + 2)
  expect(await refused()).toEqual(waiting)
})

test.each(['README.md', 'docs/operations.md'])('%s names the events to subscribe to in one line', (file) => {
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n')
  expect(lines.map((line) => line.trim())).toContain(handledEvents.join(','))
})
