import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { sendSms } from '#src/features/messages/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let clock: Date | null = null
let t: TestApp
let admin: Person
beforeAll(async () => {
  t = await startTestApp({ now: () => clock ?? new Date() })
  admin = await aUser(t.deps, { isAdmin: true })
})
afterAll(() => t.close())

let numbers = 0
const newNumber = () => `+1212555${2000 + numbers++}`
const send = (phone: string, more: object = {}, who = admin) =>
  t.call(sendSms, { body: { phone, message: 'Your coach is five minutes late.', ...more } }, who.token)
const sentTo = (to: string) => t.sandbox.outbox.list().filter((message) => message.to === to)
/** The `SMS_DAILY_CAP` of which staff can send so many: a quarter of it is kept (SMS-2). */
const capFor = (ofStaff: number) => Math.ceil(ofStaff / 0.75)
const notOnRecord = { status: 400, body: { fields: { phone: expect.stringContaining('not on record') } } }

test('an SMS goes to a customer’s or an applicant’s number, however it is written', async () => {
  const [customerPhone, applicantPhone] = [newNumber(), newNumber()]
  const booking = await aBooking(t.deps, { customerPhone })
  const application = await anApplication(t.deps, { applicantPhone })
  const written = `(${customerPhone.slice(2, 5)}) ${customerPhone.slice(5, 8)}-${customerPhone.slice(8)}`
  const { status, body } = await send(written, { bookingId: booking.id })
  expect({ status, body }).toEqual({
    status: 200,
    body: { deliveryId: body.deliveryIds[0], deliveryIds: [expect.any(String)], state: 'queued' },
  })
  expect((await send(applicantPhone, { coachApplicationId: application.id })).status).toBe(200)
  expect((await send(applicantPhone)).status).toBe(200)
  await t.runJobs()
  expect(sentTo(customerPhone)).toMatchObject([
    { channel: 'sms', text: 'Level Up: Your coach is five minutes late. STOP ends these SMS.' },
  ])
  expect(sentTo(applicantPhone)).toHaveLength(2)
  const [delivery] = await t.deps.db.select().from(deliveries).where(eq(deliveries.id, body.deliveryId))
  expect(delivery).toMatchObject({ status: 'sent', dedupeKey: expect.stringContaining(admin.id) })
})

test('no other number is written to, nor one of another booking or application', async () => {
  const customerPhone = newNumber()
  await aBooking(t.deps, { customerPhone })
  const another = await aBooking(t.deps, { customerPhone: newNumber() })
  const application = await anApplication(t.deps, { applicantPhone: newNumber() })
  expect(await send(newNumber())).toMatchObject(notOnRecord)
  expect(await send(customerPhone, { bookingId: another.id })).toMatchObject(notOnRecord)
  expect(await send(customerPhone, { coachApplicationId: application.id })).toMatchObject(notOnRecord)
  for (const phone of ['', '  ', 'call me', '12']) expect((await send(phone)).status).toBe(400)
  for (const message of ['', '  \n ']) expect((await send(customerPhone, { message })).status).toBe(400)
  await t.runJobs()
  expect(sentTo(customerPhone)).toEqual([])
})

test('a text beyond one SMS goes out as several, and all of them count for the day', async () => {
  const customerPhone = newNumber()
  await aBooking(t.deps, { customerPhone })
  const message = 'See you at six. '.repeat(150).trim()
  const { status, body } = await send(customerPhone, { message })
  expect({ status, ids: body.deliveryIds }).toEqual({ status: 200, ids: [expect.any(String), expect.any(String)] })
  const parts = await t.deps.db
    .select({ text: deliveries.text })
    .from(deliveries)
    .where(eq(deliveries.recipient, customerPhone))
    .orderBy(deliveries.id)
  expect(parts.map(({ text }) => text.replace(/^\(\d\/2\) /, '')).join(' ')).toBe(
    `Level Up: ${message} STOP ends these SMS.`,
  )

  const { smsDailyCap } = t.deps.env
  t.deps.env.smsDailyCap = capFor((await t.deps.db.$count(deliveries, eq(deliveries.channel, 'sms'))) + 1)
  expect((await send(customerPhone, { message })).status).toBe(429)
  expect((await send(customerPhone)).status).toBe(200)
  t.deps.env.smsDailyCap = smsDailyCap
})

test('a number on record that we cannot read is refused in words', async () => {
  const customerPhone = '020 7946 0958'
  const { id: bookingId } = await aBooking(t.deps, { customerPhone })
  const refused = { status: 400, body: { fields: { phone: expect.stringContaining('not a number we can text') } } }
  expect(await send(customerPhone, { bookingId })).toMatchObject(refused)
})

test('it goes to ordinary numbers of the countries on the list only', async () => {
  // Jamaica shares +1, 900 costs extra, and the last one belongs to no country.
  for (const customerPhone of ['+18765551234', '+79161234567', '+19005551234', '+8821612345678']) {
    await aBooking(t.deps, { customerPhone })
    const refused = { status: 400, body: { fields: { phone: expect.stringContaining('US, CA, GB, IE, AU, NZ') } } }
    expect(await send(customerPhone)).toMatchObject(refused)
  }
  for (const customerPhone of ['+14165550123', '+447400123456']) {
    await aBooking(t.deps, { customerPhone })
    expect((await send(customerPhone)).status).toBe(200)
  }
})

test('it is for admins only', async () => {
  for (const role of [{}, { isOwner: true }])
    expect((await send('+12125550100', {}, await aUser(t.deps, role))).status).toBe(403)
})

test('after the day’s last SMS staff is refused, however many ask at once, until a day has passed', async () => {
  const customerPhone = newNumber()
  await aBooking(t.deps, { customerPhone })
  const soFar = await t.deps.db.$count(deliveries, eq(deliveries.channel, 'sms'))
  t.deps.env.smsDailyCap = capFor(soFar + 2)
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(customerPhone)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.body).toEqual({ message: expect.stringMatching(/ are kept for reminders, moves and cancellations\./) })
  clock = new Date(Date.now() + 24 * 3_600_000 + 1000)
  // By then the first admin's session has ended.
  expect((await send(customerPhone, {}, await aUser(t.deps, { isAdmin: true }))).status).toBe(200)
  clock = null
})

test('where SMS is not set up it says so', async () => {
  const mute = await startTestApp({ sms: null })
  const { token } = await aUser(mute.deps, { isAdmin: true })
  const answer = await mute.call(sendSms, { body: { phone: '+12125550100', message: 'Hi' } }, token)
  expect(answer).toMatchObject({ status: 503, body: { message: 'SMS is not set up here: no messages can be sent.' } })
  await mute.close()
})
