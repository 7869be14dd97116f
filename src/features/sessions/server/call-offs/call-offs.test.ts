import { eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking, completeBooking, listMySessions } from '#src/features/bookings/contract.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { moneyDesk } from '#src/features/payments/money-contract.ts'
import { orders } from '#src/features/payments/server/table.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import * as calls from '#src/features/sessions/call-off-contract.ts'
import { listSessionStates } from '#src/features/sessions/contract.ts'
import { actOnMany } from '#src/features/sessions/exceptions-contract.ts'
import { must } from '#src/shared/must.ts'
import { addDays, instantOf, wallClock } from '#src/shared/zones.ts'
import { aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { group, startSessionDay, type User, zone } from '#tests/support/sessions/session-day.ts'
import { giveBackOverdue } from './deadlines.ts'

/** A coach calls off a session or a day, or proposes another hour. */
const day = await startSessionDay({ withOtherCoaches: true })
const { app, people, at, today, aStart, setClock, now, later, after } = day
const { book, read, callOff, callOffDay, look, choose, answerTakeOver, mailsOf, mailsTo } = day
afterAll(() => app.close())
beforeEach(day.begin)

test('row 14: a player who cancels gets the terms sold, and everything back after a call-off or while the coach proposes another hour', async () => {
  // Three hours before the start: half goes back.
  const start = today('12:00')
  const refundOf = async (id: string) =>
    (await app.call(listMySessions, {}, people.player.token)).body.find((each) => each.id === id)?.refundNow
  const cancel = (bookingId: string, refund: string) =>
    app.call(cancelBooking, { params: { bookingId }, body: { refund } }, people.player.token)
  const plain = await book({ start })
  expect(await refundOf(plain.id)).toBe('14.50')
  expect((await cancel(plain.id, '14.50')).status).toBe(200)

  const proposed = await book({ start })
  const { date, time, startsAt } = aStart()
  const propose = { params: { bookingId: proposed.id }, body: { selectedDate: date, selectedTime: time } }
  expect((await app.call(calls.proposeHour, propose, people.player.token)).status).toBe(403)
  expect((await app.call(calls.proposeHour, propose, people.coach.account.token)).status).toBe(200)
  expect(await refundOf(proposed.id)).toBe('29.00')
  expect((await app.call(listSessionStates, {}, people.player.token)).body).toContainEqual(
    expect.objectContaining({ bookingId: proposed.id, proposal: { date, time, startsAt: startsAt.toISOString() } }),
  )
  const accept = () => app.call(calls.acceptProposal, { params: { bookingId: proposed.id } }, people.player.token)
  expect((await accept()).status).toBe(200)
  expect((await accept()).status).toBe(409)
  expect(await read(proposed.id)).toMatchObject({
    startsAt,
    refundShareLimit: 100,
    fullRefundUntilStart: true,
    sequence: 1,
  })
  expect(await mailsOf(`proposal-taken:${proposed.id}`)).toHaveLength(2)

  const calledOff = await book({ start })
  await callOff(calledOff.id)
  expect(await refundOf(calledOff.id)).toBe('29.00')
  expect((await cancel(calledOff.id, '29.00')).status).toBe(200)
  // Whoever cancelled has nothing left to choose, and gets nothing twice.
  const states = (await app.call(listSessionStates, {}, people.player.token)).body
  expect(states.find(({ bookingId }) => bookingId === calledOff.id)?.choice).toBeNull()
  expect((await choose(calledOff.id, { chosen: 'money' })).status).toBe(409)
  await later(24 * 60)
  await giveBackOverdue(app.deps)
  expect((await read(calledOff.id)).refundDue).toBe(calledOff.price)
})

test('a day is called off once, and only as the coach saw it: pressed twice, or with a session that came since', async () => {
  const one = aStart()
  const of = (time: string) => ({ ...one, time, startsAt: instantOf(one.date, time, zone) })
  const first = await book({ start: of('10:00') })
  const both = await Promise.all([1, 2].map(() => callOffDay([first], one.date)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await read(first.id)).sequence).toBe(1)

  // The player takes the first hour of another day that the coach still sees without it.
  const next = { ...one, date: addDays(one.date, 2) }
  const on = (time: string) => ({ ...next, time, startsAt: instantOf(next.date, time, zone) })
  const seen = await book({ start: on('15:00'), player: await aUser(app.deps) })
  await choose(first.id, { chosen: 'another-hour', selectedDate: next.date, selectedTime: '10:00' })
  const refused = await callOffDay([seen], next.date)
  expect(refused).toMatchObject({ status: 409, body: { reason: 'changed' } })
  expect(refused.body).toMatchObject({ message: expect.stringContaining(`New: ${people.player.name}, `) })
  for (const { id } of [first, seen]) expect((await read(id)).seatId).not.toBeNull()
  // The press of before, sent again, is about an hour that the session has no more.
  expect((await callOffDay([first], one.date)).status).toBe(409)
  expect((await read(first.id)).seatId).not.toBeNull()
  expect((await callOffDay([await read(first.id), seen], next.date)).body).toEqual({ players: 2 })
})

test('a seat that the coach marked as completed before the end is called off with its group', async () => {
  const start = today('12:00')
  const marked = await book({ start, service: group })
  const second = await aUser(app.deps)
  const other = await book({ start, service: group, player: second })
  await after(start, 5)
  const params = { bookingId: marked.id }
  expect((await app.call(completeBooking, { params }, people.coach.account.token)).status).toBe(200)
  expect((await callOff(other.id)).body).toEqual({ players: 2 })
  expect(await read(marked.id)).toMatchObject({ status: 'confirmed', seatId: null })
  // The hour leaves the coach's calendar, whichever of the mails comes last.
  for (const { text, invite } of await mailsTo(people.coach.account, 'called-off:')) {
    expect(invite).toMatchObject({ method: 'CANCEL', uid: `${marked.coachId}-${marked.startsAt?.toISOString()}` })
    expect(text).toContain('The attached file takes it out of your calendar.')
  }
  expect((await choose(marked.id, { chosen: 'money' })).status).toBe(200)
  expect(await read(marked.id)).toMatchObject({ status: 'cancelled', refundDue: marked.price })
})

test('a coach calls off a day: all seats of all its sessions that are not over choose for themselves', async () => {
  const players = await Promise.all([1, 2, 3].map(() => aUser(app.deps)))
  const seats = []
  for (const each of players) seats.push(await book({ start: today('14:00'), player: each, service: group }))
  const alone = await book({ start: today('17:00') })
  await setClock(at('13:00'))
  expect((await callOffDay([...seats, alone])).body).toEqual({ players: 4 })
  expect((await callOffDay([...seats, alone])).body).toMatchObject({
    ...{ reason: 'changed', message: expect.stringContaining('Called off, cancelled or moved already: 4 sessions.') },
  })
  const [first, second] = seats as [typeof alone, typeof alone]
  await choose(first.id, { chosen: 'money' }, players[0])
  expect((await read(first.id)).status).toBe('cancelled')
  expect(await read(second.id)).toMatchObject({ status: 'confirmed', refundDue: 0, seatId: null })
  // Two of the group go to the same coach, and share the hour again.
  for (const index of [1, 2]) await choose(must(seats[index], 'a seat').id, { chosen: 'another-coach' }, players[index])
  for (const index of [1, 2]) {
    const { id } = (
      await app.call(calls.findChoice, { params: { bookingId: seats[index]!.id } }, players[index]!.token)
    ).body
    expect(await answerTakeOver(id, true)).toEqual({ isYours: true })
  }
  const told = await mailsTo(people.other.account, 'handed-over:')
  const [, newest] = told.toSorted((a, b) => (a.invite?.sequence ?? 0) - (b.invite?.sequence ?? 0))
  const names = players.slice(1).map(({ name }) => name)
  expect(newest?.text).toContain(`The attached invite adds ${names[1]} to this hour in your calendar.`)
  expect(newest?.invite?.content).toContain(`SUMMARY:${names.join('\\, ')}: ${group.name}`)
  // Why is for our team only.
  const history = await app.deps.db.select().from(bookingHistory).where(eq(bookingHistory.bookingId, alone.id))
  expect(JSON.stringify([history, await look(alone.id)])).not.toContain('emergency')
})

test('players of a called-off day choose in different ways: one refund each at most, and the money desk’s difference is 0', async () => {
  const hours = bookableStarts(now(), zone).slice(24, 36)
  const paid = []
  for (const index of [0, 2, 4, 6]) {
    const { token } = await aUser(app.deps)
    const start = must(hours[index], 'a start')
    const { id } = await aPaidBookingFor(app, token, start, { coachId: people.coach.profile.id })
    paid.push({ token, bookingId: id })
  }
  const date = must(hours[0], 'a start').date
  const sold = await Promise.all(paid.map(({ bookingId }) => read(bookingId)))
  expect((await callOffDay(sold, date)).body).toEqual({ players: 4 })
  const hour = aStart()
  const wishes: (calls.Wish | null)[] = [
    { chosen: 'money' },
    { chosen: 'another-coach' },
    { chosen: 'another-hour', selectedDate: hour.date, selectedTime: hour.time },
    null,
  ]
  for (const [index, { token, bookingId }] of paid.entries()) {
    const body = wishes[index]
    if (body) expect((await app.call(calls.choose, { params: { bookingId }, body }, token)).status).toBe(200)
  }
  await setClock(must(hours[11], 'a start').startsAt)
  await giveBackOverdue(app.deps)
  await app.runJobs()
  const ended = await Promise.all(paid.map(({ bookingId }) => read(bookingId)))
  expect(ended.map(({ status, refunded }) => [status, refunded])).toEqual([
    ['cancelled', 2900],
    ['confirmed', 0],
    ['confirmed', 0],
    ['cancelled', 2900],
  ])
  await setClock(at('09:00'))
  // The provider looks for payments by its own clock, which nobody has set.
  const ordered = await app.deps.db.update(orders).set({ createdAt: new Date() }).returning()
  const dates = [...new Set(ordered.map(({ createdAt }) => wallClock(createdAt, zone).date)), day.date]
  for (const on of dates) {
    const desk = await app.call(moneyDesk, { query: { date: on } }, people.owner.token)
    expect(desk.body).toMatchObject({ difference: '0.00', differing: 0 })
  }
})

test('a coach calls off just before the start, and marks it as completed: the player still chooses, silence is all money back', async () => {
  const start = today('12:00')
  const booking = await book({ start })
  await after(start, -5)
  expect((await callOff(booking.id)).status).toBe(200)
  await after(start, 1)
  const done = await app.call(completeBooking, { params: { bookingId: booking.id } }, people.coach.account.token)
  expect.soft(done.status).toBe(409)
  expect.soft((await choose(booking.id, { chosen: 'money' })).status).toBe(200)
  await after(start, 11)
  await giveBackOverdue(app.deps)
  expect.soft(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: booking.price })
})

