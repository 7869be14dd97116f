import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { nearestSchema } from '#src/features/bookings/hours-contract.ts'
import { findService } from '#src/features/bookings/services.ts'
import { confirmBooking, readOrder, releaseOrder } from '#src/features/payments/contract.ts'
import { reconcile } from '#src/features/payments/server/money-desk/reconcile.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { askForHour, type HeldIntent, minutesHeld, type Wanted } from '#tests/support/hold-asks.ts'
import { answerBank, cards, payByCard } from '#tests/support/pay.ts'
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

const aNewcomer = () => aUser(app.deps, { emailVerified: false })
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
const repair = () => reconcile(app.deps)
const hold = (token: string, wanted: Wanted) => askForHour(app, token, wanted)

const orderOf = async ({ orderId }: { orderId: string }) =>
  (await app.deps.db.select().from(orders).where(eq(orders.id, orderId)))[0]!

describe('until the e-mail is verified or something was paid', () => {
  test('one hour is held: the newest takes the place of the older one, whose window reads that it went back', async () => {
    const [player, coach, other] = [await aNewcomer(), await aCoach(app.deps), await aCoach(app.deps)]
    const { body: older } = await hold(player.token, { coach, start: starts[0]! })
    const { body: newer, status } = await hold(player.token, { coach: other, start: starts[1]! })
    expect(status).toBe(200)
    expect(app.sandbox.ledger.intent(older.paymentIntentId).status).toBe('canceled')
    const read = async (params: HeldIntent) => (await app.call(readOrder, { params }, player.token)).body
    expect(await read(older)).toMatchObject({ status: 'released' })
    expect(await read(newer)).toMatchObject({ status: 'open' })
    expect(await minutesHeld(app, coach)).toBe(0)
    // The same hour for longer is no clash with itself.
    const longer = { coach: other, start: starts[1]!, service: findService('1on1-pro')! }
    expect((await hold(player.token, longer)).status).toBe(200)
    expect(await minutesHeld(app, other)).toBe(120)
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
    expect(await minutesHeld(app, coach)).toBe(60)
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
        expect(early.body.message).toMatch(/^\d of your last orders were not paid\. /)
        expect(early.body.message).toContain(` Please try again in ${words}.`)
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

  describe('or gives them back', () => {
    /** Holds the hour, and gives it back after so many minutes. */
    async function holdFor(minutes: number, { token }: { token: string }, wanted: Wanted, card?: string) {
      const { status, body } = await hold(token, wanted)
      expect(status).toBe(200)
      if (card) await payByCard(app.url, body, card)
      later(minutes)
      await app.call(releaseOrder, { params: body }, token)
    }

    test('in the first half of their time waits for nothing', async () => {
      const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
      for (let i = 0; i < 6; i++) await holdFor(7, player, { coach, start: starts[60]! })
    })

    test('after it waits as if they had run out, but for the first one of a day', async () => {
      const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
      const wanted = { coach, start: starts[60]! }
      await holdFor(8, player, wanted)
      await holdFor(13.75, player, wanted)
      await holdFor(8, player, wanted)
      expect(await hold(player.token, wanted)).toMatchObject({ status: 429, retryAfter: 60, body: { reason: 'wait' } })
      later(1)
      await holdFor(8, player, wanted)
      expect(await hold(player.token, wanted)).toMatchObject({ status: 429, retryAfter: 300 })
      // The next day the first one is free again.
      later(24 * 60)
      for (let i = 0; i < 2; i++) await holdFor(8, player, wanted)
      expect((await hold(player.token, wanted)).status).toBe(200)
    })

    test('does not wait for hours over which a bank asked them', async () => {
      const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
      for (let i = 0; i < 4; i++) await holdFor(12, player, { coach, start: starts[60]! }, cards.asks)
      // Who says no to the bank, or cannot answer it, was asked as well.
      const { body } = await hold(player.token, { coach, start: starts[60]! })
      await payByCard(app.url, body, cards.asks)
      expect(await answerBank(app.url, body, 'fail')).toBe('requires_payment_method')
      later(12)
      await app.call(releaseOrder, { params: body }, player.token)
      expect((await hold(player.token, { coach, start: starts[60]! })).status).toBe(200)
    })

    test('a declined card excuses nobody: the third hour of a day that goes back late has a pause of a minute', async () => {
      const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
      const wanted = { coach, start: starts[60]! }
      for (let i = 0; i < 3; i++) await holdFor(12, player, wanted, cards.declined)
      expect(await hold(player.token, wanted)).toMatchObject({ status: 429, retryAfter: 60, body: { reason: 'wait' } })
    })

    test('in the last minute is not believed: browsers’ clocks are a little ahead', async () => {
      const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
      for (let i = 0; i < 2; i++) {
        await holdFor(14.9, player, { coach, start: starts[60]! })
        later(0.1)
      }
      expect(await hold(player.token, { coach, start: starts[60]! })).toMatchObject({ status: 429, retryAfter: 60 })
    })
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
