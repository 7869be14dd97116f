import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

/** The whole app beside a sandbox that misbehaves: what an owner sees when playing with `/dev/sandbox`. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => app.sandbox.misbehave.clear())

const start = starts[40]!

/** Wants a free hour of a new coach; returns the answer of the checkout's first call. */
async function askForIntent(token: string) {
  const coach = await aCoach(app.deps)
  const metadata = { serviceId: '1on1-basic', coachId: coach.id, selectedDate: start.date, selectedTime: start.time }
  return app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token)
}

const bookingsOf = (intentId: string) => app.deps.db.select().from(bookings).where(eq(bookings.paymentId, intentId))

/** Lets every webhook come and every job run. */
async function settle() {
  await expect.poll(() => app.sandbox.ledger.pendingWebhooks()).toBe(0)
  await app.runJobs()
}

/** Books without the browser coming back: only webhooks tell. */
async function bookByWebhook() {
  const player = await aUser(app.deps)
  const { body: intent } = await askForIntent(player.token)
  expect(await payByCard(app.url, intent)).toBe('succeeded')
  await settle()
  return { player, intentId: intent.paymentIntentId }
}

test('repeated, shuffled and forged webhooks make one booking and one mail', async () => {
  app.sandbox.misbehave.set({ doubled: 4, reordered: 500, forged: true })
  const { player, intentId } = await bookByWebhook()
  expect(await bookingsOf(intentId)).toHaveLength(1)
  expect(app.sandbox.outbox.list().filter(({ to }) => to === player.email)).toHaveLength(1)
})

test('a lost webhook books when it is sent again', async () => {
  app.sandbox.misbehave.set({ lost: true })
  const { intentId } = await bookByWebhook()
  expect(await bookingsOf(intentId)).toEqual([])
  app.sandbox.misbehave.clear()
  app.sandbox.resendWebhooks(intentId)
  await settle()
  expect(await bookingsOf(intentId)).toHaveLength(1)
})

test('while Stripe fails, checkout says so; afterwards it works', async () => {
  const player = await aUser(app.deps)
  app.sandbox.misbehave.set({ fail500: 'before' })
  expect((await askForIntent(player.token)).status).toBe(503)
  app.sandbox.misbehave.clear()
  expect((await askForIntent(player.token)).status).toBe(200)
})

test('while Stripe is silent, checkout says so', async () => {
  const player = await aUser(app.deps)
  app.sandbox.misbehave.set({ timeout: 'after', timeoutSeconds: 60 })
  expect((await askForIntent(player.token)).status).toBe(503)
})

test('a refund whose answers are lost is sent once', async () => {
  const { player, intentId } = await bookByWebhook()
  const [booking] = await bookingsOf(intentId)
  app.sandbox.misbehave.set({ fail500: 'after', fail500Calls: 2 })
  const cancelled = await app.call(
    cancelBooking,
    { params: { bookingId: booking!.id }, body: { refund: basic.decimal } },
    player.token,
  )
  expect(cancelled.status).toBe(200)
  await app.runJobs()
  await settle()
  expect(app.sandbox.ledger.refunds(intentId)).toMatchObject([{ amount: basic.cents }])
  expect(await bookingsOf(intentId)).toMatchObject([{ status: 'cancelled', refunded: basic.cents }])
})

test('a dispute reaches the booking, whatever the order of its events', async () => {
  const { intentId } = await bookByWebhook()
  app.sandbox.misbehave.set({ reordered: 500, doubled: 2 })
  const { id } = app.sandbox.disputes.open(intentId)
  app.sandbox.disputes.close(id, 'lost')
  await settle()
  expect(await bookingsOf(intentId)).toMatchObject([{ dispute: 'lost' }])
})