test('a member of staff does not call off their own session as its player', async () => {
  const start = today('12:00')
  const admin = await aUser(app.deps, { isAdmin: true })
  const booking = await book({ start, player: admin })
  await after(start, -30)
  expect.soft((await callOff(booking.id, admin)).status).toBe(409)
  await choose(booking.id, { chosen: 'money' }, admin)
  expect.soft(await read(booking.id)).toMatchObject({ status: 'confirmed', refundDue: 0 })
})

test('a member of staff who plays in a group does not call it off by another seat', async () => {
  const start = today('12:00')
  const admin = await aUser(app.deps, { isAdmin: true })
  const own = await book({ start, player: admin, service: group })
  const seat = await book({ start, service: group })
  expect((await callOff(seat.id, admin)).status).toBe(409)
  const startsAt = start.startsAt.toISOString()
  const lines = [{ number: seat.number, startsAt, seats: 2 }]
  const { status, body } = await app.call(
    actOnMany,
    { body: { act: 'call-off', reason: 'ill', word: null, lines } } as never,
    admin.token,
  )
  expect({ status, body }).toMatchObject({ status: 409, body: { reason: 'changed' } })
  for (const each of [own, seat]) expect((await read(each.id)).seatId).not.toBeNull()
  // Who is not in it does.
  expect((await callOff(seat.id, people.owner)).body).toEqual({ players: 2 })
})

