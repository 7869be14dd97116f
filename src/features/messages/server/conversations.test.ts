import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aContact } from '#src/demo/a-contact.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import * as messages from '#src/features/messages/contract.ts'
import * as calls from '#src/features/messages/conversations-contract.ts'
import { handOverBooking } from '#src/features/sessions/exceptions-contract.ts'
import { newId } from '#src/platform/database/columns.ts'
import { must } from '#src/shared/must.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { threadNotes } from './table.ts'

type Person = Awaited<ReturnType<typeof aUser>>
let app: TestApp
let [owner, admin, coach, player]: Person[] = []
let booking: BookingRow
let tag: string
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app.deps, { isOwner: true, name: 'Oona' })
  admin = await aUser(app.deps, { isAdmin: true, name: 'Adam' })
})
afterAll(() => app.close())
beforeEach(async () => {
  tag = `Quill${newId().slice(-12)}`
  coach = await aUser(app.deps)
  player = await aUser(app.deps, { name: tag })
  booking = await aBooking(app.deps, { player, coach: await aCoach(app.deps, { userId: coach.id }) })
})

const write = (who: Person | undefined, content: string, more = {}) =>
  app.call(messages.sendMessage, { body: { bookingId: booking.id, content, ...more } }, who?.token)
const list = async (staff: Person | undefined, query: object = {}) =>
  (await app.call(calls.listConversations, { query }, staff?.token)).body
const find = async (staff = owner) => must((await list(staff, { about: booking.id }))[0], 'the conversation')
const take = (staff: Person | undefined, threadId: string, insteadOf: string | null = null) =>
  app.call(calls.takeConversation, { params: { threadId }, body: { insteadOf } }, staff?.token)

test('a conversation says who wrote what last, what the team has not seen, and whose turn it is', async () => {
  expect(await list(owner, { about: booking.id }), 'nobody has written').toEqual([])
  await write(player, 'Are you there?')
  await write(player, 'Hello?')
  expect(await find()).toMatchObject({
    ...{ kind: 'booking', aboutId: booking.id, name: tag, unread: 2, isTheirTurn: false, assignee: null },
    last: { number: 2, name: tag, isOurs: false, content: 'Hello?' },
    waitingSince: expect.any(String),
  })
  await app.call(messages.markMessagesSeen, { body: { bookingId: booking.id, number: 2 } }, owner!.token)
  expect(await find(), 'read is not answered').toMatchObject({ unread: 0, waitingSince: expect.any(String) })
  await write(coach, 'Here!')
  expect(await find()).toMatchObject({ waitingSince: null, isTheirTurn: true, last: { isOurs: true } })
})

test('who waits longest comes first, fifty at a time, and the list goes on where it ended', async () => {
  const told: string[] = []
  for (let i = 0; i < 51; i++) {
    const { id } = await aContact(app.deps, { createdAt: new Date(Date.UTC(2026, 0, 1) + i * 60_000) })
    told.push(id)
  }
  const first = await app.call(calls.listConversations, { query: { show: 'waiting' } }, owner!.token)
  expect(first.body.map(({ aboutId }) => aboutId)).toEqual(told.slice(0, 50))
  expect(Number(first.headers['x-total-count'])).toBeGreaterThan(50)
  const cursor = /cursor=([^>&]+)/.exec(String(first.headers.link))![1]!
  expect((await list(owner, { show: 'waiting', cursor }))[0]).toMatchObject({ aboutId: told[50] })
  await write(player, 'The newest')
  const liveliest = await app.call(calls.listConversations, {}, owner!.token)
  expect(liveliest.body[0]).toMatchObject({ aboutId: booking.id })
  const next = /cursor=([^>&]+)/.exec(String(liveliest.headers.link))![1]!
  const listed = liveliest.body.map(({ threadId }) => threadId)
  const rest = await list(owner, { cursor: next })
  expect(rest.length).toBeGreaterThan(0)
  for (const { threadId } of rest) expect(listed).not.toContain(threadId)
})

test('each role finds what it may read, by a part of a name, and nobody what is their own', async () => {
  await write(player, 'Hello')
  const contact = await aContact(app.deps, { name: `${tag} Asks` })
  const application = await anApplication(app.deps, { applicantName: `${tag} Applies` })
  const toTeam = { coachApplicationId: application.id, message: 'Hi' }
  await app.call(messages.sendInternalMessage, { body: toTeam }, admin!.token)
  const idsFor = async (staff: Person | undefined) =>
    (await list(staff, { q: tag.toUpperCase().slice(0, -1) })).map(({ aboutId }) => aboutId).sort()
  expect(await idsFor(owner)).toEqual([booking.id, contact.id].sort())
  expect(await idsFor(admin)).toEqual([booking.id, application.id].sort())

  const asPlayer = await aUser(app.deps, { isOwner: true })
  booking = await aBooking(app.deps, { player: asPlayer })
  await app.call(messages.sendMessage, { body: { bookingId: booking.id, content: 'Mine' } }, asPlayer.token)
  expect(await list(asPlayer, { about: booking.id })).toEqual([])
  const { threadId } = await find()
  expect((await take(asPlayer, threadId)).status).toBe(404)
  const notes = await app.call(calls.listThreadNotes, { params: { threadId } }, asPlayer.token)
  expect(notes.status).toBe(404)
})

