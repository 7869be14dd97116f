import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BookingOverrides } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { freeHours, nextFreeHours } from '#src/features/bookings/hours-contract.ts'
import { refundNow } from '#src/features/bookings/rules.ts'
import { adoptFreeBookings } from '#src/features/bookings/server/free-hours/free-booking.ts'
import { bookings } from '#src/features/bookings/server/table.ts'
import { packages } from '#src/features/bookings/services.ts'
import { createFreeBooking } from '#src/features/bookings/staff-contract.ts'
import { sendInternalMessage, sendMessage, sendSms } from '#src/features/messages/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { callOff, findChoice } from '#src/features/sessions/call-off-contract.ts'
import * as calls from '#src/features/sessions/safety-contract.ts'
import { giveBackOverdue } from '#src/features/sessions/server/call-offs/deadlines.ts'
import { saveWriteUp } from '#src/features/sessions/write-up-contract.ts'
import { must } from '#src/shared/must.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { basic } from '#tests/support/prices.ts'
import { safetyActs } from '#tests/support/sessions/safety-acts.ts'
import { startSessionDay, type User } from '#tests/support/sessions/session-day.ts'
import { choices, reports } from '../table.ts'

/** What two can still do to each other when one of them blocked the other (SAFE-2). */
const day = await startSessionDay()
const { app, people, at, today, aStart, setClock, now, book, read } = day
const { params, block } = safetyActs(day)
afterAll(() => app.close())
beforeEach(day.begin)

const makeAdmin = ({ id }: User) => app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, id))
const write = (booking: { id: string }, word: string) => {
  const body = { seen: [word.repeat(20)], homework: [], nextStep: null }
  return app.call(saveWriteUp, { ...params(booking), body }, people.coach.account.token)
}

test('a blocked coach writes up what is owed, once, and nothing that owes no notes', async () => {
  const owed = await book({ start: today('08:00'), status: 'completed' })
  const free = await book({ start: today('07:00'), status: 'completed', service: packages[0]! })
  await block(owed, people.player)
  expect.soft((await write(free, 'You are bad. ')).status).toBe(409)
  expect.soft((await write(owed, 'Jump later. ')).status).toBe(200)
  expect.soft((await write(owed, 'You are bad. ')).status).toBe(409)
})

test('a blocked coach who calls off what has begun reaches the player with no word', async () => {
  const booking = await book({ start: today('08:45') })
  await block(booking, people.player)
  const body = { reason: 'ill', word: 'I know where you live' } as const
  expect((await app.call(callOff, { ...params(booking), body }, people.coach.account.token)).status).toBe(200)
  const mails = await app.deps.db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.recipient, people.player.email), like(deliveries.dedupeKey, 'choose:%')))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).not.toContain('I know where you live')
})

test('a blocked coach who is staff does not write to that player as the team', async () => {
  await makeAdmin(people.coach.account)
  const booking = await book({ start: today('08:00'), status: 'completed', customerPhone: '+12125550177' })
  await block(booking, people.player)
  const said = { bookingId: booking.id, content: 'You again?' }
  const mailed = { bookingId: booking.id, message: 'You again?' }
  const texted = { phone: '+12125550177', message: 'You again?' }
  expect.soft((await app.call(sendMessage, { body: said }, people.coach.account.token)).status).toBe(409)
  expect.soft((await app.call(sendInternalMessage, { body: mailed }, people.coach.account.token)).status).toBe(409)
  expect.soft((await app.call(sendSms, { body: texted }, people.coach.account.token)).status).toBe(409)
  expect.soft((await app.call(sendMessage, { body: said }, people.owner.token)).status).toBe(200)
})

test('whoever cancelled 5 sessions with money back today blocks all the same, and our team settles the money', async () => {
  for (let index = 0; index < 5; index++) await book({ start: aStart(40 + index) })
  const first = await book({ start: aStart(50) })
  const six = (await app.call(calls.readSafety, params(first), people.player.token)).body.block
  expect(six).toMatchObject({ sessions: 6, refund: '145.00', fullRefund: '174.00', isLeftToTeam: true })
  expect((await block(first, people.player)).status).toBe(200)
  await app.call(calls.takeBlockBack, params(first), people.player.token)
  const again = await book({ start: aStart(51) })
  const { body } = await app.call(calls.readSafety, params(again), people.player.token)
  expect(body.block).toMatchObject({ refund: '0.00', fullRefund: '29.00', isLeftToTeam: true })
  expect((await block(again, people.player)).status).toBe(200)
  expect(await read(again.id)).toMatchObject({ status: 'cancelled', refundDue: 0 })
  const mails = await app.deps.db
    .select()
    .from(deliveries)
    .where(like(deliveries.dedupeKey, `booking-cancelled%${again.id}%`))
  expect(mails.find(({ recipient }) => recipient === people.player.email)?.text).toContain(
    'our team looks at the money',
  )
  expect(mails.find(({ recipient }) => recipient === people.owner.email)?.subject).toContain('money to decide')
})

