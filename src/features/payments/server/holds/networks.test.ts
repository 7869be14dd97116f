import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { freeHours, nearestSchema } from '#src/features/bookings/hours-contract.ts'
import { findService, type Service, services } from '#src/features/bookings/services.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { confirmBooking, releaseOrder } from '#src/features/payments/contract.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { saveAvailability } from '#src/features/schedule/server/availability.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aRareCoach, askForHour, minutesHeld, type Wanted } from '#tests/support/hold-asks.ts'
import { payByCard } from '#tests/support/pay.ts'
import { draws } from '#tests/support/random-draws.ts'
import { starts } from '#tests/support/starts.ts'

/** What players of one network, and of all, who never paid hold of a coach together (HOLD-4). */

let app: TestApp
let clock: Date
beforeAll(async () => {
  app = await startTestApp({ rateLimits: 'on', now: () => clock })
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => app.close())

const zone = 'America/New_York'
const elite = findService('package-elite')!
const aNewcomer = () => aUser(app.deps, { emailVerified: false })
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)
/** Somebody whose account is old enough. */
async function aTrusted() {
  const user = await aUser(app.deps)
  await app.deps.db
    .update(users)
    .set({ createdAt: daysAgo(21.1) })
    .where(eq(users.id, user.id))
  return user
}
const hold = (token: string, wanted: Wanted, address?: string) => askForHour(app, token, wanted, address)

const orderOf = async ({ orderId }: { orderId: string }) =>
  (await app.deps.db.select().from(orders).where(eq(orders.id, orderId)))[0]!

test.each([
  { networks: 2, leastFree: 2 / 3 },
  { networks: 10, leastFree: 1 / 2 },
  // The first hour of each is always theirs.
  { networks: 28, leastFree: 2 / 5 },
])(
  '28 verified accounts from $networks networks, each holding three sessions of two hours, leave so many hours free: $leastFree',
  async ({ networks, leastFree }) => {
    const coach = await aCoach(app.deps)
    const free = async () => {
      const { body } = await app.call(freeHours, { query: { serviceId: '1on1-basic', coachId: coach.id } })
      return body.days.flatMap((day) => day.hours).filter(({ state }) => state === 'free').length
    }
    const before = await free()
    const thieves = await Promise.all(Array.from({ length: 28 }, () => aUser(app.deps)))
    for (const [i, { token }] of thieves.entries())
      for (const nth of [0, 1, 2])
        await hold(token, { coach, start: starts[(i * 3 + nth) * 2]!, service: elite }, `198.18.0.${i % networks}`)
    expect(await free()).toBeGreaterThanOrEqual(before * leastFree)
    const newcomer = await hold((await aNewcomer()).token, { coach, start: starts.at(-1)! }, '198.51.100.1')
    expect(newcomer.status).toBe(200)
  },
)

test('who has paid, or has a verified account of three weeks, counts by themselves; a verified e-mail is not enough', async () => {
  const coach = await aRareCoach(app)
  const ask = async ({ token }: { token: string }, day: number, address = '198.51.100.2') =>
    hold(token, { coach, start: starts[day * 12]! }, address)
  const [payer, young] = [await aUser(app.deps), await aUser(app.deps)]
  const { body } = await ask(payer, 0)
  await payByCard(app.url, body)
  expect((await app.call(confirmBooking, { body }, payer.token)).status).toBe(200)
  await app.deps.db
    .update(users)
    .set({ createdAt: daysAgo(20.9) })
    .where(eq(users.id, young.id))
  for (const day of [1, 2]) expect((await ask(await aUser(app.deps), day)).status).toBe(200)
  const nobody = await aTrusted()
  await app.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, nobody.id))
  for (const known of [young, nobody])
    expect(await ask(known, 3)).toMatchObject({ status: 429, body: { reason: 'network' } })
  for (const [i, known] of [payer, await aTrusted()].entries()) expect((await ask(known, 4 + i)).status).toBe(200)
})

test('newcomers of all networks hold half of a coach’s hours together; the first hour of a network is never refused', async () => {
  // 14 hours: half of them are 7.
  const coach = await aRareCoach(app)
  const ask = async (day: number, address: string) =>
    hold((await aNewcomer()).token, { coach, start: starts[day * 12]! }, address)
  for (let day = 0; day < 6; day++) expect((await ask(day, `203.0.113.${day % 3}`)).status).toBe(200)
  expect((await ask(6, '203.0.113.20')).status).toBe(200)
  expect(await ask(7, '203.0.113.20')).toMatchObject({ status: 429, body: { reason: 'network' } })
  for (const day of [8, 9, 10]) expect((await ask(day, `203.0.113.3${day}`)).status).toBe(200)
})
test('a network of newcomers never holds more than a thirtieth of a coach’s hours, however many ask at once, and everybody else gets an hour at the first try', async () => {
  const players = await Promise.all(Array.from({ length: 20 }, aNewcomer))
  const hours = fc.array(fc.record({ at: fc.nat(starts.length - 1), service: fc.constantFrom(...services) }), {
    minLength: players.length,
    maxLength: players.length,
  })
  let crowd = 0
  let refusals = 0
  await fc.assert(
    fc.asyncProperty(hours, async (wanted) => {
      crowd += 1
      const coach = await aCoach(app.deps)
      const network = (i: number) => `2001:db8:0:${crowd}::${i + 1}`
      const answers = await Promise.all(
        wanted.map(({ at, service }, i) => hold(players[i]!.token, { coach, start: starts[at]!, service }, network(i))),
      )
      // 12 hours on each of 14 days.
      expect(await minutesHeld(app, coach)).toBeLessThanOrEqual((168 * 60) / 30)
      const refused = answers.filter(({ body }) => body.reason === 'network')
      refusals += refused.length
      for (const { status, retryAfter, body } of refused) {
        expect(status).toBe(429)
        expect(retryAfter).toBeGreaterThan(0)
        expect(body.message).toBe(
          `Your network (school, dorm, mobile?) holds several unpaid hours of ${coach.name}. One gets free in 5 min; others are open now.`,
        )
        expect(nearestSchema.parse(body.nearest)).toHaveLength(3)
      }

      const taken = new Set(wanted.flatMap(({ at }) => [at - 1, at, at + 1]))
      const free = starts.filter((_, at) => !taken.has(at))
      const [stranger, friend] = [await aNewcomer(), await aTrusted()]
      expect((await hold(stranger.token, { coach, start: free[0]! }, `198.51.100.${crowd}`)).status).toBe(200)
      expect((await hold(friend.token, { coach, start: free[5]! }, network(0))).status).toBe(200)
    }),
    { numRuns: draws(4) },
  )
  expect(refusals).toBeGreaterThan(0)
})

