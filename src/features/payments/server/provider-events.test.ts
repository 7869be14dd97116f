import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { readEvents } from './provider-events.ts'
import { paymentProblems, providerCursor, providerEvents } from './table.ts'

/** The provider's list of events. */
let app: TestApp
let stripe: Stripe
beforeAll(async () => {
  app = await startTestApp()
  stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

const aStray = () =>
  stripe.paymentIntents.create({ amount: 1234, currency: 'usd', payment_method: 'pm_card_visa', confirm: true })
const problemsOf = async (text: string) =>
  (await app.deps.db.select().from(paymentProblems)).filter(({ subject }) => subject.includes(text))
const cursor = async () => (await app.deps.db.select().from(providerCursor))[0]
const gaps = async () =>
  (await app.deps.db.select().from(paymentProblems)).filter(({ kind }) => kind === 'events-missed')
test('the list is read on from where the last reading ended, page by page', async () => {
  await readEvents(app.deps)
  const { readUntil } = (await cursor())!
  const asked = vi.spyOn(app.deps.payments!, 'listEvents')
  await readEvents(app.deps)
  const { createdAfter } = asked.mock.calls[0]![0]
  expect(createdAfter.getTime()).toBe(readUntil.getTime() - 5 * 60_000)
  // More than the provider gives at once.
  app.sandbox.misbehave.set({ lost: true })
  const strays = await Promise.all(Array.from({ length: 103 }, () => aStray()))
  await readEvents(app.deps)
  const taken = await app.deps.db
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.type, 'payment_intent.succeeded'))
  const events = app.sandbox.ledger.events('payment_intent.succeeded')
  const ids = strays.map(({ id }) => events.find(({ data }) => (data.object as { id: string }).id === id)!.id)
  expect(taken.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
})

test('a list that was not read for longer than the provider keeps it is raised, once; a quiet month is none', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  await readEvents(app.deps)
  await app.deps.db.update(providerCursor).set({ readUntil: daysAgo(40), readAt: daysAgo(29) })
  await readEvents(app.deps)
  expect(await gaps()).toEqual([])
  await app.deps.db.update(providerCursor).set({ readAt: daysAgo(31) })
  await readEvents(app.deps)
  await readEvents(app.deps)
  const [gap, ...more] = await gaps()
  expect([gap?.text, more]).toEqual([expect.stringContaining('keeps that for 30 days only'), []])
})

test('one event cannot be taken: the others are, and the owner hears of it after three tries', async () => {
  await readEvents(app.deps)
  const [bad, good] = [newId(), newId()].map((id) => ({
    ...{ id: `evt_${id}`, type: 'payment_intent.succeeded', intentId: 'pi_none', refundId: null, disputeId: null },
    createdAt: new Date(),
  }))
  const listed = [{ ...bad!, type: null as unknown as string }, good!]
  vi.spyOn(app.deps.payments!, 'listEvents').mockImplementation(async function* () {
    yield* listed
  })
  const raised = []
  for (let run = 1; run <= 4; run++) {
    await readEvents(app.deps)
    raised.push((await problemsOf(bad!.id)).length)
  }
  expect(raised).toEqual([0, 0, 1, 1])
  expect(await app.deps.db.$count(providerEvents, eq(providerEvents.id, good!.id))).toBe(1)
})
