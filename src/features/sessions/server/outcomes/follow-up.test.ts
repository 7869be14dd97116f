import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { moveBooking } from '#src/features/bookings/contract.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { services } from '#src/features/bookings/services.ts'
import { soldNow } from '#src/features/bookings/sold.ts'
import { scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { disputeEvidence } from '#src/features/desk/evidence-contract.ts'
import { coachEarnings, setCoachShare } from '#src/features/payments/payout-contract.ts'
import { disputes, orders, paymentProblems } from '#src/features/payments/server/table.ts'
import { handOverBooking } from '#src/features/sessions/exceptions-contract.ts'
import { playedGames } from '#src/shared/games.ts'
import { must } from '#src/shared/must.ts'
import { group, startSessionDay } from '#tests/support/sessions/session-day.ts'
import { followUpDue } from './jobs.ts'

/** What counts when time decides, and what hangs on it. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people, today, aStart, setClock, now, after, passTime } = day
const { choose, book, read, question, here, say, answer, mailsTo } = day
afterAll(() => app.close())
beforeEach(day.begin)

const makeCoachTheOnlyStaff = async () => {
  await app.deps.db.update(users).set({ isOwner: false })
  await app.deps.db.update(users).set({ isOwner: true }).where(eq(users.id, people.coach.account.id))
}

test('the only member of staff coaches: a minute before the start is no time to answer', async () => {
  await makeCoachTheOnlyStaff()
  const start = today('12:00')
  const { id, price } = await book({ start })
  await setClock(new Date(+start.startsAt - 10_000))
  await here(id, people.coach.account)
  expect((await say(id, people.player, 'coach-asked')).status).toBe(200)
  await setClock(new Date(+start.startsAt + 10_000))
  await passTime()
  expect.soft(await read(id)).toMatchObject({ seatId: expect.any(String) })
  await choose(id, { chosen: 'money' })
  expect.soft(await read(id)).toMatchObject({ status: 'confirmed', refundDue: 0, price })
})

test('in a group the coach presses once: nobody of them says that the coach did not come, and gets money by silence', async () => {
  const start = today('12:00')
  const first = await book({ start, service: group })
  const hostile = await aUser(app.deps)
  const second = await book({ start, service: group, player: hostile })
  await after(start, -5)
  expect((await here(first.id, people.coach.account)).status).toBe(200)
  await after(start, 16)
  expect((await say(second.id, hostile, 'not-here')).status).toBe(200)
  expect.soft((await question(second.id))?.state).toBe('staff')
  await after(start, group.minutes + 24 * 60 + 1)
  await passTime()
  expect.soft((await read(second.id)).status).toBe('confirmed')
})

test.each(['could-not-play', 'moved', 'handed over'])(
  'in a group the coach’s press stays for the others when the seat they pressed for is gone: %s',
  async (how) => {
    const start = today('12:00')
    const friend = await aUser(app.deps)
    const pressed = await book({ start, service: group, player: friend })
    const seat = await book({ start, service: group })
    await after(start, -5)
    expect((await here(pressed.id, people.coach.account)).status).toBe(200)
    const params = { bookingId: pressed.id }
    const { date: selectedDate, time: selectedTime } = aStart(40)
    if (how === 'moved')
      await app.call(moveBooking, { params, body: { selectedDate, selectedTime } }, people.owner.token)
    if (how === 'handed over') {
      const body = { coachId: people.other.profile.id, startsAt: start.startsAt.toISOString() }
      expect((await app.call(handOverBooking, { params, body }, people.owner.token)).status).toBe(200)
    }
    if (how === 'could-not-play') {
      await after(start, 16)
      expect((await say(pressed.id, friend, 'could-not-play')).status).toBe(200)
      await after(start, group.minutes + 24 * 60 + 1)
      await followUpDue(app.deps, pressed.id)
    } else await after(start, 16)
    expect(await read(pressed.id)).not.toMatchObject({ startsAt: start.startsAt, coachId: people.coach.profile.id })
    expect((await say(seat.id, people.player, 'not-here')).status).toBe(200)
    expect(await question(seat.id)).toMatchObject({ state: 'staff' })
  },
)

test('the coach sent the notes: the session took place, and silence for 24 hours moves no money', async () => {
  const start = today('12:00')
  const booking = await book({ start })
  await after(start, 65)
  await app.deps.db.update(bookings).set({ notesSentAt: now() }).where(eq(bookings.id, booking.id))
  await say(booking.id, people.player, 'not-here')
  await after(start, 60 + 24 * 60 + 10)
  await passTime()
  expect.soft(await read(booking.id)).toMatchObject({ status: 'confirmed' })
})

test('a claim while a question waits, the owner alone: not both', async () => {
  await makeCoachTheOnlyStaff()
  const start = today('12:00')
  const { id } = await book({ start })
  await after(start, 50)
  expect((await say(id, people.player, 'not-here')).status).toBe(200)
  await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, id))
  await after(start, 60 + 24 * 60 + 1)
  await passTime()
  expect(await read(id)).toMatchObject({ status: 'confirmed', missing: null })
})

test('scheduled a second time, after a second hour that could not be played: both hear the new hour', async () => {
  const start = today('12:00')
  const booking = await book({ start })
  const params = { bookingId: booking.id }
  let current = start
  for (const index of [1, 2]) {
    await after(current, 20)
    expect((await say(booking.id, people.player, 'could-not-play')).status).toBe(200)
    expect((await answer(booking.id, people.coach.account, true)).status).toBe(200)
    expect((await read(booking.id)).startsAt).toBeNull()
    current = aStart(5)
    const body = { selectedDate: current.date, selectedTime: current.time }
    expect((await app.call(scheduleBooking, { params, body }, people.owner.token)).status).toBe(200)
    const told = await mailsTo(people.player, `booking-set:${booking.id}`)
    expect(told).toHaveLength(index)
  }
})

test('what became of a session is asked: its coach earns nothing until it is settled, and the bank is not told that it was held', async () => {
  const start = today('12:00')
  const booking = await book({ start })
  const { price: amount } = booking
  const [order] = await app.deps.db
    .insert(orders)
    .values({
      ...{
        playerId: people.player.id,
        status: 'booked',
        ...soldNow(must(services[0], 'a service')),
        game: playedGames,
        amount,
      },
      ...{ bookingId: booking.id, settledAt: now(), contactName: 'Rimshot', contactEmail: people.player.email },
    })
    .returning()
  await app.call(setCoachShare, { body: { percent: 70, validFrom: '2026-01-01' } }, people.owner.token)
  const earned = async () => {
    const query = { from: start.date, to: start.date }
    const { body } = await app.call(coachEarnings, { query }, people.owner.token)
    return body.coaches.find(({ coachId }) => coachId === people.coach.profile.id)?.owed
  }
  await after(start, 20)
  expect((await say(booking.id, people.player, 'not-here')).status).toBe(200)
  await after(start, 90)
  expect(await earned()).toBeUndefined()
  const of = { orderId: must(order, 'an order').id, disputeId: `dp_${booking.id}` }
  const dispute = { id: of.disputeId, orderId: of.orderId, state: 'open', amount, reason: 'general' } as const
  await app.deps.db.insert(disputes).values(dispute)
  const subject = `dispute:${of.disputeId}`
  const problem = { subject, kind: 'dispute', text: 'Asked back.', ...of } as const
  const [raised] = await app.deps.db.insert(paymentProblems).values(problem).returning()
  const told = async () => {
    const params = { problemId: must(raised, 'a problem').id }
    return JSON.stringify((await app.call(disputeEvidence, { params }, people.owner.token)).body)
  }
  expect(await told()).toContain('What became of the session is not settled.')
  // The player takes it back.
  expect((await say(booking.id, people.player, 'we-met')).status).toBe(200)
  expect(await told()).toContain('The session was held.')
  await app.deps.db.delete(paymentProblems)
  await app.deps.db.delete(disputes)
  expect(await earned()).toBe('20.30')
})
