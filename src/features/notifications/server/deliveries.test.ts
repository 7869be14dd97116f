import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/notifications/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { queueMail, queueSms } from './notifications.ts'
import { forgetPerson } from './personal-data.ts'
import { plainError } from './plain-error.ts'
import { type DeliveryRow, deliveries, mostTries } from './table.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof aUser>>
let admin: Awaited<ReturnType<typeof aUser>>
let clock: Date | undefined

beforeAll(async () => {
  app = await startTestApp({ now: () => clock ?? new Date() })
  owner = await aUser(app.deps, { isOwner: true })
  admin = await aUser(app.deps, { isAdmin: true })
})
afterAll(() => app.close())
afterEach(async () => {
  clock = undefined
  app.sandbox.misbehave.clear()
  await app.runJobs()
  await app.deps.db.delete(deliveries)
})

/** Queues a mail of the kind; returns its row. */
async function aMail(kind = 'booking-confirmed', audience: DeliveryRow['audience'] = 'staff') {
  const mail = { audience, to: `${newId()}@demo.test`, subject: 'Hello', text: 'Hi there 12345678', html: '<p>Hi</p>' }
  const dedupeKey = `${kind}:${newId()}`
  await app.deps.db.transaction((tx) => queueMail(app.deps, tx, { ...mail, dedupeKey }))
  return (await rows()).find((row) => row.dedupeKey === dedupeKey)!
}

async function anSms(text = 'See you at 5 PM') {
  const sms = { dedupeKey: `staff-sms:${newId()}`, audience: 'staff' as const, to: '+12125550177', text }
  return (await app.deps.db.transaction((tx) => queueSms(app.deps, tx, sms)))!
}

/** A mail that the mail server refused. */
async function aFailedMail(kind?: string, audience?: DeliveryRow['audience']) {
  app.sandbox.misbehave.set({ mailDown: 'rejecting' })
  const { id, recipient } = await aMail(kind, audience)
  await app.runJobs()
  app.sandbox.misbehave.clear()
  return { id, recipient }
}

const rows = () => app.deps.db.select().from(deliveries)
const arrived = (address: string) => app.sandbox.outbox.list().filter(({ to }) => to === address)
const list = (query = {}, { token } = owner) => app.call(calls.listDeliveries, { query }, token)
const details = (deliveryId: string, { token } = owner) =>
  app.call(calls.deliveryDetails, { params: { deliveryId } }, token)
const resend = (deliveryId: string, { token } = owner) =>
  app.call(calls.resendDelivery, { params: { deliveryId } }, token)

test('staff sees every mail and SMS with its state, newest first', async () => {
  const failed = await aFailedMail('reminder-24h')
  const smsId = await anSms()
  await app.runJobs()
  const waiting = await aMail()
  for (const staff of [owner, admin]) {
    const { status, body, headers } = await list({}, staff)
    expect(status).toBe(200)
    expect(headers['x-total-count']).toBe('3')
    expect(body).toMatchObject([
      { id: waiting.id, channel: 'mail', kind: 'booking-confirmed', subject: 'Hello', state: 'queued', attempts: 0 },
      { id: smsId, channel: 'sms', to: '+12125550177', subject: 'See you at 5 PM', state: 'sent', lastError: null },
      { id: failed.id, kind: 'reminder-24h', state: 'failed', lastError: 'The mail server refuses this address.' },
    ])
    expect(body[1]!.sentAt).toEqual(expect.any(String))
  }
})

