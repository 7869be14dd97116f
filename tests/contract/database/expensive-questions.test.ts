import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { listAudit, listAuditPeople } from '#src/features/audit/contract.ts'
import { exportBookings, listBookings } from '#src/features/bookings/staff-contract.ts'
import { showInsights } from '#src/features/insights/contract.ts'
import { countDeliveries, listDeliveries } from '#src/features/notifications/contract.ts'
import { moneyDesk } from '#src/features/payments/money-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Questions of staff that take the database long; another `n` makes another question. */
const day = (n: number) => `2026-01-${String(n + 1).padStart(2, '0')}`
const search = (n: number) => callUrl(listBookings, { query: { q: `anna ${n}` } })
const exported = (n: number) => callUrl(exportBookings, { query: { from: day(n) } })
const insights = (n: number) => callUrl(showInsights, { query: { from: day(n), to: day(n) } })
const money = (n: number) => callUrl(moneyDesk, { query: { date: day(n) } })
const mails = (n: number) => callUrl(listDeliveries, { query: { q: `anna ${n}` } })
const mailCounts = (n: number) => callUrl(countDeliveries, { query: { q: `anna ${n}` } })
const audit = (n: number) => callUrl(listAudit, { query: { from: new Date(day(n)).toISOString() } })
const auditPeople = () => callUrl(listAuditPeople)

test('staff’s expensive questions are asked two at a time; when 20 wait, the next is asked to come back', async () => {
  const { token } = await aUser(t.deps, { isOwner: true, isAdmin: true })
  const ask = (url: string) => t.app.http.inject({ url, headers: { authorization: `Bearer ${token}` } })
  let answers: ReturnType<typeof ask>[] = []
  let refused = 0
  await t.deps.db.transaction(async (tx) => {
    await tx.execute('lock table bookings, orders in access exclusive mode')
    answers = Array.from({ length: 25 }, async (_, n) => {
      const answer = await ask([search, exported][n % 2]!(n))
      if (answer.statusCode === 503) refused += 1
      return answer
    })
    await expect.poll(() => refused).toBe(3)
    for (const question of [insights, money, mails, mailCounts, audit, auditPeople]) {
      const { statusCode, headers } = await ask(question(27))
      expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    }
    expect(await countStuck()).toBe(2)
  })
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(22)
})

/** How many statements wait for the locked tables. */
async function countStuck(): Promise<number> {
  const { rows } = await t.deps.db.execute(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