describe('taking', () => {
  test('of fifty presses of two at once one of them wins, and the other is told who', async () => {
    await write(player, 'Hello')
    const { threadId } = await find()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const who = i % 2 ? owner! : admin!
        return { who: who.name, ...(await take(who, threadId)) }
      }),
    )
    const { assignee } = await find()
    for (const { who, status, body } of answers)
      expect([status, body]).toMatchObject(
        who === assignee!.name
          ? [200, { assignee: { name: who, isMe: true } }]
          : [409, { message: `${assignee!.name} has taken this conversation.` }],
      )
    const [has, hasNot] = assignee!.name === 'Oona' ? [owner, admin] : [admin, owner]
    expect(await list(has, { show: 'mine' })).toContainEqual(expect.objectContaining({ threadId }))
    expect(await list(hasNot, { show: 'mine' })).toEqual([])

    const giveBack = (who: Person | undefined) =>
      app.call(calls.giveBackConversation, { params: { threadId } }, who?.token)
    expect((await giveBack(hasNot)).body, 'it is not theirs').toMatchObject({ assignee: { id: has!.id } })
    expect((await take(hasNot, threadId, has!.id)).body, 'taken over').toMatchObject({ assignee: { isMe: true } })
    expect((await giveBack(hasNot)).body).toMatchObject({ assignee: null, waitingSince: expect.any(String) })
  })
})

test('it needs no answer as far as it was read', async () => {
  await write(player, 'Thanks!')
  const { threadId } = await find()
  await write(player, 'But one more thing')
  const settle = (number: number) =>
    app.call(calls.needNoAnswer, { params: { threadId }, body: { number } }, admin!.token)
  expect((await settle(1)).status).toBe(409)
  const settled = await Promise.all(Array.from({ length: 10 }, () => settle(2)))
  for (const { status, body } of settled)
    expect([status, body]).toMatchObject([200, { waitingSince: null, isTheirTurn: false }])
  await write(player, 'Hello again')
  expect(await find()).toMatchObject({ waitingSince: expect.any(String) })
})

test('of many of the team who answer at once one does; the others read it first', async () => {
  await write(player, 'Which map?')
  const team = [owner!, admin!, ...(await Promise.all([1, 2, 3].map(() => aUser(app.deps, { isAdmin: true }))))]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => {
      const who = team[i % team.length]!
      return write(who, `From ${who.email}`, { after: 1, idempotencyKey: keyOf(who) })
    }),
  )
  const sent = answers.filter(({ status }) => status === 200)
  expect(sent).toHaveLength(10)
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect(body).toMatchObject({ message: expect.stringMatching(/ of the team wrote meanwhile/), reason: 'newer' })
  expect((await write(owner, 'I agree', { after: 2 })).status, 'who has read it writes on').toBe(200)
  expect((await write(owner, 'And more', { after: 2 })).status, 'one’s own is no colleague’s').toBe(200)
})
const keys = new Map<string, string>()
function keyOf({ id }: Person): string {
  const key = keys.get(id) ?? crypto.randomUUID()
  keys.set(id, key)
  return key
}

test('the team notes something once, for itself alone: not for player, coach, or a coach of the team', async () => {
  await write(player, 'Hello')
  const { threadId } = await find()
  const params = { threadId }
  const body = { note: 'Refunded last year.', idempotencyKey: newId() }
  const notes = await Promise.all(
    Array.from({ length: 10 }, () => app.call(calls.addThreadNote, { params, body }, owner!.token)),
  )
  for (const { status, body } of notes) expect([status, body]).toMatchObject([200, { authorName: 'Oona' }])
  expect(await app.deps.db.select().from(threadNotes).where(eq(threadNotes.threadId, threadId))).toHaveLength(1)
  const read = (who: Person) => app.call(calls.listThreadNotes, { params }, who.token)
  expect((await read(admin!)).body).toMatchObject([{ text: 'Refunded last year.', authorName: 'Oona' }])
  for (const who of [player!, coach!]) expect((await read(who)).status).toBe(403)

  const both = await aUser(app.deps, { isAdmin: true })
  booking = await aBooking(app.deps, { player, coach: await aCoach(app.deps, { userId: both.id }) })
  await write(player, 'Hello')
  const own = await find(both)
  const refused = await app.call(calls.listThreadNotes, { params: { threadId: own.threadId } }, both.token)
  expect(refused.status).toBe(404)
  expect((await take(both, own.threadId)).status, 'they may take it').toBe(200)
  const next = await aCoach(app.deps)
  const hour = must(booking.startsAt, 'its hour').toISOString()
  await app.call(
    handOverBooking,
    { params: { bookingId: booking.id }, body: { coachId: next.id, startsAt: hour } },
    owner!.token,
  )
  expect(await find(both)).toMatchObject({ mayNote: false, isForOthers: true })
  const former = await app.call(calls.listThreadNotes, { params: { threadId: own.threadId } }, both.token)
  expect(former.status, 'nor once another coaches it').toBe(404)
})

test('a coach of the team does not say of their own player that no answer is needed', async () => {
  const both = await aUser(app.deps, { isAdmin: true })
  booking = await aBooking(app.deps, { player, coach: await aCoach(app.deps, { userId: both.id }) })
  await write(player, 'My coach ignores me')
  const { threadId } = await find(both)
  const press = (who: Person) => app.call(calls.needNoAnswer, { params: { threadId }, body: { number: 1 } }, who.token)
  expect((await press(both)).status).toBe(409)
  expect((await press(owner!)).status).toBe(200)
})

test('an internal message waits until its writer has read what a colleague wrote', async () => {
  await write(player, 'Please help')
  await write(owner, 'You get all back.', { after: 1 })
  const send = (after: number) =>
    app.call(
      messages.sendInternalMessage,
      { body: { bookingId: booking.id, message: 'You get nothing.', after } },
      admin!.token,
    )
  expect(await send(1)).toMatchObject({ status: 409, body: { reason: 'newer' } })
  expect((await send(2)).status).toBe(200)
})