test('the list is narrowed down by state, channel and recipient, and the counts agree with it', async () => {
  const failed = await aFailedMail()
  await anSms()
  const again = await aMail()
  await app.deps.db.update(deliveries).set({ attempts: 2 }).where(eq(deliveries.id, again.id))
  const ids = async (query: object) => (await list(query)).body.map(({ id }) => id)
  expect(await ids({ state: 'failed' })).toEqual([failed.id])
  expect(await ids({ state: 'retried' })).toEqual([again.id])
  expect(await ids({ channel: 'sms' })).toHaveLength(1)
  expect(await ids({ to: failed.recipient.slice(3).toUpperCase() })).toEqual([failed.id])
  expect(await ids({ to: '%' })).toEqual([])

  const counts = async (query: object) => (await app.call(calls.countDeliveries, { query }, admin.token)).body
  expect(await counts({})).toEqual({ all: 3, queued: 2, sent: 0, failed: 1, superseded: 0, retried: 1 })
  expect(await counts({ channel: 'mail' })).toEqual({
    all: 2,
    queued: 1,
    sent: 0,
    failed: 1,
    superseded: 0,
    retried: 1,
  })
  expect(await counts({ to: failed.recipient })).toEqual({
    all: 1,
    queued: 0,
    sent: 0,
    failed: 1,
    superseded: 0,
    retried: 0,
  })
})

test('the list goes on page by page', async () => {
  const made = Array.from({ length: 101 }, (_, i) => ({
    ...{
      dedupeKey: newId(),
      audience: 'staff' as const,
      channel: 'mail' as const,
      recipient: 'a@demo.test',
      subject: `${i}`,
      text: '',
      html: '',
    },
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, i)),
  }))
  await app.deps.db.insert(deliveries).values(made)
  const first = await list()
  expect(first.headers['x-total-count']).toBe('101')
  expect(first.body).toHaveLength(100)
  const cursor = /cursor=([^>&]+)/.exec(String(first.headers.link))![1]!
  expect((await list({ cursor })).body).toMatchObject([{ subject: '0' }])
})

test('the text can be read, with the provider’s own words about a failure', async () => {
  const { id } = await aFailedMail()
  expect((await details(id)).body).toMatchObject({
    text: 'Hi there 12345678',
    textRefusal: null,
    resendRefusal: null,
    providerError: expect.stringContaining('550'),
  })
})

test('a one-time code is read by nobody, neither waiting nor sent nor failed, and never sent again', async () => {
  const code = await aMail('code', 'nobody')
  const failed = await aFailedMail('code', 'nobody')
  const waiting = await aMail('code', 'nobody')
  expect(waiting.text).toContain('12345678')
  expect((await rows()).map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'queued'])
  await app.deps.db.update(deliveries).set({ status: 'sent' }).where(eq(deliveries.id, code.id))

  expect(JSON.stringify((await list()).body)).not.toContain('12345678')
  for (const { id } of [code, failed, waiting]) {
    const { body } = await details(id)
    expect(body).toMatchObject({
      text: null,
      providerError: null,
      textRefusal: expect.stringContaining('one-time code'),
    })
    expect(JSON.stringify(body)).not.toContain('12345678')
    const refused = await resend(id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ message: expect.stringContaining('never sent again') })
  }
})

test('what is for one staff role is no other’s to read', async () => {
  const inquiry = await aMail('contact-notice', 'owner')
  const application = await aMail('application-notice', 'admin')
  const readable = async (id: string, staff: typeof owner) => (await details(id, staff)).body.text !== null
  expect([await readable(inquiry.id, owner), await readable(inquiry.id, admin)]).toEqual([true, false])
  expect([await readable(application.id, owner), await readable(application.id, admin)]).toEqual([false, true])
})

test('a failed mail is sent again as the same one, and its tries go on', async () => {
  const { id, recipient } = await aFailedMail()
  const again = await resend(id, admin)
  expect(again).toMatchObject({ status: 200, body: { id, state: 'queued', attempts: 1 } })
  expect((await resend(id)).body).toMatchObject({ message: 'It is already on its way.' })
  await app.runJobs()
  expect(arrived(recipient)).toHaveLength(1)
  expect((await list()).body).toMatchObject([{ id, state: 'sent', attempts: 2, lastError: null }])
})

test('after its last try a mail gets a whole round of tries more', async () => {
  const { id } = await aFailedMail()
  await app.deps.db.update(deliveries).set({ attempts: mostTries, triesLeft: 0 })
  await resend(id)
  app.sandbox.misbehave.set({ mailDown: 'busy' })
  await app.runJobs()
  expect(await rows()).toMatchObject([{ status: 'queued', attempts: mostTries + 1 }])
})