test('what the team calls off late is not held against the coach', async () => {
  const callOffLate = async (by: User) => {
    const start = aStart(10)
    const booking = await book({ start, player: await aUser(app.deps) })
    await after(start, -30)
    expect((await callOff(booking.id, by)).status).toBe(200)
  }
  const alerts = async () => (await mailsTo(people.owner, 'unreliable:')).length
  const { owner, coach } = people
  for (const by of [owner, owner, owner, coach.account, coach.account]) await callOffLate(by)
  expect(await alerts()).toBe(0)
  await callOffLate(coach.account)
  expect(await alerts()).toBe(1)
  await callOffLate(owner)
  expect(await alerts()).toBe(1)
})

test('a coach proposes 20 hours within the hour: the player hears of five', async () => {
  const start = aStart(40)
  const booking = await book({ start, customerPhone: '+12025550123' })
  for (let index = 0; index < 20; index++) {
    const hour = aStart(50 + index)
    const body = { selectedDate: hour.date, selectedTime: hour.time }
    await app.call(calls.proposeHour, { params: { bookingId: booking.id }, body }, people.coach.account.token)
    await later(1)
  }
  const told = await app.deps.db
    .select()
    .from(deliveries)
    .where(like(deliveries.dedupeKey, `proposed:${booking.id}%`))
  // Five mails and five SMS.
  expect(told).toHaveLength(10)
})
