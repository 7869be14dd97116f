import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { chooseMail } from '#src/features/notifications/contract.ts'
import { setOrderContact } from '#src/features/payments/contract.ts'
import { eraseAccount, exportData } from '#src/features/privacy/contract.ts'
import { mayMailUnasked } from '#src/platform/http/limits.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { anIntentFor, aPaidBookingFor } from '#tests/support/paid-booking.ts'
import { basic } from '#tests/support/prices.ts'
import { starts } from '#tests/support/starts.ts'
import { orders } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ rateLimits: 'on' })
})
afterAll(() => app.close())

let hours = 20
const nextStart = () => starts[hours++]!
const mailsTo = (address: string) => app.sandbox.outbox.list().filter(({ to }) => to === address)
const copyTo = 'parent@else.test'

test('somebody else gets confirmation and receipt in one mail, without anything that its player typed', async () => {
  const player = await aUser(app.deps, { name: 'Rimshot Miller' })
  const { number } = await aPaidBookingFor(app, player.token, nextStart(), { copyTo: ' FRIEND@else.test' })
  await app.runJobs()
  const [mail, ...more] = mailsTo('friend@else.test')
  expect(more).toEqual([])
  expect(mail!.text).toContain(`Booking: ${number}`)
  expect(mail!.text).toMatch(/Receipt: 20\d\d-\d{6}/)
  expect(mail!.text).toContain(`Price paid: ${basic.shown}`)
  expect(mail!.text).not.toContain('Rimshot')
  expect(mail!.text).not.toContain(player.email)
})

test('copies count where they are sent: naming an address again and again takes none of the mails it waits for', async () => {
  const player = await aUser(app.deps)
  const address = 'prey@else.test'
  const { orderId } = await anIntentFor(app, player.token, nextStart())
  for (let turn = 0; turn < 12; turn++) {
    const body = { name: player.name, email: player.email, copyTo: turn % 2 ? null : address }
    expect((await app.call(setOrderContact, { params: { orderId }, body }, player.token)).status).toBe(200)
  }
  for (let had = 0; had < 5; had++) expect(await mayMailUnasked(app.deps, address)).toBe(true)
  await aPaidBookingFor(app, (await aUser(app.deps)).token, nextStart(), { copyTo: address })
  await app.runJobs()
  expect(mailsTo(address)).toEqual([])
})

test('no mail goes to who gets the confirmation anyway, or wants no copies by the link of an earlier one', async () => {
  const player = await aUser(app.deps)
  await aPaidBookingFor(app, player.token, nextStart(), { copyTo: player.email })
  await app.runJobs()
  expect(mailsTo(player.email).filter(({ subject }) => subject.startsWith('A copy'))).toEqual([])

  const book = async () => {
    await aPaidBookingFor(app, player.token, nextStart(), { copyTo })
    await app.runJobs()
    return mailsTo(copyTo)
  }
  const [first] = await book()
  const token = /off=copies&token=([\w-]+)/.exec(first!.text)![1]!
  expect((await app.call(chooseMail, { body: { token, kind: 'copies', wanted: false } })).status).toBe(200)
  expect(await book()).toHaveLength(1)
})

test('the address is the order’s and in its player’s export, and goes with their account or with its own reader’s', async () => {
  const [player, reader] = [await aUser(app.deps), await aUser(app.deps)]
  const { orderId } = await anIntentFor(app, player.token, nextStart(), { copyTo: reader.email })
  const stored = async () => (await app.deps.db.select().from(orders).where(eq(orders.id, orderId)))[0]!.copyTo
  expect(await stored()).toBe(reader.email)
  const { body } = await app.call(exportData, {}, player.token)
  expect(JSON.stringify(body)).toContain(`"copyTo":"${reader.email}"`)

  const wrong = { name: player.name, email: player.email, copyTo: 'nobody' }
  const params = { orderId }
  expect(await app.call(setOrderContact, { params, body: wrong }, player.token)).toMatchObject({
    status: 400,
    body: { fields: { copyTo: 'Please enter a valid email address' } },
  })
  expect((await app.call(eraseAccount, { body: { password: demoPassword } }, reader.token)).status).toBe(200)
  expect(await stored()).toBeNull()

  const other = { name: player.name, email: player.email, copyTo }
  expect((await app.call(setOrderContact, { params, body: other }, player.token)).status).toBe(200)
  await app.deps.db
    .update(orders)
    .set({ status: 'released', network: null, heldUntil: sql`now()` })
    .where(eq(orders.id, orderId))
  expect((await app.call(eraseAccount, { body: { password: demoPassword } }, player.token)).status).toBe(200)
  expect(await stored()).toBeNull()
})
