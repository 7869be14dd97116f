import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/features/contacts/contract.ts'
import { showToday } from '#src/features/desk/contract.ts'
import { listInquiryMessages, listThreads } from '#src/features/messages/contract.ts'
import { listConversations } from '#src/features/messages/conversations-contract.ts'
import { exportData } from '#src/features/privacy/contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { contacts } from './table.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.delete(contacts)
})

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

test.each(['', null, undefined])('an inquiry whose coach is %j is about none', async (coachId) => {
  expect(await send({ coachId })).toMatchObject({ status: 200, body: { coachName: null } })
})

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
    expect(notice!.text).toContain(`/owner?tab=messages&inquiry=${contact.id}`)
    const { raw } = (await app.app.http.inject(`/dev/outbox/${notice!.id}.json`)).json()
    // Nobody has proved that the typed address is the writer's.
    expect(raw).not.toMatch(/^Reply-To:/m)
    expect(notice!.text).toContain('Replies to this mail are not read')
  }
  expect(mailsTo(admin.email)).toEqual([])
})

test('an inquiry under the address that its writer has proved is answered there by a reply', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const writer = await aUser(app.deps)
  expect((await app.call(calls.sendContact, { body: { ...body, email: writer.email } }, writer.token)).status).toBe(200)
  await app.runJobs()
  const [notice] = mailsTo(owner.email)
  const { raw } = (await app.app.http.inject(`/dev/outbox/${notice!.id}.json`)).json()
  expect(raw).toContain(`\r\nReply-To: Rimshot <${writer.email}>\r\n`)
  expect(notice!.text).not.toContain('Replies to this mail are not read')
})

test('a question about a coach names the coach to the team, who pass it on, and in the receipt', async () => {
  const owner = await aUser(app.deps, { isOwner: true })
  const { id: userId, email: coachEmail } = await aUser(app.deps)
  const coach = await aCoach(app.deps, { userId })
  const { body: contact, writer } = await send({ coachId: coach.id })
  expect(contact.coachName).toBe(coach.name)
  expect(contact, 'the writer does not learn the coach’s address').not.toHaveProperty('coachEmail')
  await app.runJobs()
  const [notice] = mailsTo(owner.email)
  expect(notice!.subject).toBe(`Rimshot asks about ${coach.name}`)
  expect(notice!.text).toContain(`We promised to pass it to ${coach.name} and to answer within 24 hours.`)
  const [receipt] = mailsTo(writer.email)
  expect(receipt!.text).toContain(`Our team passes it to ${coach.name} and answers within 24 hours.`)
  for (const mail of [notice, receipt]) expect(mail!.text).toContain(`Coach: ${coach.name}`)
  const { body: listed } = await app.call(calls.listContacts, {}, owner.token)
  expect(listed).toMatchObject([{ coachName: coach.name, coachEmail }])
  const { body: mine } = await app.call(exportData, {}, writer.token)
  expect(mine).toMatchObject({ inquiries: [{ coach: coach.name }] })

  const hidden = await aCoach(app.deps, { isActive: false })
  expect((await send({ coachId: hidden.id })).status).toBe(404)
})

