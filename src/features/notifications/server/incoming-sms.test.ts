import { desc, eq } from 'drizzle-orm'
import twilio from 'twilio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { moveBooking } from '#src/features/bookings/contract.ts'
import { sendSms } from '#src/features/messages/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { forgetOld, queueSms } from './notifications.ts'
import { hasOptedOut } from './sms-opt-outs.ts'
import { deliveries, smsOptOuts } from './table.ts'

// People answer our SMS (SMS-4). The sandbox signs with the provider's own code.

let app: TestApp
let admin: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp({ rateLimits: 'on' })
  admin = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())

let numbers = 0
const newNumber = () => `+1212555${3000 + numbers++}`
const reply = (from: string, text: string, messageSid?: string, sentAt?: Date) =>
  app.sandbox.replyToSms({ from, text, ...(messageSid && { messageSid }), ...(sentAt && { sentAt }) })
const isOut = (number: string) => hasOptedOut(app.deps.db, number)
const queue = (to: string) =>
  app.deps.db.transaction((tx) =>
    queueSms(app.deps, tx, { dedupeKey: `test:${newId()}`, audience: 'staff', to, text: 'See you at six.' }),
  )
const textsTo = (number: string) => app.sandbox.outbox.list().flatMap(({ to, text }) => (to === number ? [text] : []))

test.each(['STOP', 'stop', ' Stop. ', 'Stop all', 'UNSUBSCRIBE', 'cancel', 'End', 'QUIT', 'revoke', 'opt-out'])(
  '%j asks for no more SMS, START, UNSTOP or YES for some again',
  async (word) => {
    for (const back of ['start', 'Unstop', 'YES']) {
      const number = newNumber()
      expect((await reply(number, word)).status).toBe(200)
      expect(await isOut(number)).toBe(true)
      await reply(number, back)
      expect(await isOut(number)).toBe(false)
    }
  },
)

test.each([
  'stop please',
  'Stop. Thank you',
  'please stop texting me',
  'STOP STOP',
  'ARRET',
  'arrêt',
  'Please unsubscribe',
])('%j asks for no more SMS, which is confirmed once', async (text) => {
  const number = newNumber()
  expect((await reply(number, text)).answers).toEqual([
    expect.stringMatching(/^Level Up: no more texts to this number/),
  ])
  expect(await isOut(number)).toBe(true)
  expect((await reply(number, text)).answers).toEqual([])
  await reply(number, 'START')
  expect(await isOut(number)).toBe(false)
})

test.each(['Can we stop at 5?', 'please don’t stop', 'I will stop by the shop on my way home'])(
  '%j is asked about, and stops nothing',
  async (text) => {
    const number = newNumber()
    expect((await reply(number, text)).answers).toEqual([
      expect.stringMatching(/^Level Up: want no more texts\? Reply STOP/),
    ])
    expect(await isOut(number)).toBe(false)
  },
)

test('after STOP neither staff nor we ourselves write to that number, until START', async () => {
  const number = newNumber()
  const player = await aUser(app.deps)
  const starts = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)
  const { id: bookingId } = await aBooking(app.deps, { player, start: starts[30]!, customerPhone: number })
  const staffWrites = () =>
    app.call(sendSms, { body: { phone: number, message: 'Your coach is late.', bookingId } }, admin.token)
  const staffMoves = async (to: number) => {
    const body = { selectedDate: starts[to]!.date, selectedTime: starts[to]!.time }
    expect((await app.call(moveBooking, { params: { bookingId }, body }, admin.token)).status).toBe(200)
    await app.runJobs()
    return [player.email, number].map((wanted) => app.sandbox.outbox.list().filter(({ to }) => to === wanted).length)
  }
  const queued = await queue(number)
  expect((await reply(number, 'STOP')).answers).toEqual([expect.stringContaining('unsubscribed')])
  expect(await staffWrites()).toMatchObject({
    status: 400,
    body: { fields: { phone: 'This number asked for no more SMS.' } },
  })
  // What the provider said is all there is, also of what was queued before.
  expect(await staffMoves(42)).toEqual([1, 1])
  const [given] = await app.deps.db.select().from(deliveries).where(eq(deliveries.id, queued!))
  expect(given).toMatchObject({ status: 'failed', attempts: 1 })

  await reply(number, 'START')
  expect((await staffWrites()).status).toBe(200)
  const [mails, texts] = await staffMoves(54)
  expect([mails, texts]).toEqual([2, 4])
})

