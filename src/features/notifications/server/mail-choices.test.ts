import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/notifications/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { composeMail, forgetOld, forgetPerson, personalData, queueMail } from './notifications.ts'
import { deliveries, mailChoices } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(async () => {
  await app.runJobs()
  await app.deps.db.delete(deliveries)
  await app.deps.db.delete(mailChoices)
})

/** Queues a mail of the kind, or one that cannot be switched off; returns its row, undefined when it was dropped. */
async function mail(to: string, optOut?: calls.OptOut) {
  const dedupeKey = `test:${newId()}`
  const parts = { title: 'Hello', paragraphs: ['Hi'], why: 'You get this because of a test.', preheader: 'Hi' }
  const content = composeMail(app.deps.env, { to, subject: 'Hello', ...parts, optOut })
  await app.deps.db.transaction((tx) => queueMail(app.deps, tx, { ...content, dedupeKey, audience: 'staff' }))
  const [row] = await app.deps.db.select().from(deliveries).where(eq(deliveries.dedupeKey, dedupeKey))
  return row
}

/** What the mail's links say: where mail programs post, and the token. */
async function linkOf(to: string, kind: calls.OptOut = 'reminders') {
  const { url } = (await mail(to, kind))!.headers.optOut!
  const { pathname, search, searchParams } = new URL(url)
  return { url, path: pathname + search, token: searchParams.get('token')! }
}

const oneClick = 'List-Unsubscribe=One-Click'
const form = 'application/x-www-form-urlencoded'
const post = (url: string, payload = oneClick, type = form) =>
  app.app.http.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
const read = (token?: string, login?: string) => app.call(calls.readMailChoices, { query: { token } }, login)
const choose = (kind: string, wanted: boolean, login?: string, token?: string) =>
  app.call(calls.chooseMail, { body: { kind, wanted, token } }, login)
const others = { ratings: true, dayPlans: true, coachReminders: true }
const all = { reminders: true, messages: true, copies: true, ...others }

test('a mail program unsubscribes its reader by one click: that kind of mail is not written any more, all others are', async () => {
  const to = 'reader@demo.test'
  const { path, url } = await linkOf(to)
  const [row] = await app.deps.db.select().from(deliveries)
  expect([row!.text.includes(url), row!.html.includes(url.replace('&', '&amp;'))]).toEqual([true, true])

  expect((await post(path)).json()).toEqual({ ok: true })
  expect((await post(path)).statusCode).toBe(200)
  expect(await mail(to, 'reminders')).toBeUndefined()
  expect(await mail(to.toUpperCase(), 'reminders')).toBeUndefined()
  expect(await mail(to, 'messages')).toBeDefined()
  expect(await mail(to)).toBeDefined()
  expect(await mail('other@demo.test', 'reminders')).toBeDefined()
  const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
  const asForm = await post((await linkOf(to, 'messages')).path, multipart, 'multipart/form-data; boundary=x')
  expect(asForm.statusCode).toBe(200)
  expect(await mail(to, 'messages')).toBeUndefined()
})

test('a wrong token, no token, another body or another kind changes nothing', async () => {
  const to = 'kept@demo.test'
  const { path, token } = await linkOf(to)
  const wrong = 'x'.repeat(43)
  const statuses = [
    (await post(path.replace(token, wrong))).statusCode,
    (await post('/mail-preferences?off=reminders')).statusCode,
    (await post(path, 'reminders=off')).statusCode,
    (await post(path.replace('off=reminders', 'off=codes'))).statusCode,
    (await read(wrong)).status,
    (await choose('messages', false, undefined, wrong)).status,
    (await choose('messages', false)).status,
    (await choose('codes', false, undefined, token)).status,
    (await read()).status,
  ]
  expect(statuses).toEqual([404, 404, 400, 400, 404, 404, 404, 400, 404])
  await app.app.http.inject(path)
  expect((await read(token)).body).toEqual(all)
})

test('the link’s page reads and changes the choice of its own address, whoever is logged in', async () => {
  const reader = await aUser(app.deps)
  const somebody = await aUser(app.deps)
  const { token } = await linkOf(reader.email)
  const off = { reminders: false, messages: true, copies: true, ...others }
  expect((await choose('reminders', false, somebody.token, token)).body).toEqual(off)
  expect((await read(token)).body).toEqual(off)
  expect((await read(undefined, reader.token)).body).toEqual(off)
  expect((await read(undefined, somebody.token)).body).toEqual(all)
  expect((await choose('reminders', true, reader.token)).body).toEqual(all)
  expect(await mail(reader.email, 'reminders')).toBeDefined()
})

test('an account chooses before its first such mail, but not for an address it has not proved', async () => {
  const reader = await aUser(app.deps)
  await choose('reminders', false, reader.token)
  expect((await choose('messages', false, reader.token)).body).toEqual({
    reminders: false,
    messages: false,
    copies: true,
    ...others,
  })
  expect(await mail(reader.email, 'messages')).toBeUndefined()
  const unproven = await aUser(app.deps, { emailVerified: false })
  expect([
    (await choose('messages', false, unproven.token)).status,
    (await read(undefined, unproven.token)).status,
  ]).toEqual([409, 409])
})

test('staff do not send again what its reader has switched off since', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const { path } = await linkOf('later@demo.test')
  await app.runJobs()
  await post(path)
  const [row] = await app.deps.db.select().from(deliveries)
  const params = { deliveryId: row!.id }
  const refusal = 'Its reader has switched such mails off.'
  expect((await app.call(calls.deliveryDetails, { params }, owner.token)).body.resendRefusal).toBe(refusal)
  expect((await app.call(calls.resendDelivery, { params }, owner.token)).status).toBe(409)
})

test('a choice is exported and goes with its account; a link that nobody used goes after 180 days, a choice does not', async () => {
  const { db } = app.deps
  const reader = await aUser(app.deps)
  await choose('reminders', false, reader.token)
  expect(await personalData(db, reader, { bookingIds: [], numbers: [], own: [] })).toMatchObject({
    mailsWanted: { reminders: false, messages: true, copies: true, ...others },
  })
  await linkOf('unused@demo.test')
  const months = (await linkOf('used@demo.test')).path
  await post(months)
  await db.update(mailChoices).set({ usedAt: sql`now() - interval '181 days'` })
  await db.transaction((tx) => forgetOld(tx, new Date()))
  expect((await db.select().from(mailChoices)).map(({ reminders }) => reminders)).toEqual([false, false])
  await db.transaction((tx) => forgetPerson(tx, reader, []))
  expect(await mail(reader.email, 'reminders')).toBeDefined()
})
