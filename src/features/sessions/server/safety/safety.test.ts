import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { listCoachSessions, listMySessions } from '#src/features/bookings/contract.ts'
import { bookingHistory } from '#src/features/bookings/server/table.ts'
import { scheduleBooking } from '#src/features/bookings/staff-contract.ts'
import { listMessages } from '#src/features/messages/contract.ts'
import { confirmBooking, createPaymentIntent } from '#src/features/payments/contract.ts'
import type { Start } from '#src/features/schedule/server/schedule.ts'
import { slots } from '#src/features/schedule/server/table.ts'
import { callOff, findChoice } from '#src/features/sessions/call-off-contract.ts'
import * as calls from '#src/features/sessions/safety-contract.ts'
import { otherCoaches } from '#src/features/sessions/server/call-offs/other-coaches.ts'
import { readProgress, saveWriteUp } from '#src/features/sessions/write-up-contract.ts'
import { payByCard } from '#tests/support/pay.ts'
import { basic } from '#tests/support/prices.ts'
import { safetyActs } from '#tests/support/sessions/safety-acts.ts'
import { group, startSessionDay, type User } from '#tests/support/sessions/session-day.ts'

/** What a block ends, and whose money goes back (SAFE-2). */
const day = await startSessionDay()
const { app, people, at, today, aStart, setClock, book, read, mailsTo } = day
const { params, safety, press, block, write } = safetyActs(day)
afterAll(() => app.close())
beforeEach(day.begin)

const hold = (by: User, { date, time }: Start) =>
  app.call(
    createPaymentIntent,
    {
      body: {
        amount: basic.decimal,
        metadata: {
          serviceId: '1on1-basic',
          coachId: people.coach.profile.id,
          selectedDate: date,
          selectedTime: time,
        },
      },
    },
    by.token,
  )

test('a block ends messages both ways, and no hour of the two can be had: held, moved to, taken over, set by staff', async () => {
  const past = await book({ start: today('08:00'), status: 'completed' })
  await write(past, 'Hello', people.player)
  expect((await block(past, people.player)).status).toBe(200)
  const mine = await app.call(listMySessions, {}, people.player.token)
  const theirs = await app.call(listCoachSessions, {}, people.coach.account.token)
  const climb = await app.call(readProgress, {}, people.player.token)
  expect([mine.body, theirs.body, climb.body.rungs]).toMatchObject(Array(3).fill([{ isBlocked: true }]))
  for (const by of [people.player, people.coach.account]) expect((await write(past, 'Again', by)).status).toBe(409)
  expect((await write(past, 'We read along.', people.owner)).status).toBe(200)
  const thread = await app.call(listMessages, params(past), people.coach.account.token)
  expect(thread.body).toHaveLength(2)

  expect(await hold(people.player, aStart(50))).toMatchObject({ status: 409, body: { reason: 'blocked' } })
  expect((await hold(people.owner, aStart(50))).status).toBe(200)
  const elsewhere = await book({ coach: await aCoach(app.deps), start: aStart(60) })
  expect(await otherCoaches(app.deps, app.deps.db, await read(elsewhere.id))).toEqual([])
  const unset = await book({ start: null })
  const { date: selectedDate, time: selectedTime } = aStart(70)
  const set = { ...params(unset), body: { selectedDate, selectedTime, coachId: people.coach.profile.id } }
  expect(await app.call(scheduleBooking, set, people.owner.token)).toMatchObject({
    status: 409,
    body: { reason: 'blocked' },
  })

  // Only who pressed it takes it back.
  await app.call(calls.takeBlockBack, params(past), people.coach.account.token)
  expect((await safety(past, people.coach.account)).block).toMatchObject({ isOn: true, isYours: false })
  await app.call(calls.takeBlockBack, params(past), people.player.token)
  expect((await write(past, 'Again', people.coach.account)).status).toBe(200)
})

test('any available coach is another one than the blocked', async () => {
  const past = await book({ start: today('08:00'), status: 'completed' })
  const other = await aCoach(app.deps)
  await block(past, people.player)
  const { date: selectedDate, time: selectedTime } = aStart(50)
  const metadata = { serviceId: '1on1-basic', game: 'rocket-league', selectedDate, selectedTime }
  const held = await app.call(
    createPaymentIntent,
    { body: { amount: basic.decimal, metadata } } as never,
    people.player.token,
  )
  expect(held).toMatchObject({ status: 200, body: { coachName: other.name } })
})

