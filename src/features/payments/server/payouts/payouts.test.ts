import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import {
  coachEarnings,
  exportCoachEarnings,
  listPayouts,
  ownEarnings,
  payOut,
  setCoachShare,
} from '#src/features/payments/payout-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { callUrl } from '#src/shared/define-call.ts'
import { playedGames } from '#src/shared/games.ts'
import { toSignedCents } from '#src/shared/money.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { draws } from '#tests/support/random-draws.ts'
import { coachShares, disputes, orders, payoutLines, payouts } from '../table.ts'
import { coachEarnings as coachEarningsNow } from './coach-earnings.ts'
import { payOut as payOutNow } from './payouts.ts'

const zone = 'America/New_York'
const today = '2026-03-20'
let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp({ now: () => instantOf(today, '12:00', zone) })
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of [payoutLines, payouts, coachShares]) await app.deps.db.delete(table)
})

const share = (percent: number, validFrom: string) =>
  app.call(setCoachShare, { body: { percent, validFrom } }, owner.token)

type Coach = Awaited<ReturnType<typeof aCoach>>

/** A session on a day, 9 AM at first and an hour later each, paid for unless it was given away. */
let hour = 0
async function aHeld(coach: Coach, date: string, { amount = 2900, isFree = false } = {}) {
  const time = `${String(9 + (hour++ % 12)).padStart(2, '0')}:00`
  const start = { date, time, startsAt: instantOf(date, time, zone) }
  const player = await aUser(app.deps)
  const booking = await aBooking(app.deps, { coach, player, start, price: isFree ? 0 : amount })
  if (!isFree)
    await app.deps.db.insert(orders).values({
      ...{ playerId: player.id, status: 'booked', ...soldNow(services[0]!), game: playedGames, amount },
      ...{ bookingId: booking.id, settledAt: app.deps.now(), contactName: 'Rimshot', contactEmail: player.email },
    })
  return { ...booking, player }
}
const refund = (id: string, refundDue: number) =>
  app.deps.db.update(bookings).set({ refundDue }).where(eq(bookings.id, id))
async function dispute(bookingId: string, amount: number, state: 'open' | 'won' | 'lost') {
  const [order] = await app.deps.db.select().from(orders).where(eq(orders.bookingId, bookingId))
  const facts = { orderId: must(order, 'an order').id, amount, reason: 'general', dueBy: null }
  await app.deps.db
    .insert(disputes)
    .values({ id: `dp_${bookingId}`, ...facts, state })
    .onConflictDoUpdate({ target: disputes.id, set: { state } })
}
const rowOf = async (coach: Coach, range = { from: '2026-03-01', to: today }) =>
  (await app.call(coachEarnings, { query: range }, owner.token)).body.coaches.find(
    ({ coachId }) => coachId === coach.id,
  )
const pay = (coach: Coach, amount: string, { until = today, idempotencyKey = newId(), token = owner.token } = {}) =>
  app.call(
    payOut,
    { params: { coachId: coach.id }, body: { until, amount, reference: '=Transfer 7', idempotencyKey } },
    token,
  )

test('a session counts with the share of its day, for what is kept of it, once it is held', async () => {
  const coach = await aCoach(app.deps)
  expect((await share(70, '2026-03-02')).status).toBe(200)
  // What has begun keeps its share.
  expect((await share(60, today)).status).toBe(409)
  expect((await share(50, addDays(today, 1))).status).toBe(200)
  expect((await share(60, addDays(today, 1))).body).toMatchObject({
    shares: [
      { percent: 70, validFrom: '2026-03-02' },
      { percent: 60, validFrom: '2026-03-21' },
    ],
  })
  await aHeld(coach, '2026-03-01')
  const [whole, part, asked] = [
    await aHeld(coach, '2026-03-02', { amount: 2999 }),
    await aHeld(coach, '2026-03-03'),
    await aHeld(coach, '2026-03-04'),
  ]
  await aHeld(coach, '2026-03-05', { isFree: true })
  await aHeld(coach, addDays(today, 2))
  expect(await rowOf(coach)).toMatchObject({
    sessions: 5,
    gross: '116.99',
    kept: '116.99',
    share: '61.59',
    owed: '61.59',
  })
  await refund(part.id, 900)
  await dispute(asked.id, 2900, 'open')
  // Of $29.99, $20 and nothing, each rounded down.
  expect(await rowOf(coach)).toMatchObject({ kept: '78.99', share: '34.99', owed: '34.99' })
  await dispute(asked.id, 2900, 'won')
  expect(await rowOf(coach, { from: '2026-03-01', to: '2026-03-02' })).toMatchObject({ sessions: 2, owed: '20.99' })
  await app.deps.db.update(bookings).set({ status: 'no_show' }).where(eq(bookings.id, whole.id))
  expect(await rowOf(coach)).toMatchObject({ share: '34.30' })
})

