import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { claimGuarantee } from '#src/features/bookings/contract.ts'
import { recountEnded } from '#src/features/bookings/server/life-cycle/held.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { giveRefund } from '#src/features/bookings/staff-contract.ts'
import { findCoach } from '#src/features/coaches/server/coaches.ts'
import { coachEarnings, setCoachShare } from '#src/features/payments/payout-contract.ts'
import { rateSession } from '#src/features/ratings/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { giveBackOverdue } from './deadlines.ts'

/** No remedy stands beside money that went back or that the bank has. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people, today, aStart, after, book, read, say, callOff, choose } = day
afterAll(() => app.close())
beforeEach(day.begin)

test('all money went back by the team while the player chooses: no other hour beside it', async () => {
  const start = aStart()
  const booking = await book({ start })
  await callOff(booking.id)
  const body = { amount: '29.00', reason: 'As you wrote us.', idempotencyKey: newId() }
  const given = await app.call(giveRefund, { params: { bookingId: booking.id }, body } as never, people.owner.token)
  expect(given.status).toBe(200)
  const hour = aStart(15)
  const chosen = await choose(booking.id, {
    chosen: 'another-hour',
    selectedDate: hour.date,
    selectedTime: hour.time,
  })
  expect.soft(chosen.status).toBe(409)
  expect.soft(await read(booking.id)).toMatchObject({ refundDue: 2900, startsAt: start.startsAt })
})

test('the bank has the payment: no other coach beside it', async () => {
  for (const dispute of ['open', 'lost'] as const) {
    const booking = await book({ start: aStart(dispute === 'open' ? 3 : 5) })
    await callOff(booking.id)
    await app.deps.db.update(bookings).set({ dispute }).where(eq(bookings.id, booking.id))
    const chosen = await choose(booking.id, { chosen: 'another-coach', coachId: people.other.profile.id })
    expect.soft(chosen.status).toBe(409)
    expect.soft((await read(booking.id)).coachId).toBe(people.coach.profile.id)
  }
})

test('silence while the bank has the payment, and the bank decides for us: the money still goes back', async () => {
  const start = aStart()
  const booking = await book({ start })
  await callOff(booking.id)
  await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, booking.id))
  await after(start, -60)
  await giveBackOverdue(app.deps)
  await app.deps.db.update(bookings).set({ dispute: 'won' }).where(eq(bookings.id, booking.id))
  await after(start, 60)
  await giveBackOverdue(app.deps)
  expect(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: booking.price })
})

test('the player asks for their money while the bank has it: they wait, and get it once the bank decides for us', async () => {
  const start = aStart()
  const booking = await book({ start })
  const withBank = (dispute: 'open' | 'won') =>
    app.deps.db.update(bookings).set({ dispute }).where(eq(bookings.id, booking.id))
  await callOff(booking.id)
  await withBank('open')
  const chosen = await choose(booking.id, { chosen: 'money' })
  expect(chosen).toMatchObject({ status: 409, body: { message: expect.stringContaining('all goes back by itself') } })
  await withBank('won')
  await after(start, -60)
  await giveBackOverdue(app.deps)
  expect(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: booking.price })
})

test.each(['money', 'another-coach', 'another-hour'] as const)(
  'what was chosen before the bank had the payment is not done beside it: %s',
  async (wish) => {
    const start = today('12:00')
    const booking = await book({ start })
    await after(start, 15)
    expect((await say(booking.id, people.player, 'not-here')).status).toBe(200)
    const { date: selectedDate, time: selectedTime } = aStart(40)
    const chosen = wish === 'another-hour' ? { chosen: wish, selectedDate, selectedTime } : { chosen: wish }
    expect((await choose(booking.id, chosen)).status).toBe(200)
    await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, booking.id))
    expect((await callOff(booking.id)).status).toBe(200)
    expect(await read(booking.id)).toMatchObject({ status: 'confirmed', startsAt: start.startsAt, refundDue: 0 })
    await app.deps.db.update(bookings).set({ dispute: 'won' }).where(eq(bookings.id, booking.id))
    await after(start, 72 * 60 + 90)
    await giveBackOverdue(app.deps)
    expect(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: booking.price })
  },
)

test('a member of staff does not give back money for their own session', async () => {
  const admin = await aUser(app.deps, { isAdmin: true })
  const start = today('12:00')
  const booking = await book({ start, player: admin })
  await after(start, 90)
  const body = { amount: '29.00', reason: 'For me.', idempotencyKey: newId() }
  const given = await app.call(giveRefund, { params: { bookingId: booking.id }, body } as never, admin.token)
  expect(given.status).not.toBe(200)
})

test('called off while the bank decides: it is not held once its hour is over, so it earns, counts and is rated as none', async () => {
  const { player, coach, owner } = people
  const start = aStart()
  const booking = await book({ start })
  await callOff(booking.id)
  await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, booking.id))
  await after(start, 3 * 60)
  await giveBackOverdue(app.deps)
  await recountEnded(app.deps)
  expect(await findCoach(app.deps.db, coach.profile.id)).toMatchObject({ totalStudents: 0, totalHours: 0 })
  await app.call(setCoachShare, { body: { percent: 70, validFrom: '2026-01-01' } }, owner.token)
  const query = { from: start.date, to: start.date }
  const { coaches } = (await app.call(coachEarnings, { query }, owner.token)).body
  expect(coaches.filter(({ coachId }) => coachId === coach.profile.id)).toEqual([])

  const stars = { bookingId: booking.id, rating: 1 }
  expect((await app.call(rateSession, { body: stars } as never, player.token)).status).toBe(409)
  const claim = { wanted: 'refunded', reason: 'It never took place at all.' }
  const params = { bookingId: booking.id }
  expect(await app.call(claimGuarantee, { params, body: claim } as never, player.token)).toMatchObject({
    status: 409,
    body: { message: 'This session was called off.' },
  })
})
