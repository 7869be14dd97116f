import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { bookings, guaranteeClaims } from '#src/features/bookings/server/table.ts'
import { scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { coaches } from '#src/features/coaches/server/table.ts'
import * as calls from '#src/features/sessions/call-off-contract.ts'
import { listSessionStates } from '#src/features/sessions/contract.ts'
import { must } from '#src/shared/must.ts'
import { startSessionDay } from '#tests/support/sessions/session-day.ts'
import { intakes } from '../table.ts'

/** Who takes over a called-off session, and what goes with it. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people, today, aStart, now, aCoachWithAccount } = day
const { after, book, read, say, question, decide, callOff, look, choose, answerTakeOver, mailsOf } = day
afterAll(() => app.close())
beforeEach(day.begin)

test('a refused coach is never offered: claimed the guarantee with, called off before, or said no', async () => {
  const claimed = await book({ start: aStart(30), coach: people.third.profile })
  await app.deps.db.insert(guaranteeClaims).values({ bookingId: claimed.id, reason: 'No.', status: 'declined' })
  const booking = await book()
  await callOff(booking.id)
  const offered = async () => (await look(booking.id)).coaches.map(({ id }) => id)
  const first = await offered()
  expect(first).toContain(people.other.profile.id)
  expect(first).not.toContain(people.third.profile.id)
  expect(first).not.toContain(people.coach.profile.id)
  const refused = await choose(booking.id, { chosen: 'another-coach', coachId: people.third.profile.id })
  expect(refused).toMatchObject({ status: 409, body: { reason: 'taken' } })

  await choose(booking.id, { chosen: 'another-coach', coachId: people.other.profile.id })
  expect((await callOff(booking.id, people.other.account)).body).toEqual({ players: 1 })
  const second = await offered()
  expect(second).not.toContain(people.coach.profile.id)
  expect(second).not.toContain(people.other.profile.id)
})

test('staff who coach do not take the session that they called off', async () => {
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, people.other.account.id))
  for (const start of [today('15:00'), aStart(60)]) {
    const booking = await book({ start })
    expect((await callOff(booking.id, people.other.account)).body).toEqual({ players: 1 })
    expect.soft((await look(booking.id)).coaches.map(({ id }) => id)).toEqual([people.third.profile.id])
  }
})

test('staff who coach do not take the session about which they decided, nor are they scheduled for it', async () => {
  const { other, third } = people
  await app.deps.db.update(users).set({ isOwner: true }).where(eq(users.id, other.account.id))
  // A coach without an account cannot answer: our team decides at once.
  const coach = await aCoach(app.deps)
  const decideAs = async (bookingId: string, outcome: string) =>
    decide(must(await question(bookingId), 'a question').id, outcome, {}, other.account)
  for (const start of [today('15:00'), aStart(60)]) {
    const { id } = await book({ start, coach })
    await say(id, people.player, 'coach-asked')
    expect((await decideAs(id, 'coach-missing')).status).toBe(200)
    const offered = (await look(id)).coaches.map((each) => each.id)
    expect.soft(offered).toContain(third.profile.id)
    expect.soft(offered).not.toContain(other.profile.id)
  }
  const start = today('12:00')
  const { id } = await book({ start, coach })
  await after(start, 20)
  await say(id, people.player, 'could-not-play')
  expect((await decideAs(id, 'new-hour')).status).toBe(200)
  const { date: selectedDate, time: selectedTime } = aStart(20)
  const schedule = (coachId: string) =>
    app.call(
      scheduleBooking,
      { params: { bookingId: id }, body: { selectedDate, selectedTime, coachId } },
      people.owner.token,
    )
  expect((await schedule(other.profile.id)).status).toBe(400)
  expect((await schedule(third.profile.id)).status).toBe(200)
})

test('within 12 hours another coach comes only after a yes: the first wins, a no is remembered, money stays one press away', async () => {
  const booking = await book({ start: today('15:00') })
  await callOff(booking.id)
  const page = await look(booking.id)
  expect(page.way).toBe('asked')
  const asking = (await choose(booking.id, { chosen: 'another-coach' })).body
  expect(asking).toMatchObject({ chosen: 'another-coach', settled: null, asked: page.coaches.length })
  expect((await read(booking.id)).coachId).toBe(people.coach.profile.id)
  expect(await mailsOf(`take-over:${page.id}:${people.other.profile.id}`)).toEqual([people.other.account.email])
  const listed = await app.call(calls.listTakeOvers, {}, people.other.account.token)
  expect(listed.body).toEqual([expect.objectContaining({ choiceId: page.id, serviceName: booking.serviceName })])
  // Who was not asked does not take it.
  const stranger = await aCoachWithAccount()
  const asked = { params: { choiceId: page.id }, body: { accepts: true } }
  expect((await app.call(calls.answerTakeOver, asked, stranger.account.token)).status).toBe(404)

  expect(await answerTakeOver(page.id, false, people.third)).toEqual({ isYours: false })
  expect(await answerTakeOver(page.id, true, people.third)).toEqual({ isYours: false })
  expect((await choose(booking.id, { chosen: 'another-coach' })).body.coaches.map(({ id }) => id)).not.toContain(
    people.third.profile.id,
  )
  expect(await answerTakeOver(page.id, true)).toEqual({ isYours: true })
  expect(await answerTakeOver(page.id, true)).toEqual({ isYours: true })
  expect(await read(booking.id)).toMatchObject({
    coachId: people.other.profile.id,
    startsAt: booking.startsAt,
    sequence: 2,
  })
  expect((await look(booking.id)).settled).toMatchObject({ coachName: people.other.profile.name })

  // Money back meanwhile: a later yes has nothing to take.
  const second = await book({ start: today('18:00') })
  await callOff(second.id)
  await choose(second.id, { chosen: 'another-coach' })
  expect((await choose(second.id, { chosen: 'money' })).status).toBe(200)
  const { id } = await look(second.id)
  expect(await answerTakeOver(id, true)).toEqual({ isYours: false })
  expect(await read(second.id)).toMatchObject({ status: 'cancelled', refundDue: second.price })
})

test.each(['all went back', 'open', 'lost'] as const)(
  'a coach who was asked before does not take over beside the money: %s',
  async (how) => {
    const booking = await book({ start: today('16:00') })
    await callOff(booking.id)
    expect((await choose(booking.id, { chosen: 'another-coach' })).status).toBe(200)
    const asked = async () => (await app.call(calls.listTakeOvers, {}, people.other.account.token)).body
    const [takeOver] = await asked()
    const set = how === 'all went back' ? { refundDue: booking.price } : { dispute: how }
    await app.deps.db.update(bookings).set(set).where(eq(bookings.id, booking.id))
    expect(await asked()).toEqual([])
    const yes = { params: { choiceId: must(takeOver, 'an ask').choiceId }, body: { accepts: true } }
    const said = await app.call(calls.answerTakeOver, yes, people.other.account.token)
    expect(said.body).not.toEqual({ isYours: true })
    expect(await read(booking.id)).toMatchObject({ coachId: people.coach.profile.id, seatId: null })
  },
)

test('a coach who was taken off the site after they were asked does not take over', async () => {
  const booking = await book({ start: today('15:00') })
  await callOff(booking.id)
  await choose(booking.id, { chosen: 'another-coach' })
  const choice = await day.choice(booking.id)
  await app.deps.db.update(coaches).set({ isActive: false }).where(eq(coaches.id, people.other.profile.id))
  const asked = { params: { choiceId: must(choice, 'a choice').id }, body: { accepts: true } }
  const said = await app.call(calls.answerTakeOver, asked, people.other.account.token)
  expect.soft(said.body).not.toEqual({ isYours: true })
  expect.soft((await read(booking.id)).coachId).toBe(people.coach.profile.id)
})

test('what the coach before proposed is not proposed by the next one', async () => {
  const start = aStart()
  const booking = await book({ start })
  const hour = aStart(15)
  const propose = { params: { bookingId: booking.id }, body: { selectedDate: hour.date, selectedTime: hour.time } }
  expect((await app.call(calls.proposeHour, propose, people.coach.account.token)).status).toBe(200)
  await callOff(booking.id)
  expect((await choose(booking.id, { chosen: 'another-coach', coachId: people.other.profile.id })).status).toBe(200)
  const state = (await app.call(listSessionStates, {}, people.player.token)).body.find(
    (each) => each.bookingId === booking.id,
  )
  expect.soft(state?.proposal).toBeNull()
  const taken = await app.call(calls.acceptProposal, { params: { bookingId: booking.id } }, people.player.token)
  expect.soft(taken.status).toBe(409)
  expect.soft(await read(booking.id)).toMatchObject({ startsAt: start.startsAt })
})

test('a coach-asked question dies with the hand-over', async () => {
  const booking = await book()
  expect((await say(booking.id, people.player, 'coach-asked')).status).toBe(200)
  await callOff(booking.id)
  await choose(booking.id, { chosen: 'another-coach', coachId: people.other.profile.id })
  const state = (await app.call(listSessionStates, {}, people.other.account.token)).body.find(
    (each) => each.bookingId === booking.id,
  )
  expect.soft(state?.question?.state ?? 'settled').toBe('settled')
})

test('replays that the coach before watched are not watched by the next one', async () => {
  const booking = await book()
  await app.deps.db.insert(intakes).values({ bookingId: booking.id, goal: 'Win', watchedAt: now() })
  await callOff(booking.id)
  await choose(booking.id, { chosen: 'another-coach', coachId: people.other.profile.id })
  const state = (await app.call(listSessionStates, {}, people.other.account.token)).body.find(
    (each) => each.bookingId === booking.id,
  )
  expect.soft(state?.watchedAt).toBeNull()
})
