import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { nearestSchema } from '#src/features/bookings/hours-contract.ts'
import { findService, type Service, services } from '#src/features/bookings/services.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import { confirmBooking, createPaymentIntent, readOrder, releaseOrder } from '#src/features/payments/contract.ts'
import { reconcile } from '#src/features/payments/server/money-desk/reconcile.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { saveAvailability } from '#src/features/schedule/server/availability.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import type { CallReply } from '#src/shared/define-call.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { draws } from '#tests/support/random-draws.ts'
import { starts } from '#tests/support/starts.ts'

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
const basic = findService('1on1-basic')!
const aNewcomer = () => aUser(app.deps, { emailVerified: false })
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
const repair = () => reconcile(app.deps)

type Wanted = { coach: CoachRow | null; start?: Start; service?: Service }
type Intent = CallReply<typeof createPaymentIntent>

/** Asks for an hour as a browser at this address does. */
async function hold(token: string, { coach, start, service = basic }: Wanted, remoteAddress = '192.0.2.1') {
  const hour = { selectedDate: start?.date, selectedTime: start?.time }
  const metadata = { serviceId: service.id, coachId: coach?.id, game: 'rocket-league', ...hour }
  const answer = await app.app.http.inject({
    method: 'POST',
    url: createPaymentIntent.path,
    payload: { amount: service.price / 100, metadata },
    headers: { authorization: `Bearer ${token}` },
    remoteAddress,
  })
  return {
    status: answer.statusCode,
    body: answer.json<Intent & { message: string; reason: string; nearest: unknown }>(),
    retryAfter: Number(answer.headers['retry-after']),
  }
}

const orderOf = async ({ orderId }: { orderId: string }) =>
  (await app.deps.db.select().from(orders).where(eq(orders.id, orderId)))[0]!

/** How many minutes of a coach are in somebody's hands. */
async function minutesHeld(coach: CoachRow): Promise<number> {
  const { rows } = await app.deps.db.execute<{ minutes: number }>(sql`
    select coalesce(sum(extract(epoch from upper(during) - lower(during)) / 60), 0)::int as minutes
      from slots where coach_id = ${coach.id}`)
  return rows[0]!.minutes
}

/** A coach who works one hour a day, or as many as told. */
async function aRareCoach(hours = 1): Promise<CoachRow> {
  const coach = await aCoach(app.deps)
  const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    opens: '09:00',
    closes: `${String(9 + hours).padStart(2, '0')}:00`,
  }))
  await saveAvailability(app.deps, coach.id, { zone, week, exceptions: [] })
  return coach
}

describe('until the e-mail is verified or something was paid', () => {
  test('one hour is held: the newest takes the place of the older one, whose window reads that it went back', async () => {
    const [player, coach, other] = [await aNewcomer(), await aCoach(app.deps), await aCoach(app.deps)]
    const { body: older } = await hold(player.token, { coach, start: starts[0]! })
    const { body: newer, status } = await hold(player.token, { coach: other, start: starts[1]! })
    expect(status).toBe(200)
    expect(app.sandbox.ledger.intent(older.paymentIntentId).status).toBe('canceled')
    const read = async (params: Intent) => (await app.call(readOrder, { params }, player.token)).body
    expect(await read(older)).toMatchObject({ status: 'released' })
    expect(await read(newer)).toMatchObject({ status: 'open' })
    expect(await minutesHeld(coach)).toBe(0)
    // The same hour for longer is no clash with itself.
    const longer = { coach: other, start: starts[1]!, service: findService('1on1-pro')! }
    expect((await hold(player.token, longer)).status).toBe(200)
    expect(await minutesHeld(other)).toBe(120)
  })

  test('an hour that cannot be had leaves the older one', async () => {
    const [player, rival, coach] = [await aNewcomer(), await aUser(app.deps), await aCoach(app.deps)]
    await hold(rival.token, { coach, start: starts[3]! })
    const { body } = await hold(player.token, { coach, start: starts[0]! })
    const refused = await hold(player.token, { coach, start: starts[3]! })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'taken' } })
    expect(nearestSchema.parse(refused.body.nearest)).toHaveLength(3)
    expect((await orderOf(body)).status).toBe('open')
  })

  test('several asked for at once are one in the end', async () => {
    const [player, coach] = [await aNewcomer(), await aCoach(app.deps)]
    await Promise.all([0, 1, 2, 3, 4].map((i) => hold(player.token, { coach, start: starts[i]! })))
    expect(await minutesHeld(coach)).toBe(60)
  })

  test('and three afterwards, beyond which the nearest free hours are named', async () => {
    const [verified, paying, coach] = [await aNewcomer(), await aNewcomer(), await aCoach(app.deps)]
    await app.deps.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, verified.id))
    const { body: intent } = await hold(paying.token, { coach, start: starts[40]! })
    await payByCard(app.url, intent)
    expect((await app.call(confirmBooking, { body: intent }, paying.token)).status).toBe(200)
    for (const [i, { token }] of [verified, paying].entries()) {
      for (const nth of [0, 1, 2]) expect((await hold(token, { coach, start: starts[i * 5 + nth]! })).status).toBe(200)
      const fourth = await hold(token, { coach, start: starts[i * 5 + 4]! })
      expect(fourth).toMatchObject({ status: 409, body: { reason: 'holds' } })
      expect(nearestSchema.parse(fourth.body.nearest)).toHaveLength(3)
    }
  })
})

