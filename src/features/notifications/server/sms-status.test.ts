import { eq } from 'drizzle-orm'
import twilio from 'twilio'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aUser } from '#src/demo/a-user.ts'
import { cancelBooking, moveBooking } from '#src/features/bookings/contract.ts'
import { deliveryDetails } from '#src/features/notifications/contract.ts'
import { bookableStarts } from '#src/features/schedule/server/schedule.ts'
import { callOff } from '#src/features/sessions/call-off-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { toDecimal } from '#src/shared/money.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { queueSms } from './notifications.ts'
import { statusPath } from './sms-status.ts'
import { deliveries } from './table.ts'

// The SMS provider tells what has become of ours (SMS-5). The sandbox signs with the provider's own code.

let app: TestApp
let admin: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await aUser(app.deps, { isAdmin: true })
})
afterEach(() => app.sandbox.misbehave.clear())
afterAll(() => app.close())

let numbers = 0
const newNumber = () => `+1212555${4000 + numbers++}`
const anSms = (columns: Parameters<typeof aDelivery>[1] = {}) =>
  aDelivery(app.deps, { channel: 'sms', recipient: newNumber(), says: 'See you at six.', ...columns })
const details = async (deliveryId: string) =>
  (await app.call(deliveryDetails, { params: { deliveryId } }, admin.token)).body
const alerts = (about: string) =>
  app.sandbox.outbox.list().filter(({ subject, text }) => /^SMS not delivered/.test(subject) && text.includes(about))

type Told = { MessageStatus: string; ErrorCode?: string }
const failed = (ErrorCode: string) => ({ MessageStatus: 'undelivered', ErrorCode })
const [sent, delivered] = [{ MessageStatus: 'sent' }, { MessageStatus: 'delivered' }]

async function tell(deliveryId: string, told: Told, signature?: string): Promise<number> {
  const fields = { MessageSid: 'SM1', To: '+12125550100', ...told }
  const url = app.deps.env.baseUrl + statusPath(deliveryId)
  const own = twilio.getExpectedTwilioSignature(app.sandbox.sms.authToken, url, fields)
  const { status } = await fetch(app.url + statusPath(deliveryId), {
    method: 'POST',
    headers: { 'x-twilio-signature': signature ?? own },
    body: new URLSearchParams(fields),
  })
  return status
}

test('an SMS that arrived is delivered', async () => {
  const to = newNumber()
  const sms = { dedupeKey: `test:${newId()}`, audience: 'staff' as const, to, text: 'See you at six.' }
  const id = await app.deps.db.transaction((tx) => queueSms(app.deps, tx, sms))
  await app.runJobs()
  await expect.poll(() => details(id!)).toMatchObject({ state: 'sent', deliveredAt: expect.any(String) })
})

test('a cancellation that does not arrive is a failure with its reason, of which staff are told', async () => {
  app.sandbox.misbehave.set({ smsUndelivered: '30003' })
  const customerPhone = newNumber()
  const start = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)[30]!
  const { id, number, price } = await aBooking(app.deps, { player: await aUser(app.deps), start, customerPhone })
  const body = { refund: toDecimal(price), reason: 'The coach is ill.' }
  const answer = await app.call(cancelBooking, { params: { bookingId: id }, body }, admin.token)
  expect(answer.status).toBe(200)
  await app.runJobs()
  const [row] = await app.deps.db.select().from(deliveries).where(eq(deliveries.recipient, customerPhone))
  await expect
    .poll(() => details(row!.id))
    .toMatchObject({ state: 'failed', lastError: 'The phone is switched off or out of reach.' })
  await app.runJobs()
  expect(alerts(number)).toMatchObject([
    { to: admin.email, subject: expect.stringMatching(/^SMS not delivered: .* may not know that .* is cancelled$/) },
  ])
  expect(alerts(number)[0]!.text).toContain(`/owner?booking=${id}`)
  expect(alerts(number)[0]!.text).toContain(customerPhone)
})