test('a coach blocks: all money back whatever the clock says, the hour stays shut, and it counts as a call-off', async () => {
  const bookings = [await book({ start: today('10:00') }), await book({ start: aStart(40) })]
  const fellow = await aUser(app.deps)
  const untouched = await book({ player: fellow, start: aStart(45) })
  expect((await safety(bookings[0]!, people.coach.account)).block).toMatchObject({ sessions: 2, refund: '58.00' })
  expect((await block(bookings[0]!, people.coach.account)).status).toBe(200)
  for (const booking of bookings)
    expect(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: booking.price, seatId: null })
  expect(await read(untouched.id)).toMatchObject({ status: 'confirmed' })
  const shut = await app.deps.db
    .select()
    .from(slots)
    .where(and(eq(slots.coachId, people.coach.profile.id), eq(slots.isShut, true)))
  expect(shut).toHaveLength(2)
  const choice = await app.call(findChoice, params(bookings[0]!), people.player.token)
  expect(choice.body).toMatchObject({ cause: 'called-off', chosen: 'money' })
  // The player is never told of a block: the coach had to cancel.
  const [mail] = await mailsTo(people.player, `booking-cancelled:${bookings[0]!.id}`)
  expect(mail?.text).toContain(`your coach ${people.coach.profile.name} had to cancel`)
  expect(mail?.text).not.toMatch(/block/i)

  // Three late ones in 30 days tell the team, as call-offs do.
  for (const time of ['11:00', '12:00']) {
    await setClock(new Date(+at(time) - 60 * 60_000))
    await block(await book({ player: await aUser(app.deps), start: today(time) }), people.coach.account)
  }
  const alerts = await mailsTo(people.owner, `unreliable:${people.coach.profile.id}`)
  expect(alerts).toHaveLength(1)
})

test('a player blocks an hour before to escape the terms: what lies ahead is cancelled by the terms sold', async () => {
  const late = await book({ start: today('10:00') })
  const half = await book({ start: today('13:00') })
  const early = await book({ start: aStart(40) })
  const { block: before } = await safety(late, people.player)
  expect(before).toMatchObject({ sessions: 3, refund: '43.50', fullRefund: '87.00' })
  expect(await press(late, people.player, { sessions: 3, refund: '87.00' })).toMatchObject({
    status: 409,
    body: { reason: 'block-changed', refund: '43.50' },
  })
  expect((await safety(late, people.player)).block.isOn).toBe(false)
  expect((await press(late, people.player, { sessions: 3, refund: '43.50' })).status).toBe(200)
  expect([await read(late.id), await read(half.id), await read(early.id)]).toMatchObject([
    { status: 'cancelled', refundDue: 0 },
    { status: 'cancelled', refundDue: 1450 },
    { status: 'cancelled', refundDue: 2900 },
  ])
  // The hours can be had again, by others.
  expect((await hold(people.owner, aStart(40))).status).toBe(200)
})

test('when the player blocks after the coach called it off, the coach reads that the hour stays shut', async () => {
  const booking = await book({ start: aStart(40) })
  expect(
    (await app.call(callOff, { ...params(booking), body: { reason: 'ill' } }, people.coach.account.token)).status,
  ).toBe(200)
  await block(booking, people.player)
  const [mail] = await mailsTo(people.coach.account, `booking-cancelled:${booking.id}`)
  expect(mail!.text).toContain('The session you called off is cancelled')
  expect(mail!.text).toContain('The hour stays shut.')
})

test('50 blocks at once by both: one cancel, one refund, one set of mails', async () => {
  const booking = await book({ start: aStart(40) })
  const body = { sessions: 1, refund: '29.00' }
  const asks = Array.from({ length: 50 }, (_, index) =>
    press(booking, index % 2 ? people.player : people.coach.account, body),
  )
  const answers = await Promise.all(asks)
  // Who comes second is told that nothing lies ahead any more.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: 2900 })
  const cancels = and(eq(bookingHistory.bookingId, booking.id), eq(bookingHistory.act, 'cancel'))
  expect(await app.deps.db.$count(bookingHistory, cancels)).toBe(1)
  for (const to of [people.player, people.coach.account])
    expect(await mailsTo(to, `booking-cancelled:${booking.id}`)).toHaveLength(1)
})

test('of a group session only that player’s seat goes, and the others’ hour stays', async () => {
  const start = aStart(40)
  const mine = await book({ service: group, start })
  const theirs = await book({ service: group, start, player: await aUser(app.deps) })
  await block(mine, people.coach.account)
  expect(await read(mine.id)).toMatchObject({ status: 'cancelled' })
  expect(await read(theirs.id)).toMatchObject({ status: 'confirmed', refundDue: 0 })
  expect((await read(theirs.id)).seatId).not.toBeNull()
})

test('a player who is still paying when the coach blocks gets everything back', async () => {
  const past = await book({ start: today('08:00'), status: 'completed' })
  const intent = await hold(people.player, aStart(50))
  await block(past, people.coach.account)
  await payByCard(app.url, intent.body as never)
  const { paymentIntentId } = intent.body as { paymentIntentId: string }
  const confirmed = await app.call(confirmBooking, { body: { paymentIntentId } }, people.player.token)
  expect(confirmed.status).toBe(409)
  expect(JSON.stringify(confirmed.body)).toMatch(/refund/i)
})

test('a player cannot block a coach to keep the notes away and get their difference back: owed notes still come', async () => {
  const past = await book({ start: today('08:00') })
  await setClock(at('12:00'))
  await block(past, people.player)
  const written = {
    seen: ['Turn earlier into the corner, and look where your teammate goes before you jump.'],
    homework: [],
    nextStep: 'Two drills of twenty minutes before we meet again.',
  }
  const saved = await app.call(
    saveWriteUp,
    { params: { bookingId: past.id }, body: written },
    people.coach.account.token,
  )
  expect(saved.status).toBe(200)
})