test('an SMS that is told of twice counts once', async () => {
  const number = newNumber()
  await reply(number, 'STOP', 'SM1')
  await reply(number, 'START', 'SM2')
  await reply(number, 'STOP', 'SM1')
  expect(await isOut(number)).toBe(false)
  await reply(number, 'STOP', 'SM3')
  expect(await isOut(number)).toBe(true)
})

test('what was said last counts, whichever the provider tells first', async () => {
  const [back, gone] = [newNumber(), newNumber()]
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  await reply(back, 'START', 'SM11', ago(10))
  await reply(back, 'STOP', 'SM12', ago(20))
  expect(await isOut(back)).toBe(false)
  await reply(gone, 'stop please', 'SM13', ago(10))
  expect((await reply(gone, 'START', 'SM14', ago(20))).status).toBe(200)
  expect(await isOut(gone)).toBe(true)
  // Still later than all that.
  await reply(gone, 'STOP', 'SM15', ago(1))
  await reply(gone, 'START', 'SM16', ago(5))
  expect(await isOut(gone)).toBe(true)
})

test('HELP says who we are, anything else that nobody reads it, five times an hour', async () => {
  const number = newNumber()
  const { baseUrl, seller } = app.deps.env
  for (const word of ['HELP', 'info'])
    expect((await reply(number, word)).answers).toEqual([expect.stringMatching(`^Level Up: .*${seller.email}`)])
  for (const text of ['Thanks & see you <3', '', '👍'])
    expect((await reply(number, text)).answers).toEqual([
      expect.stringMatching(`^Nobody reads replies here. .*${baseUrl}/sessions`),
    ])
  expect(await reply(number, 'Are you a machine?')).toEqual({ status: 200, answers: [] })
  expect(await isOut(number)).toBe(false)
  // A short code is no person.
  expect(await reply('72345', 'STOP')).toMatchObject({ status: 200 })
  expect(await reply('72345', 'Hi')).toEqual({ status: 200, answers: [] })
})

test('only what the provider signed for our public address is believed', async () => {
  const number = newNumber()
  const path = '/api/webhooks/sms'
  const fields = { From: number, To: '+15005550006', Body: 'STOP', MessageSid: 'SM4' }
  const { authToken } = app.sandbox.sms
  const sign = (url: string, signed = fields, token = authToken) =>
    twilio.getExpectedTwilioSignature(token, url, signed)
  const post = async (signature: string | undefined, more: object = {}) => {
    const answer = await fetch(app.url + path, {
      method: 'POST',
      headers: signature === undefined ? {} : { 'x-twilio-signature': signature },
      body: new URLSearchParams({ ...fields, ...more }),
    })
    return answer.status
  }
  const ours = app.deps.env.baseUrl + path
  const { status } = await fetch(app.url + path, { method: 'POST', body: '{}' })
  expect(status).toBe(415)
  expect(await post(undefined)).toBe(403)
  expect(await post('')).toBe(403)
  expect(await post(sign(ours, fields, 'another-token'))).toBe(403)
  expect(await post(sign('https://elsewhere.example/api/webhooks/sms'))).toBe(403)
  expect(await post(sign(ours), { From: newNumber() })).toBe(403)
  expect(await isOut(number)).toBe(false)
  expect(await post(sign(ours))).toBe(200)
  expect(await isOut(number)).toBe(true)
})

test('a number that the provider knows to have said STOP is remembered when it refuses ours', async () => {
  // Twilio's own number for that.
  const number = '+15005550004'
  await queue(number)
  await app.runJobs()
  expect(await isOut(number)).toBe(true)
  expect(textsTo(number)).toEqual([])
})

test('a STOP stays, and is forgotten a day after a START', async () => {
  const [gone, back] = [newNumber(), newNumber()]
  await reply(gone, 'STOP')
  for (const word of ['STOP', 'START']) await reply(back, word)
  const forget = (hours: number) =>
    app.deps.db.transaction((tx) => forgetOld(tx, new Date(Date.now() + hours * 3_600_000)))
  const rowsOf = (number: string) =>
    app.deps.db.select().from(smsOptOuts).where(eq(smsOptOuts.number, number)).orderBy(desc(smsOptOuts.id))
  await forget(23)
  expect(await rowsOf(back)).toHaveLength(2)
  await reply(back, 'STOP')
  await forget(25)
  expect(await rowsOf(back)).toMatchObject([{ isOut: true }])
  expect(await isOut(gone)).toBe(true)
})