test('staff are told of a move and of a call-off that did not arrive, and not of what is of no use any more', async () => {
  app.sandbox.misbehave.set({ smsDown: 'rejecting' })
  const starts = bookableStarts(app.deps.now(), app.deps.env.businessTimeZone)
  const account = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId: account.id })
  const book = (at: number) => aBooking(app.deps, { coach, start: starts[at]!, customerPhone: newNumber() })
  const [moved, calledOff, gone, movedTwice] = [await book(36), await book(48), await book(60), await book(72)]
  const move = async ({ id }: { id: string }, at: number) => {
    const body = { selectedDate: starts[at]!.date, selectedTime: starts[at]!.time }
    expect((await app.call(moveBooking, { params: { bookingId: id }, body }, admin.token)).status).toBe(200)
  }
  await move(moved, 40)
  await app.call(callOff, { params: { bookingId: calledOff.id }, body: { reason: 'ill' } }, account.token)
  await move(gone, 64)
  await move(movedTwice, 76)
  await move(movedTwice, 80)
  await app.call(
    cancelBooking,
    { params: { bookingId: gone.id }, body: { refund: toDecimal(gone.price) } },
    admin.token,
  )
  await app.runJobs()
  expect(alerts(moved.number)).toMatchObject([{ subject: expect.stringMatching(/that their session is .* now$/) }])
  expect(alerts(calledOff.number)).toMatchObject([{ subject: expect.stringMatching(/that .* is called off$/) }])
  expect(alerts(movedTwice.number), 'only of where it is now').toHaveLength(1)
  expect(alerts(gone.number).map(({ subject }) => subject)).toEqual([expect.stringMatching(/is cancelled$/)])
})

test.each([
  ['late', [delivered, sent], 'sent'],
  ['twice', [failed('30005'), failed('30005')], 'failed'],
  ['delivered, then not', [delivered, failed('30003')], 'sent'],
  ['not delivered, then delivered', [failed('30003'), sent, delivered], 'failed'],
] as const)('told %s: the first end stays', async (_, told, state) => {
  const { id } = await anSms()
  for (const each of told) expect(await tell(id, each)).toBe(204)
  expect(await details(id)).toMatchObject({ state, deliveredAt: state === 'sent' ? expect.any(String) : null })
})

test('an SMS that arrived though its provider did not answer is not sent again', async () => {
  app.sandbox.misbehave.set({ smsDown: 'busy' })
  const to = newNumber()
  const sms = { dedupeKey: `test:${newId()}`, audience: 'staff' as const, to, text: 'See you at six.' }
  const id = (await app.deps.db.transaction((tx) => queueSms(app.deps, tx, sms)))!
  await app.runJobs()
  expect(await tell(id, sent)).toBe(204)
  expect(await details(id)).toMatchObject({ state: 'queued' })
  expect(await tell(id, delivered)).toBe(204)
  expect(await details(id)).toMatchObject({ state: 'sent', lastError: null })
})

test.each([
  ['30005', 'This number is unknown, or no longer in use.'],
  ['30006', 'This is a landline, or its network takes no SMS.'],
  ['30007', 'The phone network took it for spam.'],
  ['30008', 'The phone network did not deliver it.'],
])('error %s reads: %s', async (code, words) => {
  const { id } = await anSms()
  await tell(id, failed(code))
  expect(await details(id)).toMatchObject({ state: 'failed', lastError: words })
})

test('only what the provider signed for this very SMS is believed', async () => {
  const [one, other] = [await anSms(), await anSms()]
  const fields = { MessageSid: 'SM1', To: '+12125550100', ...failed('30003') }
  const sign = (id: string, token = app.sandbox.sms.authToken) =>
    twilio.getExpectedTwilioSignature(token, app.deps.env.baseUrl + statusPath(id), fields)
  const forged = ['', sign(other.id), sign(one.id, 'another-token')]
  for (const signature of forged) expect(await tell(one.id, failed('30003'), signature)).toBe(403)
  const unsigned = await fetch(app.url + statusPath(one.id), { method: 'POST', body: new URLSearchParams(fields) })
  expect(unsigned.status).toBe(403)
  expect(await details(one.id)).toMatchObject({ state: 'sent', deliveredAt: null })
  expect(await tell(newId(), failed('30003')), 'one that is gone').toBe(204)
})
