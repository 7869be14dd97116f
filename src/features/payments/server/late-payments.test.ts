import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { confirmBooking } from '#src/features/payments/contract.ts'
import { lockCoach } from '#src/features/schedule/server/schedule.ts'
import { exceptions, seats } from '#src/features/schedule/server/table.ts'
import { playedGames } from '#src/shared/games.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { anIntentFor } from '#tests/support/paid-booking.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { expireOrder } from './holds/give-back.ts'
import { orders, refunds } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const confirm = (token: string, paymentIntentId: string, more: object = {}) =>
  app.call(confirmBooking, { body: { paymentIntentId, ...more } }, token)
const bookingsOf = (paymentId: string) => app.deps.db.select().from(bookings).where(eq(bookings.paymentId, paymentId))
const mailsTo = (email: string) => app.sandbox.outbox.list().filter((mail) => mail.to.includes(email))

describe('a payment after its hold ran out', () => {
  /** Makes the hold run out while the provider cannot be told, then pays. */
  async function payLate() {
    const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
    const intent = await anIntentFor(app, player.token, starts[0]!, { coachId: coach.id })
    await app.deps.db
      .update(seats)
      .set({ heldUntil: new Date(Date.now() - 1000) })
      .where(eq(seats.playerId, player.id))
    return { player, coach, intent }
  }

  test('still books the hour if nobody took it', async () => {
    const { player, intent } = await payLate()
    await payByCard(app.url, intent)
    expect((await confirm(player.token, intent.paymentIntentId)).status).toBe(200)
  })

  test('is refunded in full, once, and told, if somebody did', async () => {
    const { player, coach, intent } = await payLate()
    const faster = await aUser(app.deps)
    const theirs = await anIntentFor(app, faster.token, starts[0]!, { coachId: coach.id })
    await payByCard(app.url, theirs)
    expect((await confirm(faster.token, theirs.paymentIntentId)).status).toBe(200)

    const contactPhone = '+12125550143'
    await app.deps.db.update(orders).set({ contactPhone }).where(eq(orders.id, intent.orderId))
    await payByCard(app.url, intent)
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(player.token, intent.paymentIntentId)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 409, body: { reason: 'late', refund: { amount: basic.decimal } } })
    await app.runJobs()
    await app.runJobs()
    expect(app.sandbox.ledger.refunds(intent.paymentIntentId)).toMatchObject([{ amount: basic.cents }])
    expect(await app.deps.db.select().from(refunds).where(eq(refunds.orderId, intent.orderId))).toMatchObject([
      { status: 'done', amount: basic.cents },
    ])
    expect(mailsTo(player.email)).toHaveLength(1)
    expect(mailsTo(contactPhone).map(({ text }) => text)).toEqual([
      `Level Up: your hour was gone when you paid, so nothing is booked. All ${basic.shown} goes back to your card. STOP to opt out`,
    ])
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(0)
  })

  test('is refunded, too, if another let the hour go and the coach closed it', async () => {
    const { player, coach, intent } = await payLate()
    await app.deps.db.delete(seats).where(eq(seats.playerId, player.id))
    await app.deps.db.insert(exceptions).values({ coachId: coach.id, date: starts[0]!.date })
    await payByCard(app.url, intent)
    expect(await confirm(player.token, intent.paymentIntentId)).toMatchObject({ status: 409, body: { reason: 'late' } })
    expect(await bookingsOf(intent.paymentIntentId)).toHaveLength(0)
  })

  test('for a service that left the catalogue is refunded, or booked with another free coach, as it was sold', async () => {
    const soldAs = { serviceId: 'gone', serviceName: 'Session Of Old' }
    const lost = await payLate()
    const [order] = await app.deps.db.update(orders).set(soldAs).where(eq(orders.id, lost.intent.orderId)).returning()
    await app.deps.db.delete(seats).where(eq(seats.playerId, lost.player.id))
    await app.deps.db.insert(exceptions).values({ coachId: lost.coach.id, date: starts[0]!.date })
    await payByCard(app.url, lost.intent)
    expect((await confirm(lost.player.token, lost.intent.paymentIntentId)).body).toMatchObject({ reason: 'late' })
    await app.runJobs()
    expect(mailsTo(lost.player.email)[0]!.text).toContain('Session: Session Of Old')

    const free = await aCoach(app.deps)
    const other = await payLate()
    const change = { ...soldAs, wantedCoachId: null, game: playedGames }
    await app.deps.db.update(orders).set(change).where(eq(orders.id, other.intent.orderId))
    await app.deps.db.delete(seats).where(eq(seats.playerId, other.player.id))
    await app.deps.db.insert(exceptions).values({ coachId: other.coach.id, date: starts[0]!.date })
    await payByCard(app.url, other.intent)
    const { booking } = (await confirm(other.player.token, other.intent.paymentIntentId)).body
    expect(booking).toMatchObject({ serviceName: 'Session Of Old', minutes: order!.minutes, capacity: 1 })
    expect(booking.coachName).toBe(free.name)
  })

  test('cannot happen after the expiry: the intent is cancelled at the provider', async () => {
    const { intent } = await payLate()
    await expireOrder(app.deps, intent.orderId)
    expect(await payByCard(app.url, intent)).toBe('declined')
  })
})

test('a seat still held is not booked for a payment that was refunded while this one waited', async () => {
  const [player, coach] = [await aUser(app.deps), await aCoach(app.deps)]
  const intent = await anIntentFor(app, player.token, starts[3]!, { coachId: coach.id })
  app.sandbox.misbehave.set({ lost: true })
  await payByCard(app.url, intent)
  const { answer } = await app.deps.db.transaction(async (tx) => {
    await lockCoach(tx, coach.id)
    const answer = confirm(player.token, intent.paymentIntentId)
    await untilWaiting(app.deps.db)
    await app.deps.db.update(orders).set({ status: 'refunded' }).where(eq(orders.id, intent.orderId))
    // Not awaited here: it is answered after the commit.
    return { answer }
  })
  expect(await answer).toMatchObject({ status: 409, body: { reason: 'late' } })
  app.sandbox.misbehave.set({ lost: false })
  const [seat] = await app.deps.db.select().from(seats).where(eq(seats.playerId, player.id))
  expect(seat!.heldUntil).not.toBeNull()
})