test('a player who has not proved their e-mail sends no words of their own there', async () => {
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

describe('an answer', () => {
  const answer = (contactId: string, { token }: { token: string }, more = {}) =>
    app.call(
      calls.sendInquiryMessage,
      { params: { contactId }, body: { content: 'Sunday at six?', after: 1, idempotencyKey: newId(), ...more } },
      token,
    )
  const waitingOf = async (contactId: string, { token }: { token: string }) =>
    (await app.call(listConversations, { query: { about: contactId } }, token)).body[0]?.waitingSince

  test('stands in the conversation, is mailed to where the writer wants it, and is the first that counts', async () => {
    const [owner, other] = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps, { isOwner: true })]
    const { body: contact } = await send()
    const first = await answer(contact.id, owner)
    expect(first).toMatchObject({ status: 200, body: { number: 2, isAdmin: true, content: 'Sunday at six?' } })
    expect(await waitingOf(contact.id, owner)).toBeNull()
    const answeredAt = async () => (await app.call(calls.listContacts, {}, owner.token)).body[0]!.answeredAt
    const firstAt = await answeredAt()
    expect(firstAt).not.toBeNull()
    const elsewhere = await answer(contact.id, owner, { content: 'From my phone' })
    expect([elsewhere.status, elsewhere.body]).toMatchObject([409, { message: expect.stringMatching(/^You wrote/) }])
    expect((await answer(contact.id, other, { after: 2, content: 'Or Monday' })).status).toBe(200)
    expect(await answeredAt()).toBe(firstAt)
    await app.runJobs()
    const mails = mailsTo('rimshot@else.test').map(({ subject, text }) => [subject, text.includes('Sunday at six?')])
    expect(mails.sort()).toEqual([
      ['Our answer to your message', false],
      ['Our answer to your message', true],
    ])
    const listed = await app.call(listInquiryMessages, { params: { contactId: contact.id } }, other.token)
    expect(listed.body.map(({ content }) => content)).toEqual([body.message, 'Sunday at six?', 'Or Monday'])
  })

  test('quotes what was asked only to an address that its writer has proved', async () => {
    const owner = await aUser(app.deps, { isOwner: true })
    const writer = await aUser(app.deps)
    for (const email of [writer.email, 'somebody@else.test']) {
      const { body: contact } = await app.call(calls.sendContact, { body: { ...body, email } }, writer.token)
      await answer(contact.id, owner)
    }
    await app.runJobs()
    const textTo = (address: string) => mailsTo(address).find(({ subject }) => subject.startsWith('Our answer'))!.text
    expect(textTo(writer.email)).toContain('Stuck in overtime.')
    for (const typed of ['Rimshot', 'Stuck in overtime']) expect(textTo('somebody@else.test')).not.toContain(typed)
  })

  test('of fifty presses of five owners is one, mailed once', async () => {
    const { body: contact } = await send({ email: 'pressed@else.test' })
    const team = await Promise.all(Array.from({ length: 5 }, () => aUser(app.deps, { isOwner: true })))
    const keys = team.map(() => newId())
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => answer(contact.id, team[i % 5]!, { idempotencyKey: keys[i % 5] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(40)
    await app.runJobs()
    expect(mailsTo('pressed@else.test')).toHaveLength(1)
  })

  test('is given otherwise, too: marked, it waits no longer; taken back, it does', async () => {
    const owner = await aUser(app.deps, { isOwner: true })
    const { body: contact } = await send()
    const params = { contactId: contact.id }
    await app.call(calls.markAnswered, { params }, owner.token)
    expect(await waitingOf(contact.id, owner)).toBeNull()
    await app.call(calls.markUnanswered, { params }, owner.token)
    expect(await waitingOf(contact.id, owner)).toBe(contact.createdAt)
  })

  test('is read by who asked, who goes on; it waits again, and the owners hear of it once until they answer', async () => {
    const owner = await aUser(app.deps, { isOwner: true })
    const { body: contact, writer } = await send()
    const listed = async () => (await app.call(listThreads, {}, writer.token)).body
    expect(await listed()).toMatchObject([{ contactId: contact.id, bookingId: null, unread: 0 }])
    await answer(contact.id, owner)
    expect(await listed()).toMatchObject([{ unread: 1, last: { content: 'Sunday at six?', isMine: false } }])
    for (const content of ['Seven?', 'Or eight?'])
      expect(await answer(contact.id, writer, { content })).toMatchObject({ status: 200, body: { isAdmin: false } })
    const read = await app.call(listInquiryMessages, { params: { contactId: contact.id } }, writer.token)
    expect(read.body.map(({ isMine, senderEmail }) => [isMine, senderEmail])).toEqual([
      [true, null],
      [false, null],
      [true, null],
      [true, null],
    ])
    expect(await listed()).toMatchObject([{ unread: 0 }])
    expect(await waitingOf(contact.id, owner)).not.toBeNull()
    const { waiting } = (await app.call(showToday, {}, owner.token)).body
    const [line] = waiting.find(({ kind }) => kind === 'conversation')!.lines
    expect(line).toMatchObject({ text: 'Or eight?', to: `/owner?tab=messages&inquiry=${contact.id}` })
    await app.runJobs()
    expect(mailsTo(owner.email).filter(({ subject }) => subject === 'Rimshot wrote again')).toHaveLength(1)
  })

  test('is for owners, but not to themselves; nobody else has a place there, by whatever address was typed', async () => {
    const [writer, named] = [await aUser(app.deps, { isOwner: true }), await aUser(app.deps)]
    const inquiry = { ...body, email: named.email }
    const { body: contact } = await app.call(calls.sendContact, { body: inquiry }, writer.token)
    expect((await answer(contact.id, writer)).body).toMatchObject({ isAdmin: false })
    expect((await app.call(calls.listContacts, {}, writer.token)).body[0]).toMatchObject({ answeredAt: null })
    const params = { contactId: contact.id }
    for (const other of [named, await aUser(app.deps, { isAdmin: true })]) {
      expect((await answer(contact.id, other)).status).toBe(404)
      expect((await app.call(listInquiryMessages, { params }, other.token)).status).toBe(404)
      expect((await app.call(listThreads, {}, other.token)).body).toEqual([])
    }
  })
})
