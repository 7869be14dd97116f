import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDelivery } from '#src/demo/a-delivery.ts'
import { aUser } from '#src/demo/a-user.ts'
import { systemHealth } from '#src/features/insights/health-contract.ts'
import { resolveDelivery } from '#src/features/notifications/contract.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { readEvents } from '#src/features/payments/server/provider-events.ts'
import { noteBackup } from '#src/platform/database/backup.ts'
import { beat } from '#src/platform/database/heartbeats.ts'
import { heartbeats } from '#src/platform/database/table.ts'
import { showInstant } from '#src/shared/times.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import * as health from './health.ts'

let app: TestApp
let clock = new Date()
beforeAll(async () => {
  app = await startTestApp({ now: () => clock })
})
afterAll(() => app.close())

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const onClock = (instant: Date) => showInstant(instant, app.deps.env.businessTimeZone)
const partOf = async (name: string, deps: object = {}) =>
  (await health.systemHealth({ ...app.deps, ...deps })).find(({ part }) => part === name)

test('when all is well, staff read so of each part, and nobody else', async () => {
  await noteBackup(app.databaseUrl)
  const staff = await aUser(app.deps, { isAdmin: true })
  const { status, body } = await app.call(systemHealth, {}, staff.token)
  expect(status).toBe(200)
  expect(body.map(({ part, state }) => [part, state])).toEqual([
    ['database', 'good'],
    ['mail', 'good'],
    ['sms', 'good'],
    ['payments', 'good'],
    ['seller', 'off'],
    ['jobs', 'good'],
    ['backup', 'good'],
    ['version', 'good'],
  ])
  expect((await app.call(systemHealth, {}, (await aUser(app.deps)).token)).status).toBe(403)
})

test('staff read its times on the clock of their room', async () => {
  const staff = await aUser(app.deps, { isOwner: true })
  const versionIn = async (query: object) => {
    const { body } = await app.call(systemHealth, { query }, staff.token)
    return body.find(({ part }) => part === 'version')!.text
  }
  expect(await versionIn({})).toMatch(/[AP]M E[SD]T\.$/)
  expect(await versionIn({ zone: 'Asia/Kolkata' })).toMatch(/[AP]M GMT\+5:30\.$/)
})

test('what is not set up is said, with what to do', async () => {
  expect(await partOf('mail', { mailer: null })).toMatchObject({
    state: 'bad',
    advice: expect.stringContaining('SMTP_URL'),
  })
  expect(await partOf('sms', { sms: null })).toMatchObject({ state: 'off' })
  expect(await partOf('payments', { payments: null })).toMatchObject({ state: 'bad', text: 'Cards cannot be charged.' })
})

test('mails that wait for 10 minutes are told in plain words, without the server’s own', async () => {
  const lastError = 'connect ECONNREFUSED 10.1.2.3:587 smtp://user:secret@mail'
  const mail = {
    channel: 'mail',
    recipient: 'a@demo.test',
    subject: 's',
    text: 't',
    html: 'h',
    audience: 'staff',
  } as const
  const createdAt = clock
  await app.deps.db.insert(deliveries).values({ ...mail, dedupeKey: 'health:1', createdAt, attempts: 3, lastError })
  // Nobody of the team reads what is sent about reports, nor that any was.
  const older = new Date(+createdAt - 60_000)
  await app.deps.db.insert(deliveries).values({ ...mail, dedupeKey: 'report-alert:1', createdAt: older })
  clock = later(9)
  expect(await partOf('mail')).toMatchObject({ state: 'good' })
  clock = later(11)
  expect(await partOf('mail')).toMatchObject({
    state: 'bad',
    text: `1 waits since ${onClock(createdAt)}. The mail server could not be reached.`,
  })
  await app.deps.db
    .update(deliveries)
    .set({ status: 'sent', sentAt: clock })
    .where(eq(deliveries.dedupeKey, 'health:1'))
  expect(await partOf('mail')).toMatchObject({ state: 'good', text: `The last one was sent ${onClock(clock)}.` })
})

