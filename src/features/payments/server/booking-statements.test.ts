import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

/** The path that earns the money: each statement more is a round trip while others wait for the coach's lock. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('an hour is held in 13 statements, and settled in 12 with its history and the job that tells of it', async () => {
  const account = await aUser(app.deps)
  const [player, coach] = [await aUser(app.deps), await aCoach(app.deps, { userId: account.id })]
  const [start] = starts.slice(60)
  const metadata = {
    serviceId: '1on1-basic',
    coachId: coach.id,
    selectedDate: start!.date,
    selectedTime: start!.time,
  }
  // Its events come whenever they come, and have statements of their own.
  app.sandbox.misbehave.set({ lost: true })
  let intent: Parameters<typeof payByCard>[1] | undefined
  const holding = await recordStatements(async () => {
    const { status, body } = await app.call(
      createPaymentIntent,
      { body: { amount: basic.decimal, metadata } },
      player.token,
    )
    expect(status).toBe(200)
    intent = body
  })
  await payByCard(app.url, intent!)
  const settling = await recordStatements(async () => {
    expect(
      (await app.call(confirmBooking, { body: { paymentIntentId: intent!.paymentIntentId } }, player.token)).status,
    ).toBe(200)
  })
  expect(holding.length).toBeLessThanOrEqual(13)
  expect(settling.length).toBeLessThanOrEqual(12)
  await app.runJobs()
  const subjects = app.sandbox.outbox.list().map((mail) => mail.subject)
  expect(subjects).toEqual(
    expect.arrayContaining([expect.stringMatching(/^You're booked/), expect.stringMatching(/^New session/)]),
  )
})
