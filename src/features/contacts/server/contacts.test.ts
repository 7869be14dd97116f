import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aContact } from '#src/demo/a-contact.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/contacts/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { contacts } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.deps.db.delete(contacts))

const body = {
  name: 'Rimshot',
  email: 'Rimshot@Else.Test',
  game: 'both',
  currentRank: 'Gold I',
  message: 'Stuck in overtime.\n\nEvenings, <please>?',
}

async function send(change: object = {}) {
  const writer = await aUser(app.deps)
  return { writer, ...(await app.call(calls.sendContact, { body: { ...body, ...change } }, writer.token)) }
}
const mailsTo = (address: string) => app.sandbox.outbox.list().filter(({ to }) => to === address)

test('an inquiry reaches every owner, and the player gets a receipt', async () => {
  const owners = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps, { isOwner: true })]
  const admin = await aUser(app.deps, { isAdmin: true })
  const { status, body: contact, writer } = await send()
  expect(status).toBe(200)
  expect(contact).toMatchObject({ ...body, email: 'rimshot@else.test', id: expect.any(String) })
  await app.runJobs()

  const [receipt, ...more] = mailsTo(writer.email)
  expect(more).toEqual([])
  expect(receipt!.text).toContain('We reply within 24 hours')
  expect(receipt!.text).toContain('Stuck in overtime.\n\nEvenings, <please>?')
  expect(receipt!.text).toContain('Game: Both Games')
  // The typed address could be anybody's.
  expect(mailsTo('rimshot@else.test')).toEqual([])

  for (const owner of owners) {
    const [notice] = mailsTo(owner.email)
    expect(notice!.subject).toBe('Rimshot wants to book a session')
    expect(notice!.text).toContain('Stuck in overtime.')
    expect(notice!.text).toContain('mailto:rimshot@else.test?subject=Your%20message')
    const { raw } = (await app.app.http.inject(`/dev/outbox/${notice!.id}.json`)).json()
    expect(raw).toContain('\r\nReply-To: Rimshot <rimshot@else.test>\r\n')
    expect(notice!.text).not.toContain('Replies to this mail are not read')
  }
  expect(mailsTo(admin.email)).toEqual([])
})

test('who has not proved their e-mail sends no words of their own there', async () => {
  const writer = await aUser(app.deps, { emailVerified: false })
  await app.call(calls.sendContact, { body }, writer.token)
  await app.runJobs()
  const [receipt] = mailsTo(writer.email)
  expect(receipt!.text).toContain('We reply within 24 hours')
  for (const typed of ['Rimshot', 'Stuck in overtime', 'Gold I', 'else.test'])
    expect(receipt!.text).not.toContain(typed)
})

test.each([
  [{ name: ' ' }, 'name', 'Please enter your name'],
  [{ email: 'nowhere' }, 'email', 'Please enter a valid email address'],
  [{ game: '' }, 'game', 'Please select a game'],
  [{ message: undefined }, 'message', 'Please enter a message'],
])('refuses %j and mails nobody', async (change, field, message) => {
  const { status, body: answer, writer } = await send(change)
  expect(status).toBe(400)
  expect(answer).toMatchObject({ fields: { [field]: message } })
  await app.runJobs()
  expect(mailsTo(writer.email)).toEqual([])
})

test.each([undefined, null, ''])('the rank may be %j', async (currentRank) => {
  expect((await send({ currentRank })).body.currentRank).toBeNull()
})

test('the owner reads the inquiries, newest first, page by page', async () => {
  const writer = await aUser(app.deps)
  for (let day = 1; day <= 101; day++) await aContact(app.deps, { writer, createdAt: new Date(Date.UTC(2026, 0, day)) })
  const { token } = await aUser(app.deps, { isOwner: true })
  const first = await app.call(calls.listContacts, {}, token)
  expect(first.headers['x-total-count']).toBe('101')
  expect(first.body).toHaveLength(100)
  expect(first.body[0]).toMatchObject({ createdAt: '2026-04-11T00:00:00.000Z', currentRank: null })
  const cursor = /cursor=([^>&]+)/.exec(String(first.headers.link))![1]!
  const second = await app.call(calls.listContacts, { query: { cursor } }, token)
  expect(second.body.map((contact) => contact.createdAt)).toEqual(['2026-01-01T00:00:00.000Z'])
})

test('an owner marks an inquiry as answered, the first time counts, and takes it back', async () => {
  const [owner, other] = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps, { isOwner: true })]
  const { id: contactId } = await aContact(app.deps)
  const mark = (token: string) => app.call(calls.markAnswered, { params: { contactId } }, token)
  const first = await mark(owner.token)
  expect(first.body).toMatchObject({ id: contactId, answeredAt: expect.any(String) })
  expect((await mark(other.token)).body.answeredAt).toBe(first.body.answeredAt)
  expect(await app.deps.db.select().from(contacts)).toMatchObject([{ answeredBy: owner.id }])

  const undone = await app.call(calls.markUnanswered, { params: { contactId } }, owner.token)
  expect(undone.body.answeredAt).toBeNull()
  expect(await app.deps.db.select().from(contacts)).toMatchObject([{ answeredBy: null }])
})

test('nobody else marks it, not even who wrote it, and an unknown one is not found', async () => {
  const writer = await aUser(app.deps)
  const { id: contactId } = await aContact(app.deps, { writer })
  const admin = await aUser(app.deps, { isAdmin: true })
  for (const { token } of [writer, admin])
    expect((await app.call(calls.markAnswered, { params: { contactId } }, token)).status).toBe(403)
  const { token } = await aUser(app.deps, { isOwner: true })
  const params = { contactId: '00000000-0000-7000-8000-000000000000' }
  for (const call of [calls.markAnswered, calls.markUnanswered])
    expect((await app.call(call, { params }, token)).status).toBe(404)
})