test('a mail or SMS that failed is said until somebody dealt with it', async () => {
  const staff = await aUser(app.deps, { isAdmin: true })
  const sms = await aDelivery(app.deps, { channel: 'sms', status: 'failed', createdAt: clock })
  const mail = await aDelivery(app.deps, { status: 'failed', createdAt: clock })
  const failed = { state: 'warn', text: '1 failed.', to: '/admin-deliveries?state=failed' }
  expect(await partOf('mail')).toMatchObject(failed)
  expect(await partOf('sms')).toMatchObject(failed)
  for (const { id } of [mail, sms]) await app.call(resolveDelivery, { params: { deliveryId: id } }, staff.token)
  expect(await partOf('mail')).toMatchObject({ state: 'good' })
  expect(await partOf('sms')).toMatchObject({ state: 'good' })
})

test('a webhook that does not call is noticed by what only asking brought, and so is a silent provider', async () => {
  clock = new Date()
  await readEvents(app.deps)
  await beat(app.deps.db, 'payment-webhook', clock)
  const heard = `Stripe’s webhook last called us ${onClock(clock)}`
  expect(await partOf('payments')).toMatchObject({ state: 'good', text: `${heard}.` })
  await beat(app.deps.db, 'payment-list', later(5))
  expect(await partOf('payments')).toMatchObject({ state: 'good' })
  await beat(app.deps.db, 'payment-list', later(15))
  expect(await partOf('payments')).toMatchObject({ state: 'bad', text: expect.stringContaining(`${heard};`) })
  await app.deps.db.delete(heartbeats).where(eq(heartbeats.name, 'payment-webhook'))
  expect(await partOf('payments')).toMatchObject({ state: 'bad', text: 'Stripe’s webhook never called us.' })
  clock = later(11)
  expect(await partOf('payments')).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('Stripe last answered us'),
  })
})

test('a payment whose webhook is lost is found by asking, and one whose webhook comes is written down as such', async () => {
  clock = new Date()
  await readEvents(app.deps)
  await app.deps.db.delete(heartbeats)
  const beats = async () => (await app.deps.db.select().from(heartbeats)).map(({ name }) => name)
  const stripe = new Stripe(app.sandbox.stripe.secretKey, app.sandbox.stripe.apiAddress)
  const pay = { amount: 1234, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
  app.sandbox.misbehave.set({ lost: true })
  await stripe.paymentIntents.create(pay)
  await readEvents(app.deps)
  expect(await beats()).toEqual(['payment-list'])
  app.sandbox.misbehave.clear()
  await app.deps.db.delete(heartbeats)
  await stripe.paymentIntents.create(pay)
  await expect.poll(beats).toEqual(['payment-webhook'])
})

test('a backup must not be older than two days; without one only production complains', async () => {
  await app.deps.db.delete(heartbeats)
  expect(await partOf('backup')).toMatchObject({ state: 'off' })
  expect(await partOf('backup', { env: { ...app.deps.env, production: true } })).toMatchObject({ state: 'bad' })
  expect(await partOf('seller', { env: { ...app.deps.env, production: true } })).toEqual({
    part: 'seller',
    state: 'bad',
    text: 'Nobody can read who sells: no payments are taken.',
    advice: 'Ask your engineer to set SELLER_NAME, SELLER_ADDRESS, SELLER_EMAIL.',
    to: '/imprint',
  })
  const seller = { name: 'Rung LLC', address: '1 Ladder St', taxId: null, email: 'hello@rung.test' }
  const named = { ...app.deps.env, production: true, seller, mailFrom: 'mails@rung.test' }
  expect(await partOf('seller', { env: named })).toMatchObject({
    ...{ state: 'bad', text: 'Nobody has said whether buyers in the EU and the UK can withdraw.', to: '/terms' },
  })
  expect(await partOf('seller', { env: { ...named, withdrawal: 'exempt' } })).toMatchObject({ state: 'good' })
  await noteBackup(app.databaseUrl)
  clock = later(47 * 60)
  expect(await partOf('backup')).toMatchObject({ state: 'good' })
  clock = later(49 * 60)
  expect(await partOf('backup')).toMatchObject({ state: 'bad' })
})

test('jobs that should have begun are counted', async () => {
  clock = new Date()
  await aUser(app.deps)
  const behind = { behind: async () => ({ count: 3, since: later(-11) }), listDead: async () => [] }
  expect(await partOf('jobs', { jobs: behind })).toMatchObject({ state: 'bad' })
  expect(await app.deps.jobs.behind()).toMatchObject({ count: expect.any(Number) })
})
