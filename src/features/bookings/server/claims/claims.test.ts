import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, type BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import type { Decision, Remedy } from '#src/features/bookings/claims.ts'
import * as calls from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import * as staffCalls from '#src/features/bookings/staff-contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { toDecimal } from '#src/shared/money.ts'
import { wallClock } from '#src/shared/zones.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { basic } from '#tests/support/prices.ts'

type User = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let owner: User
let player: User
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true })
})
afterAll(() => app.close())

/** A session that began so many hours ago, each with a coach of its own. */
function aSession(hoursAgo: number, overrides: BookingOverrides = {}) {
  const startsAt = new Date(app.deps.now().getTime() - hoursAgo * 3_600_000)
  const start = { ...wallClock(startsAt, app.deps.env.businessTimeZone), startsAt }
  return aBooking(app.deps, { player, start, status: 'completed', ...overrides })
}
const claim = (bookingId: string, wanted: Remedy = 'refunded') =>
  app.call(
    calls.claimGuarantee,
    { params: { bookingId }, body: { wanted, reason: 'It did not help me.' } },
    player.token,
  )
const offered = async () =>
  (await app.call(calls.listMySessions, {}, player.token)).body
    .filter(({ refusals }) => refusals['claim-guarantee'] === null)
    .map(({ id }) => id)
const decide = async (bookingId: string, decision: Decision, reason?: string) => {
  const claims = await app.call(staffCalls.listClaims, {}, owner.token)
  const claimId = claims.body.find(({ booking }) => booking.id === bookingId)!.id
  return app.call(staffCalls.decideClaim, { params: { claimId }, body: { decision, reason } }, owner.token)
}
const isForFirst = { status: 409, body: { message: 'The guarantee is for the first session you paid for.' } }

test('is for the first session, once, for 7 days; the owner decides once', async () => {
  player = await aUser(app.deps)
  const first = await aSession(6.9 * 24)
  const second = await aSession(5)
  expect(await offered()).toEqual([first.id])
  expect(await claim(second.id)).toMatchObject(isForFirst)
  expect((await claim(first.id)).status).toBe(200)
  expect((await claim(first.id)).status).toBe(409)
  expect(await offered()).toEqual([])

  expect((await decide(first.id, 'refunded')).status).toBe(200)
  expect((await decide(first.id, 'refunded')).status).toBe(409)
  const [refunded] = await app.deps.db.select().from(bookings).where(eq(bookings.id, first.id))
  expect(refunded!.refundDue).toBe(basic.cents)

  player = await aUser(app.deps)
  const old = await aSession(7.1 * 24)
  expect(await offered()).toEqual([])
  expect((await claim(old.id)).status).toBe(409)
})

test('with another coach books a free session for the team to schedule, with a different coach', async () => {
  player = await aUser(app.deps)
  const booking = await aSession(2)
  await claim(booking.id, 'another-coach')
  await decide(booking.id, 'another-coach')
  const mine = await app.call(calls.listMySessions, {}, player.token)
  expect(mine.body[0]).toMatchObject({ price: '0.00', sessionDate: 'TBD', status: 'confirmed' })

  const params = { bookingId: mine.body[0]!.id }
  const details = await app.call(staffCalls.bookingDetails, { params }, owner.token)
  expect(details.body.refusedCoachIds).toEqual([booking.coachId])
  const [start] = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)
  const schedule = (coachId: string) => {
    const body = { selectedDate: start!.date, selectedTime: start!.time, coachId }
    return app.call(staffCalls.scheduleBooking, { params, body }, owner.token)
  }
  const message = `The player was promised another coach than ${booking.coachName}.`
  expect(await schedule(booking.coachId!)).toMatchObject({ status: 400, body: { message } })
  const other = await aCoach(app.deps)
  expect((await schedule(other.id)).body.booking).toMatchObject({ coachName: other.name, sessionDate: start!.date })
})

test('does not hang on the coach: a session that is over counts, whether anybody marked it or not', async () => {
  player = await aUser(app.deps)
  const [first, second] = [await aSession(48, { status: 'confirmed' }), await aSession(5, { status: 'confirmed' })]
  const running = await aSession(0.5, { status: 'confirmed' })
  expect(await offered()).toEqual([first.id])
  expect(await claim(running.id)).toMatchObject({ status: 409, body: { message: 'This session is not over yet.' } })
  expect(await claim(second.id)).toMatchObject(isForFirst)
  expect((await claim(first.id)).status).toBe(200)
  expect((await decide(first.id, 'refunded')).status).toBe(200)
})

test('is not used up by a free session, which has no guarantee of its own', async () => {
  player = await aUser(app.deps)
  const [free, paid] = [await aSession(48, { price: 0, paymentId: null }), await aSession(5)]
  expect(await offered()).toEqual([paid.id])
  expect(await claim(free.id)).toMatchObject(isForFirst)
  expect((await claim(paid.id)).status).toBe(200)
})

test('is had once: of two sessions with one start, and after a refunded one was marked as a no-show', async () => {
  const once = { status: 409, body: { message: 'You have claimed the guarantee for another session already.' } }
  player = await aUser(app.deps)
  const twins = [await aSession(5, { status: 'confirmed' }), await aSession(5, { status: 'confirmed' })]
  const [first] = await offered()
  const other = twins.find(({ id }) => id !== first)!
  expect(twins.map(({ id }) => id)).toContain(first)
  expect(await claim(other.id)).toMatchObject(isForFirst)
  expect((await claim(first!)).status).toBe(200)
  expect((await decide(first!, 'refunded')).status).toBe(200)
  const params = { bookingId: first! }
  expect((await app.call(calls.markNoShow, { params }, owner.token)).status).toBe(200)
  expect(await offered()).toEqual([])
  expect(await claim(other.id)).toMatchObject(once)
})

