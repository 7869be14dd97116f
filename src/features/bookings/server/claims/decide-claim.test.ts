import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { Remedy } from '#src/features/bookings/claims.ts'
import * as calls from '#src/features/bookings/contract.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { must } from '#src/shared/must.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { bookings, guaranteeClaims } from '../table.ts'
import { grantUnanswered, onlyOnGround } from './decide-claim.ts'

type User = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let owner: User
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())

const hoursAgo = (hours: number) => new Date(app.deps.now().getTime() - hours * 3_600_000)

/** A session that is over, of a player of its own. */
async function aSession() {
  const player = await aUser(app.deps)
  const startsAt = hoursAgo(5)
  const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  const { id } = await aBooking(app.deps, { player, start, status: 'completed' })
  return { id, player }
}

/** The same, paid by a card at the provider. */
async function aPaidSession(player: User, card: string) {
  const start = must(bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)[40], 'an hour')
  const { id } = await aPaidBookingFor(app, player.token, start, { card })
  await app.deps.db
    .update(bookings)
    .set({ startsAt: hoursAgo(5), endsAt: hoursAgo(4) })
    .where(eq(bookings.id, id))
  return id
}

async function claim(player: User, bookingId: string, wanted: Remedy = 'refunded') {
  const body = { wanted, reason: 'It did not help me.' }
  expect((await app.call(calls.claimGuarantee, { params: { bookingId }, body }, player.token)).status).toBe(200)
}
const listed = async (bookingId: string) => {
  const { body } = await app.call(staffCalls.listClaims, {}, owner.token)
  return must(
    body.find(({ booking }) => booking.id === bookingId),
    'the claim',
  )
}
const decline = async (bookingId: string) => {
  const params = { claimId: (await listed(bookingId)).id }
  const body = { decision: 'declined', reason: 'We looked at it.' } as const
  return app.call(staffCalls.decideClaim, { params, body }, owner.token)
}

test('a claim of a session that was held cannot be declined, one of a session that was not held can', async () => {
  const { player, id } = await aSession()
  await claim(player, id)
  expect((await listed(id)).ground).toBeNull()
  expect(await decline(id)).toMatchObject({ status: 409, body: { message: onlyOnGround } })
  await app.deps.db.update(bookings).set({ status: 'no_show' }).where(eq(bookings.id, id))
  expect((await listed(id)).ground).toBe('The session was not held.')
  expect((await decline(id)).status).toBe(200)
})

test('a second claim by one card can be declined, also from another account; one by another card cannot', async () => {
  const claimed = []
  for (const card of ['pm_card_visa', 'pm_card_visa', 'pm_card_pendingRefund']) {
    const player = await aUser(app.deps)
    const id = await aPaidSession(player, card)
    await claim(player, id)
    await app.runJobs()
    claimed.push(await listed(id))
  }
  const [first, second, third] = claimed
  expect([first!.ground, third!.ground]).toEqual([null, null])
  expect(second!.ground).toBe(`The same card claimed before: ${first!.booking.number}.`)
  expect((await decline(first!.booking.id)).status).toBe(409)
  expect((await decline(second!.booking.id)).status).toBe(200)
})

test('a second claim with one phone number can be declined, unless the first was', async () => {
  const customer = { customerPhone: '+12125550177' }
  const [first, second] = [await aSession(), await aSession()]
  for (const { id } of [first, second]) await app.deps.db.update(bookings).set(customer).where(eq(bookings.id, id))
  await claim(first.player, first.id)
  await claim(second.player, second.id)
  expect((await listed(first.id)).ground).toBeNull()
  expect((await listed(second.id)).ground).toBe(
    `The same person claimed before: ${(await listed(first.id)).booking.number}.`,
  )
  await app.deps.db.update(bookings).set({ status: 'no_show' }).where(eq(bookings.id, first.id))
  expect((await decline(first.id)).status).toBe(200)
  expect((await listed(second.id)).ground).toBeNull()
})

test('what nobody answers in 7 days is granted as it was asked for, by itself; the bank decides first', async () => {
  const asked: [Remedy, Partial<typeof bookings.$inferInsert>][] = [
    ['refunded', { refundDue: 0 }],
    ['another-coach', { refundDue: 0 }],
    ['another-coach', { refundDue: basic.cents }],
    ['refunded', { dispute: 'open' }],
    ['refunded', { dispute: 'lost' }],
  ]
  const sessions = []
  for (const [wanted, values] of asked) {
    const session = await aSession()
    await claim(session.player, session.id, wanted)
    await app.deps.db.update(bookings).set(values).where(eq(bookings.id, session.id))
    sessions.push(session)
  }
  const stateOf = async ({ id, player }: { id: string; player: User }) => {
    const mine = (await app.call(calls.listMySessions, {}, player.token)).body
    const claimed = must(
      mine.find((session) => session.id === id),
      'the session',
    )
    return [claimed.claim?.status, claimed.refundDue, mine.length]
  }
  const setAge = (days: number) =>
    app.deps.db
      .update(guaranteeClaims)
      .set({ createdAt: hoursAgo(days * 24) })
      .where(eq(guaranteeClaims.status, 'open'))

  await setAge(6.99)
  await grantUnanswered(app.deps)
  for (const session of sessions) expect((await stateOf(session))[0]).toBe('open')
  await setAge(7)
  await grantUnanswered(app.deps)
  await grantUnanswered(app.deps)
  expect(await Promise.all(sessions.map(stateOf))).toEqual([
    ['refunded', basic.decimal, 1],
    ['another-coach', '0.00', 2],
    ['refunded', basic.decimal, 1],
    ['open', '0.00', 1],
    ['refunded', '0.00', 1],
  ])
  const mails = await app.deps.db
    .select({ text: deliveries.text })
    .from(deliveries)
    .where(eq(deliveries.recipient, sessions[0]!.player.email))
  expect(mails.map(({ text }) => text).join()).toContain('we did not answer your guarantee claim')

  await app.deps.db.update(bookings).set({ dispute: 'won' }).where(eq(bookings.id, sessions[3]!.id))
  await grantUnanswered(app.deps)
  expect(await stateOf(sessions[3]!)).toEqual(['refunded', basic.decimal, 1])
})
