import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { exportMoneyReport, moneyDesk, moneyReport } from '#src/features/payments/money-contract.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { playedGames } from '#src/shared/games.ts'
import { toCents, toDecimal } from '#src/shared/money.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { disputes, orders } from '../table.ts'

const zone = 'America/New_York'
const first = '2026-03-01'
let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())

const report = async (from: string, to: string) =>
  (await app.call(moneyReport, { query: { from, to } }, owner.token)).body

/** Payments of two weeks in which clocks change, by a fixed rule that repeats nothing soon: some at midnight, refunded, disputed. */
async function twoWeeks() {
  const team = [await aCoach(app.deps, { name: '=Formula' }), await aCoach(app.deps, { name: 'VexFlip' }), null]
  for (let n = 0; n < 140; n++) {
    const service = services[n % services.length]!
    const amount = 2000 + ((n * 1237) % 5000)
    const refunded = n % 3 === 0 ? (n * 331) % amount : 0
    const settledAt = new Date(+instantOf(addDays(first, n % 14), n % 5 ? '14:30' : '00:00', zone) + (n % 7 ? 0 : -1))
    const [order] = await app.deps.db
      .insert(orders)
      .values({
        ...{
          playerId: owner.id,
          status: 'booked',
          ...soldNow(service),
          game: playedGames,
          amount,
          refunded,
          settledAt,
          fee: n % 6 ? 115 : null,
        },
        ...{ coachId: team[n % 3]?.id, contactName: 'Rimshot', contactEmail: 'rimshot@demo.test' },
      })
      .returning()
    const dispute = { orderId: order!.id, amount, reason: 'general', dueBy: null }
    if (n % 4 === 0)
      await app.deps.db.insert(disputes).values({ id: `dp_${n}`, ...dispute, state: n % 8 ? 'won' : 'lost' })
  }
}

test('over any days the sums are those of the days’ desks, and of their parts', async () => {
  await twoWeeks()
  const days = Array.from({ length: 15 }, (_, n) => addDays(first, n - 1))
  const desks = new Map<string, number[]>()
  for (const date of days) {
    const { body } = await app.call(moneyDesk, { query: { date } }, owner.token)
    desks.set(date, [body.rowCount, toCents(body.booked), toCents(body.refunded), toCents(body.disputed)])
  }
  const figures = (row: Awaited<ReturnType<typeof report>>['sums']) => [
    row.payments,
    ...[row.paid, row.refunded, row.disputed].map(toCents),
  ]
  const total = (rows: number[][]) =>
    rows.reduce((sum, row) => sum.map((value, at) => value + (row[at] ?? 0)), [0, 0, 0, 0])
  for (const [from, length] of [
    [0, 15],
    [1, 14],
    [3, 1],
    [7, 2],
    [5, 9],
  ] as const) {
    const range = days.slice(from, from + length)
    const { sums, byDay, byService, byCoach } = await report(range[0]!, range.at(-1)!)
    expect(figures(sums)).toEqual(total(range.map((date) => desks.get(date)!)))
    expect(toCents(sums.kept)).toBe(toCents(sums.paid) - toCents(sums.refunded) - toCents(sums.disputed))
    for (const row of byDay) expect(figures(row)).toEqual(desks.get(row.name))
    for (const rows of [byDay, byService, byCoach]) expect(total(rows.map(figures))).toEqual(figures(sums))
  }
  const { byCoach, byService } = await report(first, days.at(-1)!)
  expect(byCoach.map(({ name }) => name)).toEqual(['=Formula', 'No coach yet', 'VexFlip'])
  expect(byService).toHaveLength(services.length)
  // Of those the provider told of.
  const told = Array.from({ length: 140 }, (_, n) => n).filter((n) => n % 6)
  expect((await report(days[0]!, days.at(-1)!)).sums.fees).toBe(toDecimal(told.length * 115))
})

test('two coaches of one name are counted apart', async () => {
  for (const [slug, amount] of [
    ['one', 2900],
    ['two', 4900],
  ] as const) {
    const coach = await aCoach(app.deps, { name: 'Two of us', slug, isActive: false })
    const settledAt = instantOf('2026-05-01', '12:00', zone)
    await app.deps.db.insert(orders).values({
      ...{ playerId: owner.id, status: 'booked', ...soldNow(services[0]!), game: playedGames, amount, settledAt },
      ...{ coachId: coach.id, contactName: 'Rimshot', contactEmail: 'rimshot@demo.test' },
    })
  }
  const { byCoach } = await report('2026-05-01', '2026-05-01')
  expect(byCoach).toMatchObject([
    { name: `Two of us (one)`, paid: '29.00' },
    { name: `Two of us (two)`, paid: '49.00' },
  ])
})

test('days without payments are nothing, the export is no formula, and a range must not end before it begins', async () => {
  expect(await report('2020-01-01', '2020-01-31')).toMatchObject({ sums: { payments: 0, kept: '0.00' }, byDay: [] })
  const query = { from: first, to: addDays(first, 13) }
  const headers = { authorization: `Bearer ${owner.token}` }
  const file = await app.app.http.inject({ url: callUrl(exportMoneyReport, { query }), headers })
  expect(file.headers['content-disposition']).toBe('attachment; filename="level-up-money-2026-03-01-to-2026-03-14.csv"')
  expect(file.body).toContain("\r\nCoach,'=Formula,")
  const backwards = await app.call(moneyReport, { query: { from: '2026-02-02', to: '2026-02-01' } }, owner.token)
  expect(backwards.status).toBe(400)
})