test.each([
  ['all went back', { refundDue: basic.cents }, 'All of this session’s price went back', 200],
  ['the bank has it', { dispute: 'open' }, 'bank is deciding', 409],
  ['the bank took it', { dispute: 'lost' }, 'All of this session’s price went back', 200],
] as const)('gives no other coach once %s', async (_, values, message, closing) => {
  player = await aUser(app.deps)
  const { id } = await aSession(2)
  await claim(id, 'another-coach')
  await app.deps.db.update(bookings).set(values).where(eq(bookings.id, id))
  const answer = await decide(id, 'another-coach')
  expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining(message) } })
  expect((await decide(id, 'refunded', 'You have your money.')).status).toBe(closing)
})

const mine = async (bookingId: string) =>
  (await app.call(calls.listMySessions, {}, player.token)).body.find(({ id }) => id === bookingId)!

test('asks which, and shows the owner what the player would like', async () => {
  player = await aUser(app.deps)
  const booking = await aSession(2)
  const reason = 'It did not help me.'
  const body = { reason }
  const silent = await app.call(calls.claimGuarantee, { params: { bookingId: booking.id }, body }, player.token)
  expect(silent).toMatchObject({ status: 400, body: { fields: { wanted: expect.stringContaining('Please choose') } } })
  expect((await claim(booking.id, 'another-coach')).status).toBe(200)
  const listed = await app.call(staffCalls.listClaims, {}, owner.token)
  expect(listed.body[0]).toMatchObject({ wanted: 'another-coach', status: 'open', reason })
  expect((await mine(booking.id)).claim).toMatchObject({
    wanted: 'another-coach',
    status: 'open',
    decisionReason: null,
  })
})

test.each([
  ['declined', 'refunded'],
  ['refunded', 'another-coach'],
  ['another-coach', 'refunded'],
] as const)('is %s, when %s was asked for, only with a reason, which the player reads', async (decision, wanted) => {
  player = await aUser(app.deps)
  const booking = await aSession(2)
  await claim(booking.id, wanted)
  // Else it could not be declined.
  if (decision === 'declined')
    await app.deps.db.update(bookings).set({ status: 'no_show' }).where(eq(bookings.id, booking.id))
  for (const reason of [undefined, '   '])
    expect(await decide(booking.id, decision, reason)).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please say why: the player reads it.' } },
    })
  expect((await decide(booking.id, decision, 'You played two hours of it.')).status).toBe(200)
  expect((await mine(booking.id)).claim).toMatchObject({
    wanted,
    status: decision,
    decisionReason: 'You played two hours of it.',
  })
  const mails = await app.deps.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.recipient, player.email))
    .orderBy(deliveries.id)
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^We got your claim\n(.|\n)*You wrote: “It did not help me\.”/),
    expect.stringContaining('We wrote: “You played two hours of it.”'),
  ])
})

test('of a session that staff cancels is closed when all goes back, and else still waits for the rest', async () => {
  const cancel = (bookingId: string, refund: string, askedByPlayer = false) =>
    app.call(calls.cancelBooking, { params: { bookingId }, body: { refund, askedByPlayer } }, owner.token)
  player = await aUser(app.deps)
  const whole = await aSession(2, { status: 'confirmed' })
  await claim(whole.id, 'another-coach')
  expect((await cancel(whole.id, basic.decimal)).status).toBe(200)
  expect((await mine(whole.id)).claim).toMatchObject({
    status: 'refunded',
    decisionReason: 'The session was cancelled, and all of its price goes back to you.',
  })

  player = await aUser(app.deps)
  const nothing = await aSession(3, { status: 'confirmed' })
  await claim(nothing.id)
  expect((await cancel(nothing.id, '0.00', true)).status).toBe(200)
  expect((await mine(nothing.id)).claim).toMatchObject({ status: 'open' })
  expect((await decide(nothing.id, 'refunded')).status).toBe(200)
  expect(await mine(nothing.id)).toMatchObject({ status: 'cancelled', refundDue: basic.decimal })
})

test('decided while the session is being cancelled waits for it, and finds it decided', async () => {
  player = await aUser(app.deps)
  const { id, price } = await aSession(5, { status: 'confirmed' })
  await claim(id)
  const [asked] = (await app.call(staffCalls.listClaims, {}, owner.token)).body
  const { db } = app.deps
  const answers = await db.transaction(async (tx) => {
    await tx.select().from(bookings).where(eq(bookings.id, id)).for('update')
    const cancelled = app.call(
      calls.cancelBooking,
      { params: { bookingId: id }, body: { refund: toDecimal(price) } },
      owner.token,
    )
    await untilWaiting(db)
    const params = { claimId: asked!.id }
    const decided = app.call(staffCalls.decideClaim, { params, body: { decision: 'refunded' } }, owner.token)
    await untilWaiting(db, 2)
    return { cancelled, decided }
  })
  expect(await answers.cancelled).toMatchObject({ status: 200 })
  expect((await answers.decided).status).toBe(409)
  const [after] = await db.select().from(bookings).where(eq(bookings.id, id))
  expect(after!.refundDue).toBe(price)
})
