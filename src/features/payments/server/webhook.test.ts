import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { listProblems, resolveProblem } from '#src/features/payments/contract.ts'
import { heartbeats } from '#src/platform/database/table.ts'
import { root } from '#src/platform/root.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logWriter } from '#tests/support/log-writer.ts'
import { aPaidBookingFor, sendStripeEvent } from '#tests/support/paid-booking.ts'
import { starts } from '#tests/support/starts.ts'
import { reconcile } from './money-desk/reconcile.ts'
import { handledEvents } from './provider-events.ts'

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
const warnings = () =>
  logged
    .flatMap((chunk) => chunk.split('\n'))
    .filter((line) => line.includes('a webhook was refused'))
    .map((line) => JSON.parse(line))

const aLostBooking = async () => aPaidBookingFor(app, (await aUser(app.deps)).token, starts[40]!)
const forge = () => send(`t=${Math.floor(Date.now() / 1000)},v1=deadbeef`)
const refusalsTold = () => app.sandbox.outbox.list().filter(({ subject }) => subject?.startsWith('Webhook refused'))

test('one with a wrong signature is a warning with its reason, and stands before the owner only when the provider lists what no webhook brought', async () => {
  expect(await forge()).toBe(400)
  expect(warnings()).toHaveLength(1)
  expect(warnings()[0]).toMatchObject({ level: 40, reason: expect.stringContaining('No signatures found') })
  await reconcile(app.deps)
  expect(await refused()).toEqual([])

  // Another one has come since what was lost: the secret is right, and the forged one was a stranger's.
  app.sandbox.misbehave.set({ lost: true })
  await aLostBooking()
  clock = new Date(Date.now() + 11_000)
  await sendStripeEvent(app, 'charge.updated', { object: 'charge', id: 'ch_1' }, 'evt_accepted')
  expect(await forge()).toBe(400)
  await reconcile(app.deps)
  expect(await refused()).toEqual([])

  await app.deps.db.delete(heartbeats).where(eq(heartbeats.name, 'payment-webhook'))
  await aLostBooking()
  clock = new Date(Date.now() + 22_000)
  expect(await forge()).toBe(400)
  await reconcile(app.deps)
  const [problem, ...more] = await refused()
  expect(more).toEqual([])
  expect(problem!.text).toMatch(/^A webhook was refused at .*: check STRIPE_WEBHOOK_SECRET\./)
  await app.runJobs()
  expect(refusalsTold().map(({ subject }) => subject)).toEqual(['Webhook refused: check its secret'])

  // Dealt with, it rests for a day.
  await app.call(resolveProblem, { params: { problemId: problem!.id } }, owner)
  await aLostBooking()
  clock = new Date(Date.now() + 33_000)
  expect(await forge()).toBe(400)
  await reconcile(app.deps)
  expect(await refused()).toEqual([])
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