test('fifty presses at once pay once, what was shown and nothing else; what changes later is in the next payout', async () => {
  const coach = await aCoach(app.deps, { name: '+Formula' })
  await share(70, '2026-03-01')
  const { id } = await aHeld(coach, '2026-03-02')
  await aHeld(coach, '2026-03-10')
  expect(await pay(coach, '20.31')).toMatchObject({ status: 409, body: { reason: 'owed-changed', owed: '40.60' } })
  const key = newId()
  const presses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => pay(coach, '40.60', n % 2 ? { idempotencyKey: key } : {})),
  )
  const paid = presses.filter(({ status }) => status === 200).map(({ body }) => body.id)
  expect(new Set(paid).size).toBe(1)
  expect(await app.deps.db.$count(payouts)).toBe(1)
  expect(presses.every(({ status }) => [200, 409].includes(status))).toBe(true)
  expect(await rowOf(coach)).toMatchObject({ share: '40.60', owed: '0.00' })
  // The same request again is answered alike.
  expect(await pay(coach, '40.60', { idempotencyKey: paid[0]! })).toMatchObject({ status: 200, body: { id: paid[0] } })

  await refund(id, 2900)
  expect(await rowOf(coach)).toMatchObject({ owed: '-20.30' })
  expect((await pay(coach, '20.30')).status).toBe(409)
  await aHeld(coach, '2026-03-12', { amount: 10_000 })
  expect(await pay(coach, '49.70', { until: addDays(today, 1) })).toMatchObject({ status: 400 })
  expect(await pay(coach, '49.70')).toMatchObject({ status: 200, body: { amount: '49.70', coachName: '+Formula' } })
  const { body } = await app.call(listPayouts, { query: {} }, owner.token)
  expect(body.map(({ amount }) => amount)).toEqual(['49.70', '40.60'])
  const query = { from: '2026-03-01', to: today }
  const headers = { authorization: `Bearer ${owner.token}` }
  const file = await app.app.http.inject({ url: callUrl(exportCoachEarnings, { query }), headers })
  expect(file.body).toMatch(/\r\n'\+Formula,2026-03-02,\d\d:00,LU-\w{5},[^,]*,29.00,0.00,0.00,0.00,0.00\r\n/)
})

test('coaches see their own and nothing of their players, and nobody marks their own as paid but an owner alone', async () => {
  const self = await aUser(app.deps, { isOwner: true })
  const coach = await aCoach(app.deps, { userId: self.id })
  await share(70, '2026-03-01')
  const { player } = await aHeld(coach, '2026-03-02')
  await aHeld(coach, '2026-03-02', { isFree: true })
  await aHeld(await aCoach(app.deps), '2026-03-03')
  const { body } = await app.call(ownEarnings, {}, self.token)
  expect(body).toMatchObject({ percent: 70, share: '20.30', paidOut: '0.00', owed: '20.30' })
  expect(body).toMatchObject({ sessions: 2, earningSessions: 1 })
  expect(body.lines).toMatchObject([{ share: '20.30', owed: '20.30' }])
  for (const theirs of [player.email, player.name, 'pi_']) expect(JSON.stringify(body)).not.toContain(theirs)
  expect(await pay(coach, '20.30', { token: self.token })).toMatchObject({ status: 409, body: { reason: 'refused' } })
  expect((await pay(coach, '20.30')).status).toBe(200)
  expect((await app.call(ownEarnings, {}, self.token)).body).toMatchObject({
    ...{ paidOut: '20.30', owed: '0.00', lines: [{ owed: '0.00' }] },
    payouts: [{ amount: '20.30', reference: '=Transfer 7', until: today }],
  })
})