describe('a network of unknown players', () => {
  test('never holds more than a thirtieth of a coach’s hours, however many ask at once, and everybody else gets an hour at the first try', async () => {
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
          wanted.map(({ at, service }, i) =>
            hold(players[i]!.token, { coach, start: starts[at]!, service }, network(i)),
          ),
        )
        // 12 hours on each of 14 days.
        expect(await minutesHeld(coach)).toBeLessThanOrEqual((168 * 60) / 30)
        const refused = answers.filter(({ body }) => body.reason === 'network')
        refusals += refused.length
        for (const { status, retryAfter, body } of refused) {
          expect(status).toBe(429)
          expect(retryAfter).toBeGreaterThan(0)
          expect(body.message).toMatch(/^Your network is holding .* or try again in 1[45] minutes\.$/)
          expect(nearestSchema.parse(body.nearest)).toHaveLength(3)
        }

        const taken = new Set(wanted.flatMap(({ at }) => [at - 1, at, at + 1]))
        const free = starts.filter((_, at) => !taken.has(at))
        const [stranger, friend] = [await aNewcomer(), await aUser(app.deps)]
        expect((await hold(stranger.token, { coach, start: free[0]! }, `198.51.100.${crowd}`)).status).toBe(200)
        expect((await hold(friend.token, { coach, start: free[5]! }, network(0))).status).toBe(200)
      }),
      { numRuns: draws(4) },
    )
    expect(refusals).toBeGreaterThan(0)
  })

  test.each([{ mostADay: 1 }, { bufferMinutes: 60 }])(
    'holds two hours of a coach of these rules: %o',
    async (rules) => {
      const coach = await aCoach(app.deps)
      const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '22:00' }))
      await saveAvailability(app.deps, coach.id, { zone, week, exceptions: [], ...rules } as never)
      const ask = async (at: number) => (await hold((await aNewcomer()).token, { coach, start: starts[at]! })).status
      expect([await ask(0), await ask(12), await ask(24)]).toEqual([200, 200, 429])
    },
  )

  test('holds two hours of a coach who works little; players of one group session hold one hour together', async () => {
    const coach = await aRareCoach()
    const group = { coach, start: starts[0]!, service: findService('group-basic')! }
    for (let i = 0; i < 4; i++) expect((await hold((await aNewcomer()).token, group)).status).toBe(200)
    expect((await hold((await aNewcomer()).token, { coach, start: starts[12]! })).status).toBe(200)
    const third = await hold((await aNewcomer()).token, { coach, start: starts[24]! })
    expect(third).toMatchObject({ status: 429, body: { reason: 'network' } })
  })

  test('with any coach goes to the coach it holds fewer hours of', async () => {
    await app.deps.db.update(coaches).set({ isActive: false })
    const [busy, other] = [await aRareCoach(), await aCoach(app.deps)]
    for (const i of [0, 12]) await hold((await aNewcomer()).token, { coach: busy, start: starts[i]! })
    // The other one has a session that day: the first would be asked first.
    await hold((await aUser(app.deps)).token, { coach: other, start: starts[40]! })
    const { status, body } = await hold((await aNewcomer()).token, { coach: null, start: starts[36]! })
    expect([status, body.coachName]).toEqual([200, other.name])
  })

  test('is kept as a hash, and only as long as the hour is held', async () => {
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
    const friend = await aUser(app.deps)
    const { body } = await hold(friend.token, { coach, start: starts[4]! }, '203.0.113.7')
    expect((await orderOf(body)).network).toBeNull()
  })
})

