import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { me } from '#src/features/accounts/contract.ts'
import { guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { packages } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { createPaymentIntent } from '#src/features/payments/server/orders.ts'
import { disputes, orders } from '#src/features/payments/server/table.ts'
import { eraseAccount } from '#src/features/privacy/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { cards, payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const erase = (token: string, password = demoPassword) => app.call(eraseAccount, { body: { password } }, token)

test('a wrong password deletes nothing', async () => {
  const person = await aUser(app.deps)
  const refused = await erase(person.token, 'wrong')
  expect(refused).toMatchObject({ status: 400, body: { fields: { password: 'That is not your password' } } })
  expect((await app.call(me, {}, person.token)).status).toBe(200)
})

/** A session of long ago, for which its player asked for the guarantee, or asked their bank for the money. */
async function anAsking(what: 'claim' | 'dispute') {
  const { db } = app.deps
  const player = await aUser(app.deps)
  const startsAt = new Date(Date.now() - 48 * 3_600_000)
  const booking = await aBooking(app.deps, { player, start: { date: '2026-01-05', time: '09:00', startsAt } })
  if (what === 'claim') await db.insert(guaranteeClaims).values({ bookingId: booking.id, reason: 'Not what I wanted' })
  else {
    const contact = { contactName: player.name, contactEmail: player.email }
    const sold = { ...soldNow(packages[0]!), amount: 1500, bookingId: booking.id }
    const [order] = await db
      .insert(orders)
      .values({ playerId: player.id, status: 'booked', game: ['fortnite'], ...sold, ...contact })
      .returning()
    const about = { state: 'open', amount: 1500, reason: 'general', dueBy: null } as const
    await db.insert(disputes).values({ id: `dp_${order!.id}`, orderId: order!.id, ...about })
  }
  return player
}

test('whoever still is or waits for something is told what comes first', async () => {
  const coachUser = await aUser(app.deps)
  await aCoach(app.deps, { userId: coachUser.id })
  const [ahead, undecided] = [await aUser(app.deps), await aUser(app.deps)]
  await aBooking(app.deps, { player: ahead })
  await aBooking(app.deps, { player: undecided, start: null })
  const role = /while they hold the role/
  for (const [person, words] of [
    [await aUser(app.deps, { isOwner: true }), role],
    [await aUser(app.deps, { isAdmin: true }), role],
    [coachUser, /ask the owner/],
    [ahead, /^Cancel your upcoming sessions first$/],
    [undecided, /^Cancel your upcoming sessions first$/],
    [await anAsking('claim'), /guarantee, and we have not answered yet/],
    [await anAsking('dispute'), /bank is deciding about a payment/],
  ] as const) {
    const refused = await erase(person.token)
    expect(refused.status).toBe(409)
    expect((refused.body as unknown as { message: string }).message).toMatch(words)
    expect((await app.call(me, {}, person.token)).body).toMatchObject({ user: { email: person.email } })
  }
})

test('an hour held is given back, an hour being paid for stops the deletion', async () => {
  const coach = await aCoach(app.deps)
  const person = await aUser(app.deps)
  const metadata = { serviceId: '1on1-basic', coachId: coach.id }
  const { order } = await createPaymentIntent(
    app.deps,
    person,
    { amount: basic.cents, description: null, metadata },
    '192.0.2.1',
  )
  expect((await erase(person.token)).status).toBe(200)
  const [released] = await app.deps.db.select().from(orders).where(eq(orders.id, order.id))
  expect(released).toMatchObject({ status: 'released', contactName: 'Deleted player' })

  const payer = await aUser(app.deps)
  const paying = await createPaymentIntent(
    app.deps,
    payer,
    { amount: basic.cents, description: null, metadata },
    '192.0.2.1',
  )
  const { id: paymentIntentId, clientSecret } = paying.intent
  expect(await payByCard(app.url, { paymentIntentId, clientSecret: clientSecret! }, cards.processing)).toBe(
    'processing',
  )
  const refused = await erase(payer.token)
  // The provider may have settled it meanwhile: then it is a session ahead.
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/under way|upcoming/) } })
  expect((await app.call(me, {}, payer.token)).status).toBe(200)
})
