import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#src/demo/a-user.ts'
import { login } from '#src/features/accounts/contract.ts'
import { cancelBooking, listMySessions } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { showInsights } from '#src/features/insights/server/insights.ts'
import { openMoneyDesk } from '#src/features/payments/server/money-desk/money-desk.ts'
import { reconcile } from '#src/features/payments/server/money-desk/reconcile.ts'
import { orders, paymentProblems } from '#src/features/payments/server/table.ts'
import { toCents } from '#src/shared/money.ts'
import { addDays, wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { demoCoaches } from './demo-coaches.ts'
import { fillEmptyDatabase } from './demo-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const { deps, databaseUrl, sandbox } = app
  await Promise.all([1, 2].map(() => fillEmptyDatabase(deps, databaseUrl, sandbox)))
})
afterAll(() => app.close())

const problemsFound = async () => {
  await reconcile(app.deps)
  await app.runJobs()
  return app.deps.db.select().from(paymentProblems)
}

test('two processes that find the database empty at one moment fill it once, at the payment provider, too', async () => {
  const { db } = app.deps
  expect(await db.$count(coaches)).toBe(demoCoaches.length)
  const paid = await db.$count(bookings, and(gt(bookings.price, 0), isNotNull(bookings.paymentId)))
  expect(app.sandbox.ledger.intents()).toHaveLength(paid)
  expect(await db.$count(orders)).toBe(paid)
})

test('some of the demo’s coaches have answered often enough that their pages say how fast', async () => {
  const answering = await app.deps.db.$count(coaches, isNotNull(coaches.answerMinutes))
  expect(answering).toBeGreaterThanOrEqual(3)
})

test('on each of the last 14 days what was kept is the revenue, to the cent, in both books', async () => {
  const { deps } = app
  const readDay = openMoneyDesk(deps)
  const today = wallClock(deps.now(), deps.env.businessTimeZone).date
  const days = await Promise.all(
    Array.from({ length: 14 }, async (_, ago) => {
      const date = addDays(today, -ago)
      const { sums, differing } = await readDay(date)
      const { totals } = await showInsights(deps, date, date)
      const revenue = toCents(totals.revenue)
      const kept = revenue - toCents(totals.refunds)
      expect({ date, differing, ...sums, kept: sums.amount - sums.refunded }).toEqual({
        ...{ date, differing: 0, disputed: toCents(totals.disputed), amount: revenue, paid: revenue, kept },
        ...{ refunded: revenue - kept, refundedByProvider: revenue - kept },
      })
      return { revenue, kept }
    }),
  )
  expect(days.filter(({ revenue }) => revenue > 0).length).toBeGreaterThan(5)
  expect(days.filter(({ revenue, kept }) => kept < revenue)).toHaveLength(2)
  expect(await problemsFound()).toEqual([])
})

test('what is cancelled in the demo is refunded by the provider', async () => {
  const account = { email: 'player@demo.test', password: demoPassword }
  const { token } = (await app.call(login, { body: account })).body as { token: string }
  const sessions = (await app.call(listMySessions, {}, token)).body
  const { id, price, paymentId } = sessions.find(
    ({ status, refundNow, price }) => status === 'confirmed' && refundNow === price,
  )!
  const cancelled = await app.call(cancelBooking, { params: { bookingId: id }, body: { refund: price } }, token)
  expect(cancelled.status).toBe(200)
  await app.runJobs()
  expect(app.sandbox.ledger.refunds(paymentId!)).toMatchObject([{ amount: toCents(price), status: 'succeeded' }])
  const [booking] = await app.deps.db.select().from(bookings).where(eq(bookings.id, id))
  expect(booking).toMatchObject({ status: 'cancelled', refunded: toCents(price) })
  expect(await problemsFound()).toEqual([])
})