test('a dispute that opens while a coach blocks is seen: nothing goes back beside it', async () => {
  const booking = await book({ start: aStart(40) })
  const { body } = await app.call(calls.readSafety, params(booking), people.coach.account.token)
  const { sessions, refund } = body.block
  const asked = await app.deps.db.transaction(async (tx) => {
    await tx.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, booking.id))
    const asked = app.call(calls.block, { ...params(booking), body: { sessions, refund } }, people.coach.account.token)
    await untilWaiting(app.deps.db)
    return { asked }
  })
  expect(await asked.asked).toMatchObject({ status: 409, body: { reason: 'block-changed', refund: '0.00' } })
  expect(await read(booking.id)).toMatchObject({ status: 'confirmed', refundDue: 0 })
})

test('a coach blocks while the bank has the payment, and the bank decides for us: the money still goes back', async () => {
  const booking = await book({ start: aStart(40) })
  const withBank = (dispute: 'open' | 'won') =>
    app.deps.db.update(bookings).set({ dispute }).where(eq(bookings.id, booking.id))
  await withBank('open')
  expect((await block(booking, people.coach.account)).status).toBe(200)
  expect(await read(booking.id)).toMatchObject({ seatId: null, refundDue: 0 })
  await withBank('won')
  await setClock(must(booking.startsAt, 'a start'))
  await giveBackOverdue(app.deps)
  expect(await read(booking.id)).toMatchObject({ status: 'cancelled', refundDue: booking.price })
})

test.each([
  ['coach', 'without an hour', null],
  ['player', 'without an hour', null],
  ['player', 'with an hour', aStart(40)],
] as const)(
  'a block by the %s while the bank has the payment of a session %s: another coach, no calendar keeps the hour, and all can still go back',
  async (by, _hour, start) => {
    const { player, coach } = people
    const booking = await book({ start })
    await app.deps.db.update(bookings).set({ dispute: 'open' }).where(eq(bookings.id, booking.id))
    // Our team agreed with the player before: all goes back.
    await app.deps.db.insert(reports).values({
      ...{ bookingId: booking.id, coachId: coach.profile.id, by: 'player', reporterId: player.id, problem: 'rude' },
      ...{ createdAt: now(), settledAt: now(), upheld: true, reason: 'We agree.' },
    })
    const who = by === 'coach' ? coach.account : player
    const { body } = await app.call(calls.readSafety, params(booking), who.token)
    expect(body.block).toMatchObject({ sessions: 1, withBank: 1 })
    expect((await block(booking, who)).status).toBe(200)
    const kept = await read(booking.id)
    expect(kept).toMatchObject({ status: 'confirmed', coachId: null, refundDue: 0 })
    expect(refundNow({ ...kept, dispute: 'won' }, now())).toBe(booking.price)
    const cancels = await app.deps.db
      .select({ to: deliveries.recipient, invite: deliveries.invite })
      .from(deliveries)
      .where(like(deliveries.dedupeKey, `%:${booking.id}:%`))
    const told = cancels.filter(({ invite }) => invite?.method === 'CANCEL').map(({ to }) => to)
    expect(told.toSorted()).toEqual(start ? [coach.account.email, player.email].toSorted() : [])
  },
)

test('a free booking brings no blocked two together, made before or after the block', async () => {
  await makeAdmin(people.owner)
  const past = await book({ start: today('08:00'), status: 'completed' })
  const { email: customerEmail } = people.player
  const before = await book({ price: 0, paymentId: null, start: aStart(60) })
  await app.deps.db.update(bookings).set({ playerId: null }).where(eq(bookings.id, before.id))
  await app.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, people.player.id))
  await block(past, people.coach.account)
  const { date: selectedDate, time: selectedTime } = aStart(70)
  const names = { customerName: 'Rimshot', coachName: people.coach.profile.name, serviceName: freeServices[0]!.name }
  const body = { ...names, customerEmail, customerPhone: '', selectedDate, selectedTime }
  expect(await app.call(createFreeBooking, { body } as never, people.owner.token)).toMatchObject({ status: 409 })
  await app.deps.db.update(users).set({ emailVerifiedAt: now() }).where(eq(users.id, people.player.id))
  await adoptFreeBookings(app.deps, people.player.id)
  expect(await read(before.id)).toMatchObject({ status: 'cancelled', playerId: people.player.id })
})