type Step =
  | { does: 'hold'; coach: 0 | 1; day: number; amount: number }
  | { does: 'refund' | 'dispute' | 'win' | 'correct' | 'hand over'; which: number; part: number }
  | { does: 'pay'; coach: 0 | 1; day: number }

/** In cents; without a call, whose limit so many steps would reach. */
async function owedTo(coach: Coach, to: string): Promise<number> {
  const { coaches } = await coachEarningsNow(app.deps, owner, { from: '2026-03-01', to })
  return toSignedCents(coaches.find(({ coachId }) => coachId === coach.id)?.owed ?? '0.00')
}

const coachNo = fc.constantFrom(0 as const, 1 as const)
// Today's noon is not over.
const day = fc.integer({ min: 1, max: 19 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('hold' as const),
      coach: coachNo,
      day,
      amount: fc.integer({ min: 1, max: 9999 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'refund' as const,
        'dispute' as const,
        'win' as const,
        'correct' as const,
        'hand over' as const,
      ),
      which: fc.nat(),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('pay' as const), coach: coachNo, day }) },
)

test('whatever happens, what was paid out and what is owed are together what was earned, to the cent', async () => {
  const { db } = app.deps
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      for (const table of [payoutLines, payouts, coachShares]) await db.delete(table)
      // The list has a hundred coaches.
      await db.update(bookings).set({ status: 'cancelled' })
      const setBy = owner.id
      await db.insert(coachShares).values([
        { validFrom: '2026-03-01', percent: 70, setBy },
        { validFrom: '2026-03-10', percent: 33, setBy },
      ])
      const team = [await aCoach(app.deps), await aCoach(app.deps)] as const
      const held: {
        id: string
        coach: 0 | 1
        percent: number
        amount: number
        back: number
        disputed: number
        counts: boolean
      }[] = []
      for (const each of steps) {
        if (each.does === 'hold') {
          const date = addDays('2026-02-28', each.day)
          hour = held.length
          const { id } = await aHeld(team[each.coach], date, { amount: each.amount }).catch(() => ({ id: null }))
          if (id)
            held.push({
              id,
              coach: each.coach,
              percent: each.day < 10 ? 70 : 33,
              amount: each.amount,
              back: 0,
              disputed: 0,
              counts: true,
            })
        } else if (each.does === 'pay') {
          const until = addDays('2026-02-28', each.day)
          const owed = await owedTo(team[each.coach], until)
          const asked = { until, amount: Math.max(owed, 0), reference: 'Transfer', idempotencyKey: newId() }
          const paying = payOutNow(app.deps, owner, team[each.coach].id, asked)
          if (owed > 0) await paying
          else await expect(paying).rejects.toMatchObject({ status: 409 })
        } else {
          const it = held[each.which % held.length]
          if (!it) continue
          if (each.does === 'refund') {
            it.back += Math.floor((it.amount - it.back) * each.part)
            await refund(it.id, it.back)
          } else if (each.does === 'correct') {
            it.counts = !it.counts
            await db
              .update(bookings)
              .set({ status: it.counts ? 'completed' : 'no_show' })
              .where(eq(bookings.id, it.id))
          } else if (each.does === 'hand over') {
            it.coach = it.coach ? 0 : 1
            await db.update(bookings).set({ coachId: team[it.coach].id }).where(eq(bookings.id, it.id))
          } else {
            it.disputed = each.does === 'dispute' ? it.amount : 0
            await dispute(it.id, it.amount, each.does === 'dispute' ? 'open' : 'won')
          }
        }
      }
      for (const [no, coach] of team.entries()) {
        const earned = held
          .filter((it) => it.coach === no && it.counts)
          .map(({ amount, back, disputed, percent }) =>
            Math.floor(((amount - back - Math.min(disputed, amount - back)) * percent) / 100),
          )
        const paid = await db.select().from(payouts).where(eq(payouts.coachId, coach.id))
        const lines = await db
          .select({ amount: payoutLines.amount })
          .from(payoutLines)
          .innerJoin(payouts, eq(payouts.id, payoutLines.payoutId))
          .where(eq(payouts.coachId, coach.id))
        const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
        const paidOut = sum(paid.map(({ amount }) => amount))
        expect(sum(lines.map(({ amount }) => amount))).toBe(paidOut)
        expect((await owedTo(coach, today)) + paidOut).toBe(sum(earned))
      }
    }),
    { numRuns: draws(8) },
  )
})
