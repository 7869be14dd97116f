import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { moneyDesk } from '#src/features/payments/money-contract.ts'
import type { Intent } from '#src/providers/stripe.ts'
import { playedGames } from '#src/shared/games.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { orders } from '../table.ts'
import { openMoneyDesk } from './money-desk.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let clock = new Date('2026-01-10T12:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
  owner = await aUser(app.deps, { isOwner: true })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app.close())

const desk = async (query: object) => app.call(moneyDesk, { query }, owner.token)

/** Payments of $29 settled on a date, one a minute from noon on, $10 of every tenth given back; they are called `date-1`, `date-2`, … */
async function manyPayments(date: string, count: number): Promise<void> {
  const first = Date.parse(`${date}T17:00:00Z`)
  await app.deps.db.insert(orders).values(
    Array.from({ length: count }, (_, minute) => ({
      playerId: owner.id,
      status: 'booked' as const,
      ...soldNow(services[0]!),
      game: playedGames,
      amount: 2900,
      refunded: minute % 10 === 0 ? 1000 : 0,
      intentId: `${date}-${minute + 1}`,
      contactName: 'Rimshot',
      contactEmail: 'rimshot@demo.test',
      settledAt: new Date(first + minute * 60_000),
      createdAt: new Date(first + minute * 60_000),
    })),
  )
}

/** Lets the provider list what it got for each of so many payments; returns how often it was asked. */
function providerSays(date: string, count: number, of: (number: number) => Partial<Intent>) {
  return vi.spyOn(app.deps.payments!, 'listIntents').mockImplementation(async function* () {
    for (let number = 1; number <= count; number++) yield { id: `${date}-${number}`, ...of(number) } as Intent
  })
}

const refundedOf = (number: number) => (number % 10 === 1 ? 1000 : 0)

test('a full day is summed up whole, and shows those that differ first, then the newest', async () => {
  const date = '2026-01-05'
  await manyPayments(date, 250)
  // Of the oldest the provider got a dollar less, of another it gave everything back.
  providerSays(date, 250, (number) => ({
    amountReceived: number === 1 ? 2800 : 2900,
    amountRefunded: number === 30 ? 2900 : refundedOf(number),
  }))
  const { body } = await desk({ date })
  expect(body).toMatchObject({
    booked: '7250.00',
    refunded: '250.00',
    paid: '7249.00',
    refundedByProvider: '279.00',
    difference: '30.00',
    differing: 2,
    rowCount: 250,
  })
  const idsOf = (day: typeof body) => day.rows.map(({ paymentId }) => Number(paymentId!.slice(date.length + 1)))
  const newest = (count: number) => Array.from({ length: count }, (_, at) => 250 - at)
  expect(idsOf(body)).toEqual([30, 1, ...newest(98)])

  const { body: more } = await desk({ date, limit: 200 })
  expect(idsOf(more)).toEqual([30, 1, ...newest(198)])
  const { body: all } = await desk({ date, limit: 300 })
  expect(idsOf(all)).toEqual([30, 1, ...newest(249).filter((number) => number !== 30)])
  expect({ ...all, rows: [] }).toEqual({ ...body, rows: [] })

  const moneyOn = openMoneyDesk(app.deps)
  expect(await recordStatements(async () => expect((await moneyOn(date)).rows).toHaveLength(250))).toHaveLength(1)
})

test('the provider is asked once for all requests of ten seconds, and then again', async () => {
  const date = '2026-01-06'
  await manyPayments(date, 3)
  const asked = providerSays(date, 3, (number) => ({ amountReceived: 2900, amountRefunded: refundedOf(number) }))
  const readAt = clock.toISOString()
  const [first, second] = await Promise.all([desk({ date }), desk({ date, limit: 1 })])
  expect(first.body).toMatchObject({ readAt, difference: '0.00', differing: 0 })
  expect(second.body).toMatchObject({ readAt, rowCount: 3, rows: [{ paymentId: `${date}-3` }] })
  clock = new Date(clock.getTime() + 9_999)
  expect((await desk({ date })).body).toEqual(first.body)
  expect(asked).toHaveBeenCalledTimes(1)

  providerSays(date, 3, () => ({ amountReceived: 2900, amountRefunded: 0 }))
  clock = new Date(clock.getTime() + 1)
  const anew = await desk({ date })
  expect(anew.body).toMatchObject({ readAt: clock.toISOString(), difference: '-10.00', differing: 1 })
  expect((await desk({ date: '2026-01-05' })).body.date, 'each day is read by itself').toBe('2026-01-05')
})

test('without the provider’s answer its side stays null, and the newest come first', async () => {
  const date = '2026-01-07'
  await manyPayments(date, 2)
  vi.spyOn(app.deps.payments!, 'listIntents').mockImplementation(() => {
    throw new Error('no answer')
  })
  expect((await desk({ date })).body).toMatchObject({
    booked: '58.00',
    refunded: '10.00',
    paid: null,
    refundedByProvider: null,
    difference: null,
    differing: null,
    rows: [
      { paymentId: `${date}-2`, paid: null, refundedByProvider: null },
      { paymentId: `${date}-1`, refunded: '10.00', paid: null },
    ],
  })
})

test('a day that could not be read is read again at the next asking', async () => {
  const moneyOn = openMoneyDesk(app.deps)
  vi.spyOn(app.deps.db, 'select').mockImplementationOnce(() => {
    throw new Error('the database is away')
  })
  await expect(moneyOn('2026-01-08')).rejects.toThrow('the database is away')
  expect(await moneyOn('2026-01-08')).toMatchObject({ rows: [], differing: 0 })
})

test.each([0, -1, 1.5, 'all', 100_001])('a limit of %s is refused', async (limit) => {
  expect((await desk({ date: '2026-01-05', limit })).status).toBe(400)
})