test('a sent mail is sent once more as a copy, however often the button is pressed', async () => {
  clock = new Date('2026-03-01T10:00:30Z')
  const { id, recipient, dedupeKey } = await aMail()
  await app.runJobs()
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await app.runJobs()
  expect(arrived(recipient)).toHaveLength(2)
  const copies = (await rows()).filter((row) => row.id !== id)
  expect(copies).toMatchObject([{ status: 'sent', text: 'Hi there 12345678', html: '<p>Hi</p>' }])
  expect(copies[0]!.dedupeKey.startsWith(`${dedupeKey}:`)).toBe(true)

  clock = new Date('2026-03-01T10:01:30Z')
  expect((await resend(id)).status).toBe(200)
})

test('SMS sent again count for the daily cap', async () => {
  const id = await anSms()
  await app.runJobs()
  const { smsDailyCap } = app.deps.env
  app.deps.env.smsDailyCap = 2
  const refused = await resend(id)
  app.deps.env.smsDailyCap = smsDailyCap
  expect(refused.status).toBe(429)
  expect((await resend(id)).status).toBe(200)
})

test('an SMS that failed long ago counts today when it is sent again', async () => {
  const ids = [await anSms(), await anSms()]
  const { deps } = app
  await deps.db.update(deliveries).set({ status: 'failed', createdAt: sql`now() - interval '2 days'` })
  const { smsDailyCap } = deps.env
  deps.env.smsDailyCap = 2
  const answers = [await resend(ids[0]!), await resend(ids[1]!)]
  deps.env.smsDailyCap = smsDailyCap
  expect(answers.map(({ status }) => status)).toEqual([200, 429])
})

test('what a deleted account leaves names nobody, and is not sent again', async () => {
  const { id, recipient } = await aMail()
  await app.runJobs()
  await app.deps.db.transaction((tx) => forgetPerson(tx, { id: newId(), email: recipient, emailVerified: true }, []))
  expect((await list()).body).toMatchObject([{ id, to: null, subject: '' }])
  expect((await details(id)).body).toMatchObject({
    text: null,
    textRefusal: expect.stringContaining('account was deleted'),
  })
  expect((await resend(id)).status).toBe(409)
})

test('a failure is dealt with once staff say so, or send it again; nothing else can be', async () => {
  const resolve = (deliveryId: string) => app.call(calls.resolveDelivery, { params: { deliveryId } }, admin.token)
  const failed = await aFailedMail()
  const first = await resolve(failed.id)
  expect(first).toMatchObject({ status: 200, body: { state: 'failed', resolvedAt: expect.any(String) } })
  expect((await resolve(failed.id)).body).toEqual(first.body)
  expect((await resend(failed.id)).body.resolvedAt, 'it may fail again').toBeNull()
  expect((await resolve(failed.id)).status).toBe(409)
  const sms = await anSms()
  await app.deps.db.update(deliveries).set({ status: 'failed' }).where(eq(deliveries.id, sms))
  expect((await resend(sms)).body.resolvedAt, 'its copy').toBeNull()
  expect((await details(sms)).body.resolvedAt).toEqual(expect.any(String))
})

test('an unknown message is not found', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000'
  expect((await details(unknown)).status).toBe(404)
  expect((await resend(unknown)).status).toBe(404)
  expect((await app.call(calls.resolveDelivery, { params: { deliveryId: unknown } }, owner.token)).status).toBe(404)
})

test.each([
  ['mail', 'connect ECONNREFUSED 127.0.0.1:25', 'The mail server could not be reached.'],
  ['mail', "Can't send mail - all recipients were rejected: 550 no such box", 'The mail server refuses this address.'],
  ['mail', "Can't send mail - all recipients were rejected: 451 busy", 'The mail server did not take it.'],
  ['mail', 'there is no mail server: SMTP_URL is not set', 'No mail server is set up.'],
  ['sms', 'Attempt to send to unsubscribed recipient', 'This number unsubscribed from our SMS.'],
  [
    'sms',
    'The SMS provider did not take the message: timeout of 8000ms exceeded',
    'The SMS provider could not be reached.',
  ],
] as const)('%s: %s', (channel, error, words) => {
  expect(plainError(channel, error)).toBe(words)
})
