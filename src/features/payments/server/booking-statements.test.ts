import { afterAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recordStatements, type Statement } from '#tests/support/database/statements.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'

/** The path that earns the money: each statement more is work while others wait for the coach's lock. */
const apps: TestApp[] = []
afterAll(async () => {
  for (const app of apps) await app.close()
})

const cases = [
  { who: 'a player whom we know', emailVerified: true, options: {} },
  { who: 'a player who never paid, where limits are on', emailVerified: false, options: { rateLimits: 'on' } },
] as const

test.each(cases)('an hour is held in 9 statements and settled in 13: $who', async ({ emailVerified, options }) => {
  const app = await startTestApp(options)
  apps.push(app)
  const staff = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps, { isAdmin: true })]
  const account = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: account.id, hoursConfirmedAt: new Date() })
  const [first, second] = starts.slice(60)
  const hold = (start: typeof first, token: string) => {
    const metadata = {
      serviceId: '1on1-basic',
      coachId: coach.id,
      selectedDate: start!.date,
      selectedTime: start!.time,
    }
    return app.call(createPaymentIntent, { body: { amount: basic.decimal, metadata } }, token)
  }
  // Its events come whenever they come, and have statements of their own.
  app.sandbox.misbehave.set({ lost: true })
  // Somebody else of the same network holds an hour, too.
  expect((await hold(first, (await aUser(app.deps, { emailVerified })).token)).status).toBe(200)
  const player = await aUser(app.deps, { emailVerified })
  let intent: Parameters<typeof payByCard>[1] | undefined
  const holding = await recordBooking(async () => {
    const { status, body } = await hold(second, player.token)
    expect(status).toBe(200)
    intent = body
  })
  await payByCard(app.url, intent!)
  const settling = await recordBooking(async () => {
    expect(
      (await app.call(confirmBooking, { body: { paymentIntentId: intent!.paymentIntentId } }, player.token)).status,
    ).toBe(200)
  })
  expect(holding.length).toBeLessThanOrEqual(9)
  expect(trips(holding)).toBeLessThanOrEqual(6)
  expect(settling.length).toBeLessThanOrEqual(13)
  expect(trips(settling)).toBeLessThanOrEqual(9)
  expectLocksFirst(holding)
  expectLocksFirst(settling)
  await app.runJobs()
  const told = app.sandbox.outbox.list().map(({ to, subject }) => [to, subject])
  expect(told).toEqual(
    expect.arrayContaining([
      [player.email, expect.stringMatching(/^You're booked/)],
      [account.email, expect.stringMatching(/^New session/)],
      ...staff.map(({ email }) => [email, expect.stringMatching(/^Booked: /)]),
    ]),
  )
})

/** What a call with limits counts beforehand has statements of its own, one a limit. */
async function recordBooking(act: () => Promise<unknown>): Promise<Statement[]> {
  return (await recordStatements(act)).filter(({ text }) => !text.includes('"rate_limits"'))
}

const trips = (statements: Statement[]) => statements.filter(({ beginsTrip }) => beginsTrip).length

/** A statement sees what was written before it began: read together with a lock, or before it, an hour would be sold twice. */
function expectLocksFirst(statements: Statement[]) {
  const [begin, lock, ...after] = statements.map(({ text }) => text).slice(statements.findIndex(isBegin))
  expect(begin).toBe('begin')
  expect(lock).toMatch(/^select pg_advisory_xact_lock\(/)
  expect(lock).not.toMatch(/\bfrom\b/)
  expect(after.join()).not.toContain('pg_advisory_xact_lock')
}

const isBegin = ({ text }: Statement) => text === 'begin'
