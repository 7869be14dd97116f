import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freeHours } from '#src/features/bookings/hours-contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { holdLonger, releaseOrder, setOrderContact } from '#src/features/payments/contract.ts'
import { expireOrder } from '#src/features/payments/server/holds/give-back.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { seats } from '#src/features/schedule/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anIntentFor } from '#tests/support/paid-booking.ts'
import { payByCard } from '#tests/support/pay.ts'
import { starts } from '#tests/support/starts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The player's hold of a coach's hour: the intent, as the browser gets it. */
const hold = ({ token }: { token: string }, coach: CoachRow, i = 0) =>
  anIntentFor(app, token, starts[i]!, { coachId: coach.id })

describe('a held hour', () => {
  test('is free to its holder, also in another tab, and to nobody else; choosing it again goes on with it', async () => {
    const [player, other, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const held = await hold(player, coach, 6)
    const stateFor = async (token?: string) => {
      const answer = await app.call(freeHours, { query: { serviceId: '1on1-basic', coachId: coach.id } }, token)
      return answer.body.days
        .flatMap((day) => day.hours)
        .find(({ startsAt }) => +new Date(startsAt) === +starts[6]!.startsAt)?.state
    }
    expect([await stateFor(player.token), await stateFor(other.token), await stateFor()]).toEqual([
      ...['free', 'taken', 'taken'],
    ])
    expect((await hold(player, coach, 6)).orderId).toBe(held.orderId)
  })

  test('is given back with its intent, and can be taken by another at once', async () => {
    const [player, second, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const body = await hold(player, coach)
    expect((await app.call(releaseOrder, { params: body }, second.token)).status).toBe(404)
    expect((await app.call(releaseOrder, { params: body }, player.token)).body).toEqual({ released: true })
    expect((await app.call(releaseOrder, { params: body }, player.token)).body).toEqual({ released: true })
    expect(app.sandbox.ledger.intent(body.paymentIntentId).status).toBe('canceled')
    expect((await hold(second, coach)).orderId).not.toBe(body.orderId)
  })

  test('can be kept ten minutes longer, once, by its player, while it is held', async () => {
    const [player, second, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const body = await hold(player, coach)
    expect(body.canHoldLonger).toBe(true)
    const longer = (token: string) => app.call(holdLonger, { params: body }, token)
    expect((await longer(second.token)).status).toBe(404)
    const answers = await Promise.all([longer(player.token), longer(player.token)])
    const [kept, refused] = answers.sort((a, b) => a.status - b.status)
    expect(kept!.status).toBe(200)
    const heldUntil = Date.parse(body.heldUntil!) + 10 * 60_000
    expect(Date.parse(kept!.body.heldUntil)).toBe(heldUntil)
    expect(refused).toMatchObject({
      status: 409,
      body: { reason: 'longer', message: 'You have had ten minutes more already. Please pay now.' },
    })
    const [seat] = await app.deps.db.select().from(seats).where(eq(seats.playerId, player.id))
    expect(seat!.heldUntil!.getTime()).toBe(heldUntil)
    const again = await hold(player, coach)
    expect(again).toMatchObject({ orderId: body.orderId, canHoldLonger: false })

    const released = await hold(player, coach, 3)
    await app.call(releaseOrder, { params: released }, player.token)
    expect(await app.call(holdLonger, { params: released }, player.token)).toMatchObject({
      status: 409,
      body: { reason: 'closed', message: 'Your hour is not held any more. Please choose it again.' },
    })
  })

  test('is not given back once it is paid', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const body = await hold(player, coach)
    await payByCard(app.url, body)
    expect((await app.call(releaseOrder, { params: body }, player.token)).body).toEqual({ released: false })
  })

  test('runs out: the intent is cancelled, then the seat is freed', async () => {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const body = await hold(player, coach)
    await expireOrder(app.deps, body.orderId)
    expect(app.sandbox.ledger.intent(body.paymentIntentId).status).toBe('canceled')
    expect(await app.deps.db.select().from(seats).where(eq(seats.playerId, player.id))).toHaveLength(0)
  })

  test('keeps the contact of the booking; nobody else can change it', async () => {
    const [player, second, coach] = [await aUser(app.deps), await aUser(app.deps), await aCoach(app.deps)]
    const intent = await hold(player, coach)
    const contact = { params: intent, body: { name: 'Zed', email: 'Zed@Example.com', phone: '' } }
    expect((await app.call(setOrderContact, contact, second.token)).status).toBe(404)
    expect((await app.call(setOrderContact, contact, player.token)).status).toBe(200)
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(order).toMatchObject({ contactName: 'Zed', contactEmail: 'zed@example.com', contactPhone: null })
    const phone = (text: string) =>
      app.call(setOrderContact, { params: intent, body: { ...contact.body, phone: text } }, player.token)
    expect((await phone('(212) 555-0100')).status).toBe(200)
    const [reached] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(reached!.contactPhone).toBe('+12125550100')
    expect((await phone(' 020 7946\u00000958 ')).status).toBe(400)
    expect((await phone(' 020 7946\t0958 ')).status).toBe(200)
    const [kept] = await app.deps.db.select().from(orders).where(eq(orders.id, intent.orderId))
    expect(kept!.contactPhone).toBe('020 7946 0958')
    const blank = await app.call(setOrderContact, { params: intent, body: { name: ' ', email: 'x' } }, player.token)
    expect(blank).toMatchObject({
      status: 400,
      body: { fields: { name: 'Please fill in your name.', email: 'Please enter a valid email address' } },
    })
  })
})
