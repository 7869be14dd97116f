import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { findService } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { readOrder, setOrderContact } from '#src/features/payments/contract.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aRareCoach, askForHour } from '#tests/support/hold-asks.ts'
import { cards, payByCard } from '#tests/support/pay.ts'
import { starts } from '#tests/support/starts.ts'

/** Who gets an unpaid hour that another player of a crowded network holds (HOLD-4). */

let app: TestApp
let clock: Date
beforeAll(async () => {
  app = await startTestApp({ rateLimits: 'on', now: () => clock })
})
beforeEach(() => {
  clock = new Date()
})
afterAll(() => app.close())

const [school, home] = ['198.51.100.1', '203.0.113.1']
const orderOf = async ({ orderId }: { orderId: string }) =>
  (await app.deps.db.select().from(orders).where(eq(orders.id, orderId)))[0]!
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}

/** A newcomer who asks for the first hour of a day. */
async function ask(coach: CoachRow, day: number, address: string, player?: { token: string }) {
  const { token } = player ?? (await aUser(app.deps, { emailVerified: false }))
  const asked = await askForHour(app, token, { coach, start: starts[day * 12]! }, address)
  return {
    ...asked,
    token,
    read: async () => (await app.call(readOrder, { params: asked.body }, token)).body,
  }
}

test('at its network’s limit a newcomer takes the oldest hold of others, once it is 5 minutes old, and its holder reads so', async () => {
  const coach = await aRareCoach(app)
  const oldest = await ask(coach, 0, school)
  later(2)
  const second = await ask(coach, 1, school)
  later(2.5)
  const early = await ask(coach, 2, school)
  expect(early).toMatchObject({ status: 429, retryAfter: 30, body: { reason: 'network' } })
  expect(early.body.message).toBe(
    `Your network (school, dorm, mobile?) holds several unpaid hours of ${coach.name}. One gets free in 1 min; others are open now.`,
  )
  later(0.5)
  expect((await ask(coach, 2, school)).status).toBe(200)
  expect(await oldest.read()).toEqual({ status: 'released', heldUntil: null, isGivenOn: true })
  expect(app.sandbox.ledger.intent(oldest.body.paymentIntentId).status).toBe('canceled')
  expect(await second.read()).toMatchObject({ status: 'open', isGivenOn: false })
  // It was not their doing: they wait for nothing.
  expect((await ask(await aCoach(app.deps), 0, home, oldest)).status).toBe(200)
})

test('a hold over which a bank is asked, and an own one, go to nobody', async () => {
  const coach = await aRareCoach(app)
  const paying = await ask(coach, 0, school)
  expect(await payByCard(app.url, paying.body, cards.asks)).toBe('requires_action')
  const player = await aUser(app.deps)
  await ask(coach, 1, school, player)
  later(6)
  expect(await ask(coach, 2, school, player)).toMatchObject({ status: 429, body: { reason: 'network' } })
  expect((await ask(coach, 2, school)).status).toBe(200)
  expect(await paying.read()).toMatchObject({ status: 'open' })
})

test('a hold that was lengthened for a bank goes to nobody, also in its last minute', async () => {
  const coach = await aRareCoach(app)
  const paying = await ask(coach, 0, school)
  later(12)
  const other = await ask(coach, 1, school)
  const body = { name: 'Rimshot', email: 'rimshot@demo.test' }
  expect((await app.call(setOrderContact, { params: paying.body, body }, paying.token)).status).toBe(200)
  later(4)
  expect(await ask(coach, 2, school)).toMatchObject({ status: 429, body: { reason: 'network' } })
  later(5.5)
  expect((await ask(coach, 2, school)).status).toBe(200)
  expect([await paying.read(), await other.read()]).toMatchObject([{ status: 'open' }, { isGivenOn: true }])
})

test('at the limit of all networks the one that holds most gives its oldest', async () => {
  // 28 hours, of which newcomers hold 14.
  const coach = await aRareCoach(app, 2)
  const hold = async (at: number, address: string) => {
    const { token } = await aUser(app.deps, { emailVerified: false })
    const start = starts[Math.floor(at / 2) * 12 + (at % 2)]!
    return { token, ...(await askForHour(app, token, { coach, start }, address)) }
  }
  const oldest = await hold(0, school)
  later(0.1)
  expect((await hold(1, school)).status).toBe(200)
  for (let at = 2; at < 14; at++) expect((await hold(at, `203.0.113.${at}`)).status).toBe(200)
  later(5)
  // The first hour is theirs in any case; for the second nobody holds two more than they do.
  expect((await hold(14, home)).status).toBe(200)
  expect(await hold(15, home)).toMatchObject({ status: 429, body: { reason: 'network' } })
  await app.deps.db
    .update(orders)
    .set({ network: (await orderOf(oldest.body)).network })
    .where(and(eq(orders.coachId, coach.id), eq(orders.startsAt, starts[12]!.startsAt)))
  expect((await hold(15, home)).status).toBe(200)
  expect(await orderOf(oldest.body)).toMatchObject({ status: 'released', isGivenOn: true })
})

test('an hour of a network that holds two goes to a network that holds none; a network’s only one stays', async () => {
  const coach = await aRareCoach(app)
  const [first, , only] = [await ask(coach, 0, school), await ask(coach, 1, school), await ask(coach, 2, home)]
  later(4.9)
  expect(await ask(coach, 0, '203.0.113.7')).toMatchObject({ status: 409, body: { reason: 'taken' } })
  later(0.1)
  expect(await ask(coach, 2, '203.0.113.7')).toMatchObject({ status: 409, body: { reason: 'taken' } })
  expect((await ask(coach, 0, '203.0.113.7')).status).toBe(200)
  expect(await first.read()).toMatchObject({ isGivenOn: true })
  expect(await only.read()).toMatchObject({ status: 'open' })
})