describe('a player who lets holds run out', () => {
  test('waits longer each time, is told how long, and is forgiven by a payment', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const ask = () => hold(player.token, { coach, start: starts[60]! })
    for (const [pause, words] of [
      [0],
      [1, '1 minute'],
      [5, '5 minutes'],
      [15, '15 minutes'],
      [60, '60 minutes'],
    ] as const) {
      expect((await ask()).status).toBe(200)
      later(15.001)
      await repair()
      if (pause > 0) {
        const early = await ask()
        expect(early).toMatchObject({ status: 429, retryAfter: pause * 60, body: { reason: 'wait' } })
        expect(early.body.message).toMatch(`ran out unpaid. Please try again in ${words}.`)
        expect(nearestSchema.parse(early.body.nearest)).toHaveLength(3)
      }
      later(pause)
    }
    const { body, status } = await ask()
    expect(status).toBe(200)
    await payByCard(app.url, body)
    expect((await app.call(confirmBooking, { body }, player.token)).status).toBe(200)
    const next = async () => hold(player.token, { coach, start: starts[62]! })
    expect((await next()).status).toBe(200)
    later(15.001)
    await repair()
    expect((await next()).status).toBe(200)
  })

  test('but not one who gives them back; the browser that does so when the time is over is not believed', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const ask = () => hold(player.token, { coach, start: starts[60]! })
    const giveBack = async (params: Intent) => app.call(releaseOrder, { params }, player.token)
    for (let i = 0; i < 3; i++) {
      const { status, body } = await ask()
      expect(status).toBe(200)
      later(10)
      await giveBack(body)
    }
    for (let i = 0; i < 2; i++) {
      const { body } = await ask()
      later(14.9)
      await giveBack(body)
      later(0.1)
    }
    expect(await ask()).toMatchObject({ status: 429, retryAfter: 60 })
  })
})

describe('an order without an hour', () => {
  test('counts as a hold, ends like one, and is paid late without loss', async () => {
    const player = await aUser(app.deps)
    const buy = (id: string) => hold(player.token, { coach: null, service: findService(id)! })
    const [{ body: unpaid }, { body: inTime }, { body: late }] = [
      await buy('package-pro'),
      await buy('package-elite'),
      await buy('package-starter'),
    ] as const
    expect((await buy('package-pro')).body.orderId).toBe(unpaid.orderId)
    expect(await buy('1on1-basic')).toMatchObject({ status: 409, body: { reason: 'holds' } })
    await payByCard(app.url, inTime)
    // Ended by us in the very moment it was paid.
    await payByCard(app.url, late)
    await app.deps.db.update(orders).set({ status: 'released' }).where(eq(orders.id, late.orderId))

    later(15.1)
    await repair()
    await app.runJobs()
    expect(app.sandbox.ledger.intent(unpaid.paymentIntentId).status).toBe('canceled')
    expect(await orderOf(unpaid)).toMatchObject({ status: 'released', ranOut: true })
    expect(await orderOf(inTime)).toMatchObject({ status: 'booked' })
    expect(await orderOf(late)).toMatchObject({ status: 'booked' })
  })
})
