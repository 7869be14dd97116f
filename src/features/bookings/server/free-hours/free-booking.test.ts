import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { accountVerified } from '#src/features/accounts/events.ts'
import { users } from '#src/features/accounts/server/table.ts'
import { listMySessions, moveBooking } from '#src/features/bookings/contract.ts'
import { freeServices } from '#src/features/bookings/free-services.ts'
import { freeHours, nearestSchema } from '#src/features/bookings/hours-contract.ts'
import { createFreeBooking } from '#src/features/bookings/staff-contract.ts'
import type { CoachRow } from '#src/features/coaches/server/coaches.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { createPaymentIntent } from '#src/features/payments/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { sessionStory } from '#src/features/sessions/story-contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

import { adoptFreeBookings } from './free-booking.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let t: TestApp
let admin: Person
let coach: CoachRow
beforeAll(async () => {
  t = await startTestApp()
  admin = await aUser(t.deps, { name: 'Front Desk', isAdmin: true })
})
afterAll(() => t.close())
beforeEach(async () => {
  coach = await aCoach(t.deps, { gameExpertise: ['fortnite'] })
})

let customers = 0
const newEmail = () => `guest${++customers}@else.test`
const start = (n = 0) => bookableStarts(t.deps.now(), t.deps.env.businessTimeZone)[n]!

/** The seven fields. */
const fields = (change: object = {}) => ({
  customerName: 'Rimshot',
  customerEmail: newEmail(),
  customerPhone: '',
  coachName: coach.name,
  serviceName: 'Advanced Fortnite Coaching',
  selectedDate: start().date,
  selectedTime: start().time,
  ...change,
})
const create = (change: object = {}, who = admin) => t.call(createFreeBooking, { body: fields(change) }, who.token)
const sentTo = (to: string) => t.sandbox.outbox.list().filter((message) => message.to === to)

test('staff books a free session; the customer hears of it by mail and SMS', async () => {
  const customerEmail = newEmail()
  const { status, body } = await create({ customerEmail, customerPhone: '(212) 555-0199', price: '29.00', status: 'x' })
  expect(status).toBe(200)
  expect(body.booking).toMatchObject({
    customerName: 'Rimshot',
    customerEmail,
    customerPhone: '+12125550199',
    coachName: coach.name,
    serviceName: 'Advanced Fortnite Coaching',
    minutes: 90,
    price: '0.00',
    paymentId: null,
    status: 'confirmed',
    sessionTime: start().time,
  })
  await t.runJobs()
  expect(sentTo(customerEmail)).toMatchObject([{ channel: 'email', text: expect.stringContaining('Free') }])
  expect(sentTo('+12125550199')).toMatchObject([{ channel: 'sms', text: expect.stringContaining(coach.name) }])
  const params = { bookingId: body.booking.id }
  const story = await t.call(sessionStory, { params, query: {} }, admin.token)
  expect(story.body.events).toMatchObject([{ kind: 'booked', by: 'you', name: 'Front Desk' }])
})

test('beyond the SMS of a day, and abroad, the customer hears of it by mail alone', async () => {
  const { smsDailyCap } = t.deps.env
  t.deps.env.smsDailyCap = 0
  const first = newEmail()
  expect((await create({ customerEmail: first, customerPhone: '+12125550198' })).status).toBe(200)
  await t.runJobs()
  t.deps.env.smsDailyCap = smsDailyCap
  const second = newEmail()
  const { date: selectedDate, time: selectedTime } = start(2)
  const abroad = { customerEmail: second, customerPhone: '+79161234567', selectedDate, selectedTime }
  expect((await create(abroad)).status).toBe(200)
  await t.runJobs()
  expect([...sentTo(first), ...sentTo(second)]).toHaveLength(2)
  expect([...sentTo('+12125550198'), ...sentTo('+79161234567')]).toEqual([])
  const numbers = ['+12125550198', '+79161234567']
  const unsent = await t.deps.db.select().from(deliveries).where(inArray(deliveries.recipient, numbers))
  expect(unsent, 'one that we would have sent').toMatchObject([{ status: 'failed', attempts: 0 }])
})

test('a number we cannot read stops nothing, is kept as it was typed, and gets no SMS', async () => {
  const customerEmail = newEmail()
  const customerPhone = 'evenings: +1 212 555 0197'
  const { status, body } = await create({ customerEmail, customerPhone })
  expect({ status, body }).toMatchObject({ status: 200, body: { booking: { customerPhone } } })
  await t.runJobs()
  expect(sentTo(customerEmail)).toHaveLength(1)
  expect(await t.deps.db.$count(deliveries, eq(deliveries.recipient, customerPhone))).toBe(0)
})

test.each([
  ['customerName', ' '],
  ['customerEmail', 'nobody'],
  ['coachName', 'Nobody at all'],
  ['serviceName', '1-on-1 Pro Session'],
  ['selectedDate', 'tomorrow'],
  ['selectedTime', '09:30'],
])('%s must be right', async (field, wrong) => {
  const { status, body } = await create({ [field]: wrong })
  expect({ status, fields: (body as unknown as { fields: object }).fields }).toEqual({
    status: 400,
    fields: { [field]: expect.any(String) },
  })
})