test('an hour that went to another network goes to none again within the hour, however many fresh ones ask', async () => {
  const coach = await aRareCoach(app)
  const [one, two] = [await ask(coach, 0, home), await ask(coach, 1, home)]
  later(5)
  expect((await ask(coach, 0, '198.18.2.1')).status).toBe(200)
  // They hold two again, and the other one is as old as can be.
  const again = await ask(coach, 2, home, one)
  later(5)
  expect(await ask(coach, 2, '198.18.2.2')).toMatchObject({ status: 409, body: { reason: 'taken' } })
  expect((await ask(coach, 1, '198.18.2.3')).status).toBe(200)
  expect([await again.read(), await two.read()]).toMatchObject([{ status: 'open' }, { isGivenOn: true }])
  const third = await ask(coach, 3, home, two)
  later(7)
  for (const day of [2, 3])
    expect(await ask(coach, day, `198.18.2.1${day}`)).toMatchObject({ status: 409, body: { reason: 'taken' } })
  // Among themselves they still make room for each other.
  expect((await ask(coach, 4, home)).status).toBe(200)
  expect([await again.read(), await third.read()]).toMatchObject([{ isGivenOn: true }, { status: 'open' }])
  // An hour after it went, who holds two can lose one again.
  later(60)
  const [late] = [await ask(coach, 5, home, one), await ask(coach, 6, home, two)]
  later(5)
  expect((await ask(coach, 5, '198.18.2.9')).status).toBe(200)
  expect(await late.read()).toMatchObject({ isGivenOn: true })
})

test('nothing is ended where too few holds can go: a bank found asking midway costs nobody else their hour', async () => {
  // Two hours a day; a network may hold two.
  const coach = await aRareCoach(app, 2)
  const [first, paying] = [await ask(coach, 0, school), await ask(coach, 1, school)]
  later(6)
  expect(await payByCard(app.url, paying.body, cards.asks)).toBe('requires_action')
  const { token } = await aUser(app.deps, { emailVerified: false })
  const twoHours = { coach, start: starts[24]!, service: findService('1on1-pro')! }
  expect(await askForHour(app, token, twoHours, school)).toMatchObject({ status: 429, body: { reason: 'network' } })
  expect(await first.read()).toMatchObject({ status: 'open' })
})

test('with any coach the hour goes over from the next one where the first has none to give', async () => {
  await app.deps.db.update(coaches).set({ isActive: false })
  const all = [await aRareCoach(app), await aRareCoach(app), await aRareCoach(app)]
  const [first] = await Promise.all(all.map((coach) => ask(coach, 0, school)))
  const newest = all.at(-1)!
  // Of the last coach only the network holds another hour: no other can give one.
  await ask(newest, 1, school)
  later(5)
  const { token } = await aUser(app.deps, { emailVerified: false })
  const asked = await askForHour(app, token, { coach: null, start: starts[0]! }, home)
  expect([asked.status, asked.body.coachName]).toEqual([200, newest.name])
  expect(await first!.read()).toMatchObject({ status: 'open' })
})

test('of 300 newcomers behind 30 mobile addresses at a coach with 12 open hours nobody is refused an hour that could be had', async () => {
  // Six hours on each of two days, a week apart.
  const [first] = starts
  const weekday = new Date(`${first!.date}T12:00:00Z`).getUTCDay() || 7
  const coach = await aRareCoach(app, 6, [weekday])
  const hours = [...starts.slice(0, 6), ...starts.slice(84, 90)]
  const held = () => app.deps.db.select().from(orders).where(eq(orders.coachId, coach.id))
  const live = async () => (await held()).filter(({ status, heldUntil }) => status === 'open' && heldUntil! > clock)
  const markOf = new Map<string, string>()
  let taken = 0
  for (let i = 0; i < 300; i++) {
    const address = `198.18.1.${(i * 7) % 30}`
    const start = hours[(i * 5) % 12]!
    const before = await live()
    const { status, body } = await askForHour(
      app,
      (await aUser(app.deps, { emailVerified: false })).token,
      { coach, start },
      address,
    )
    const after = await live()
    if (status === 200) {
      taken += 1
      const mine = after.find(({ id }) => id === body.orderId)!
      markOf.set(address, mine.network!)
      // One is given on for it at most, and none that is young.
      const gone = before.filter(({ id }) => !after.some((other) => other.id === id))
      expect(gone.length).toBeLessThanOrEqual(1)
      for (const { createdAt } of gone) expect(+clock - +createdAt).toBeGreaterThanOrEqual(5 * 60_000)
    } else {
      const own = before.filter(({ network }) => network === markOf.get(address))
      const inTheWay = before.find(({ startsAt }) => +startsAt! === +start.startsAt)
      const isYoung = ({ createdAt }: { createdAt: Date }) => +clock - +createdAt < 5 * 60_000
      const crowd = before.filter(({ network }) => network === inTheWay?.network)
      const couldGo = inTheWay
        ? own.length === 0 && crowd.length > 1 && !isYoung(inTheWay)
        : own.some((hold) => !isYoung(hold))
      expect({ reason: body.reason, couldGo }).toEqual({ reason: inTheWay ? 'taken' : 'network', couldGo: false })
    }
    later(0.2)
  }
  expect(taken).toBeGreaterThan(12)
})