test.each([{ mostADay: 1 }, { bufferMinutes: 60 }])(
  'it holds two hours of a coach of these rules: %o',
  async (rules) => {
    const coach = await aCoach(app.deps)
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '22:00' }))
    await saveAvailability(app.deps, coach.id, { zone, week, exceptions: [], ...rules } as never)
    const ask = async (at: number) => (await hold((await aNewcomer()).token, { coach, start: starts[at]! })).status
    expect([await ask(0), await ask(12), await ask(24)]).toEqual([200, 200, 429])
  },
)

test('it holds two hours of a coach who works little; players of one group session hold one hour together', async () => {
  const coach = await aRareCoach(app)
  const group = { coach, start: starts[0]!, service: findService('group-basic')! }
  for (let i = 0; i < 4; i++) expect((await hold((await aNewcomer()).token, group)).status).toBe(200)
  expect((await hold((await aNewcomer()).token, { coach, start: starts[12]! })).status).toBe(200)
  const third = await hold((await aNewcomer()).token, { coach, start: starts[24]! })
  expect(third).toMatchObject({ status: 429, body: { reason: 'network' } })
})

test('with any coach it goes to the coach it holds fewer hours of', async () => {
  await app.deps.db.update(coaches).set({ isActive: false })
  const [busy, other] = [await aRareCoach(app), await aCoach(app.deps)]
  for (const i of [0, 12]) await hold((await aNewcomer()).token, { coach: busy, start: starts[i]! })
  // The other one has a session that day: the first would be asked first.
  await hold((await aUser(app.deps)).token, { coach: other, start: starts[40]! })
  const { status, body } = await hold((await aNewcomer()).token, { coach: null, start: starts[36]! })
  expect([status, body.coachName]).toEqual([200, other.name])
})

test('households of IPv6 hold together: all of a /56 is one network, the next /56 is another', async () => {
  const coach = await aRareCoach(app)
  const ask = async (day: number, address: string) =>
    (await hold((await aNewcomer()).token, { coach, start: starts[day * 12]! }, address)).status
  expect(await ask(0, '2001:db8:7:1100::1')).toBe(200)
  expect(await ask(1, '2001:db8:7:11ff::1')).toBe(200)
  expect(await ask(2, '2001:db8:7:1142::1')).toBe(429)
  expect(await ask(2, '2001:db8:7:1200::1')).toBe(200)
})

test('who is refused reads what is so: one unpaid hour of their network, or half of all held by newcomers', async () => {
  const coach = await aRareCoach(app, 2)
  const ask = async (at: number, address: string, service?: Service) => {
    const start = starts[Math.floor(at / 2) * 12 + (at % 2)]!
    return (await hold((await aNewcomer()).token, { coach, start, ...(service && { service }) }, address)).body.message
  }
  await ask(0, '198.51.100.9')
  expect(await ask(2, '198.51.100.9', findService('1on1-pro'))).toBe(
    `Your network (school, dorm, mobile?) holds an unpaid hour of ${coach.name}. It gets free in 5 min; others are open now.`,
  )
  // 28 hours: newcomers hold 14 of them.
  for (let at = 4; at < 17; at++) await ask(at, `198.51.100.1${at}`)
  expect(await ask(18, '198.51.100.9')).toBe(
    `Newcomers hold half of the hours of ${coach.name} unpaid. Other hours are open now.`,
  )
})

test('it is kept as a hash, and only as long as the hour is held', async () => {
  const [player, payer, coach] = [await aNewcomer(), await aNewcomer(), await aCoach(app.deps)]
  const { body: given } = await hold(player.token, { coach, start: starts[0]! }, '203.0.113.7')
  const { body: paid } = await hold(payer.token, { coach, start: starts[2]! }, '203.0.113.7')
  const { network } = await orderOf(given)
  expect(network).toMatch(/^[\w-]{43}$/)
  expect((await orderOf(paid)).network).toBe(network)
  await app.call(releaseOrder, { params: given }, player.token)
  await payByCard(app.url, paid)
  await app.call(confirmBooking, { body: paid }, payer.token)
  expect([await orderOf(given), await orderOf(paid)]).toMatchObject([{ network: null }, { network: null }])
  const friend = await aTrusted()
  const { body } = await hold(friend.token, { coach, start: starts[4]! }, '203.0.113.7')
  expect((await orderOf(body)).network).toBeNull()
})