test('the hour is claimed like any other: of 5 at once one has it, the others read the nearest free hours', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)!.body as unknown as { reason: string; nearest: unknown }
  expect(refused.reason).toBe('taken')
  expect(nearestSchema.parse(refused.nearest)).toHaveLength(3)
  // 90 minutes from 9: ten o'clock is taken too.
  expect((await create({ selectedTime: '10:00' })).status).toBe(409)
  expect((await create({ selectedTime: '11:00' })).status).toBe(200)
})

test.each([
  ['Basic Rocket League Coaching', 400],
  ['Basic Fortnite Coaching', 200],
  ['Premium Gaming Package', 200],
])('a Fortnite coach holds %s: %i', async (serviceName, status) => {
  const answer = await create({ serviceName })
  expect(answer.status).toBe(status)
  if (status === 400)
    expect(answer.body).toMatchObject({ fields: { coachName: `${coach.name} does not coach Rocket League` } })
})

test('a coach who is not published cannot be booked', async () => {
  const hidden = await aCoach(t.deps, { isActive: false })
  expect((await create({ coachName: hidden.name })).status).toBe(400)
})

test('it is the verified account’s with that e-mail, at once or when it verifies, and moves like any other', async () => {
  const player = await aUser(t.deps)
  const squatter = await aUser(t.deps, { emailVerified: false })
  // Two days ahead: late in the evening tomorrow's first hour is too near to be moved.
  const selectedDate = start(12).date
  const { body } = await create({ customerEmail: player.email, selectedDate })
  await create({ customerEmail: squatter.email, selectedDate, selectedTime: '13:00' })
  const own = async (who: Person) => (await t.call(listMySessions, {}, who.token)).body
  expect(await own(player)).toMatchObject([{ id: body.booking.id }])
  expect(await own(squatter)).toEqual([])
  await t.deps.db.transaction((tx) => t.deps.jobs.emit(tx, accountVerified, { accountId: squatter.id }))
  await t.runJobs()
  expect(await own(squatter)).toEqual([])

  const offered = await t.call(freeHours, { query: { serviceId: 'free-advanced-fortnite', coachId: coach.id } })
  expect(offered.status).toBe(200)
  expect(offered.body.days[0]!.hours.map((hour) => hour.time)).toEqual(
    Array.from({ length: 12 }, (_, i) => `${i + 9}:00`.padStart(5, '0')),
  )
  const { date, time } = start(18)
  const to = { params: { bookingId: body.booking.id }, body: { selectedDate: date, selectedTime: time } }
  expect(await t.call(moveBooking, to, player.token)).toMatchObject({
    status: 200,
    body: { booking: { sessionDate: date, sessionTime: time } },
  })
})

test('once the e-mail is verified, what staff booked for it before is the account’s', async () => {
  const customerEmail = newEmail()
  const { body } = await create({ customerEmail })
  const account = await aUser(t.deps, { email: customerEmail })
  await t.deps.db.transaction((tx) => t.deps.jobs.emit(tx, accountVerified, { accountId: account.id }))
  await t.runJobs()
  expect((await t.call(listMySessions, {}, account.token)).body).toMatchObject([{ id: body.booking.id }])
})

test('booked while the e-mail is being verified, it is the account’s', async () => {
  const { db } = t.deps
  const account = await aUser(t.deps, { emailVerified: false })
  const verify = async () => {
    await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, account.id))
    await adoptFreeBookings(t.deps, account.id)
  }
  const { booked, verified } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table booking_history in share row exclusive mode`)
    const booked = create({ customerEmail: account.email })
    await untilWaiting(db)
    const verified = verify()
    await Promise.race([verified, untilWaiting(db, 2)])
    return { booked, verified }
  })
  await verified
  const { body } = await booked
  expect((await t.call(listMySessions, {}, account.token)).body).toMatchObject([{ id: body.booking.id }])
})

test('nobody orders a free service', async () => {
  const player = await aUser(t.deps)
  for (const { id, name } of freeServices)
    for (const metadata of [{ serviceId: id }, { service: name }]) {
      const answer = await t.call(
        createPaymentIntent,
        { body: { amount: 0, description: name, metadata } },
        player.token,
      )
      expect([400, 409]).toContain(answer.status)
    }
})

test('it is for admins only', async () => {
  for (const role of [{}, { isOwner: true }]) expect((await create({}, await aUser(t.deps, role))).status).toBe(403)
})

test('nobody gives a free session to themselves', async () => {
  const refused = await t.call(createFreeBooking, { body: fields({ customerEmail: admin.email }) }, admin.token)
  expect(refused).toMatchObject({ status: 400, body: { fields: { customerEmail: expect.any(String) } } })
})