test('a blocked coach who is staff reaches that player in no session of another coach', async () => {
  await app.deps.db.update(users).set({ isAdmin: true }).where(eq(users.id, people.coach.account.id))
  await block(await book({ start: today('08:00'), status: 'completed' }), people.player)
  const elsewhere = await book({ coach: await aCoach(app.deps) })
  const bookingId = elsewhere.id
  const said = await app.call(sendMessage, { body: { bookingId, content: 'Zarquon' } }, people.coach.account.token)
  const mailed = await app.call(
    sendInternalMessage,
    { body: { bookingId, message: 'Zarquon' } },
    people.coach.account.token,
  )
  expect([said.status, mailed.status]).toEqual([409, 409])
  await app.call(
    callOff,
    { ...params(elsewhere), body: { reason: 'ill', word: 'Zarquon' } },
    people.coach.account.token,
  )
  const told = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, people.player.email))
  expect(told.filter(({ text }) => text.includes('Zarquon'))).toEqual([])
})

test('no hour of a coach is offered to a player of whom one blocked the other, and others’ hours are', async () => {
  app.deps.cacheLists = true
  const past = await book({ start: today('08:00'), status: 'completed' })
  const serviceId = '1on1-basic'
  const isFree = async (query: object, by?: User) => {
    const { body } = await app.call(freeHours, { query: { serviceId, ...query } }, by?.token)
    return body.days.some(({ hours }) => hours.some(({ state }) => state === 'free'))
  }
  const soonest = async (by?: User) => {
    const { body } = await app.call(nextFreeHours, {}, by?.token)
    return [
      ...body.coaches.map(({ coachId }) => coachId),
      ...Object.values(body.soonest)
        .flat()
        .map(({ id }) => id),
    ]
  }
  for (const by of [people.player, people.coach.account]) {
    await block(past, by)
    // The only active coach.
    for (const query of [{}, { coachId: people.coach.profile.id }]) {
      expect(await isFree(query)).toBe(true)
      expect(await isFree(query, people.player)).toBe(false)
    }
    expect(await soonest()).toContain(people.coach.profile.id)
    expect(await soonest(people.player)).not.toContain(people.coach.profile.id)
    await app.call(calls.takeBlockBack, params(past), by.token)
  }
  expect(await soonest(people.player)).toContain(people.coach.profile.id)
  await block(past, people.coach.account)
  const other = await aCoach(app.deps)
  expect(await isFree({}, people.player)).toBe(true)
  expect(await soonest(people.player)).toContain(other.id)
})

test('the nearest hours of a refused one are none of the blocked coach', async () => {
  const past = await book({ start: today('08:00'), status: 'completed' })
  await block(past, people.player)
  const { date: selectedDate, time: selectedTime } = aStart(50)
  const metadata = { serviceId: '1on1-basic', game: 'rocket-league', selectedDate, selectedTime }
  const refused = await app.call(
    createPaymentIntent,
    { body: { amount: basic.decimal, metadata } },
    people.player.token,
  )
  expect(refused).toMatchObject({ status: 409, body: { nearest: [] } })
})

test('whose coach did not come and was blocked since chooses no other hour of theirs', async () => {
  const missed = await book({ start: today('08:00'), status: 'cancelled', missing: 'coach' } as BookingOverrides)
  await app.deps.db.insert(choices).values({
    ...{ bookingId: missed.id, startsAt: missed.startsAt!, coachId: people.coach.profile.id, cause: 'coach-missing' },
    deadline: at('20:00'),
  })
  const page = async () => (await app.call(findChoice, params(missed), people.player.token)).body
  const isFree = ({ days }: Awaited<ReturnType<typeof page>>) =>
    days.some(({ hours }) => hours.some(({ state }) => state === 'free'))
  expect(isFree(await page())).toBe(true)
  await block(missed, people.player)
  expect(isFree(await page())).toBe(false)
})
