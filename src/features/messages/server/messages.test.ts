import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { anApplication } from '#src/demo/an-application.ts'
import { users } from '#src/features/accounts/server/table.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import * as calls from '#src/features/messages/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { mailWhoIsAway, quietTime } from './away.ts'

let clock = new Date()
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ now: () => clock })
})
afterAll(() => t.close())

type Person = Awaited<ReturnType<typeof aUser>>
let player: Person
let coach: Person
let owner: Person
let booking: BookingRow
beforeEach(async () => {
  player = await aUser(t.deps, { name: 'Rimshot' })
  coach = await aUser(t.deps, { name: 'VexFlip' })
  owner = await aUser(t.deps, { name: 'ApexOrbit', isOwner: true })
  booking = await aBooking(t.deps, { player, coach: await aCoach(t.deps, { userId: coach.id }) })
})

const read = (who: Person, query = {}) =>
  t.call(calls.listMessages, { params: { bookingId: booking.id }, query }, who.token)
const write = (who: Person, content: string, more = {}) =>
  t.call(calls.sendMessage, { body: { bookingId: booking.id, content, ...more } }, who.token)
const writeAsCoach = (content: string) =>
  t.call(calls.sendCoachBookingMessage, { body: { bookingId: booking.id, content } }, coach.token)
const see = (who: Person, number: number) =>
  t.call(calls.markMessagesSeen, { body: { bookingId: booking.id, number } }, who.token)

describe('a booking’s thread', () => {
  test('holds two thousand messages and no more', async () => {
    await write(player, 'First')
    const full = sql`update threads set last_number = 1999 where booking_id = ${booking.id}`
    await t.deps.db.execute(full)
    expect((await write(player, 'Last')).status).toBe(200)
    const refused = await write(player, 'One more')
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringContaining('This chat is full') },
    ])
    expect((await read(player, { after: 1 })).body.map(({ content }) => content)).toEqual(['Last'])
  })

  test('without more words comes as its newest hundred, and says where the older ones are', async () => {
    const admin = await aUser(t.deps, { isAdmin: true })
    const { id } = await anApplication(t.deps)
    for (const subject of [{ bookingId: booking.id }, { coachApplicationId: id }])
      await t.call(calls.sendInternalMessage, { body: { ...subject, message: 'One' } }, admin.token)
    const isOfThese = sql`(booking_id = ${booking.id} or application_id = ${id})`
    await t.deps.db.execute(sql`update threads set last_number = 105 where ${isOfThese}`)
    await t.deps.db.execute(sql`
      insert into messages (id, thread_id, number, side, sender_name, sender_email, content)
      select gen_random_uuid(), thread_id, i, side, sender_name, sender_email, i::text
      from messages join threads on threads.id = thread_id, generate_series(2, 105) i where ${isOfThese}`)
    const addresses = [
      `/api/messages/${booking.id}`,
      `/api/messages/booking/${booking.id}`,
      `/api/messages/application/${id}`,
      `/api/admin/booking/${booking.id}/messages`,
    ]
    const get = async (url: string) => {
      const answer = await t.app.http.inject({ url, headers: { authorization: `Bearer ${admin.token}` } })
      return { ...answer.headers, numbers: answer.json<calls.Message[]>().map(({ number }) => number) }
    }
    const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
    for (const address of addresses) {
      const link = `<${address}?cursor=6>; rel="next"`
      expect(await get(address)).toMatchObject({ numbers: numbers(6, 105), link, 'x-total-count': '105' })
      const older = await get(`${address}?cursor=6`)
      expect(older).toMatchObject({ numbers: numbers(1, 5), 'x-total-count': '105' })
      expect(older).not.toHaveProperty('link')
      expect((await get(`${address}?after=0`)).numbers).toEqual(numbers(1, 100))
    }
  })

  test('is one for player, coach and staff; each reads whose the messages are', async () => {
    const forged = { senderName: 'The Boss', senderEmail: 'boss@demo.test', isAdmin: true }
    expect((await write(player, 'Which map first?', forged)).body).toMatchObject({
      number: 1,
      bookingId: booking.id,
      coachApplicationId: null,
      senderName: 'Rimshot',
      senderEmail: null,
      isAdmin: false,
      isMine: true,
    })
    await writeAsCoach('Champions Field.')
    await write(owner, 'Have fun, you two.')
    const seenBy = async (who: Person) =>
      (await read(who)).body.map(({ content, isMine, isAdmin, senderEmail }) => [content, isMine, isAdmin, senderEmail])
    expect(await seenBy(player)).toEqual([
      ['Which map first?', true, false, null],
      ['Champions Field.', false, false, null],
      ['Have fun, you two.', false, true, null],
    ])
    expect(await seenBy(coach)).toEqual([
      ['Which map first?', false, false, null],
      ['Champions Field.', true, false, null],
      ['Have fun, you two.', false, true, null],
    ])
    expect(await seenBy(owner)).toEqual([
      ['Which map first?', false, false, player.email],
      ['Champions Field.', false, false, coach.email],
      ['Have fun, you two.', true, true, owner.email],
    ])
  })

  test('is nobody else’s: like one that does not exist', async () => {
    const stranger = await aUser(t.deps)
    const missing = { status: 404, body: { message: 'This booking does not exist.' } }
    expect(await read(stranger)).toMatchObject(missing)
    expect(await write(stranger, 'Let me in')).toMatchObject(missing)
    expect(await see(stranger, 1)).toMatchObject(missing)
    const asCoach = { body: { bookingId: booking.id, content: 'I am the coach' } }
    expect(await t.call(calls.sendCoachBookingMessage, asCoach, player.token)).toMatchObject(missing)
    expect((await read(owner)).body).toEqual([])
  })

  test('takes no blank and no endless message', async () => {
    expect(await write(player, '  \n ')).toMatchObject({
      status: 400,
      body: { fields: { content: 'Please write a message first' } },
    })
    expect((await write(player, 'x'.repeat(4001))).status).toBe(400)
  })

  test('keeps one order for 20 who write at once, without a gap', async () => {
    const writers = [player, owner]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => write(writers[i % 2]!, `Line ${i}`)))
    const numbers = answers.map(({ body }) => body.number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    const order = async (who: Person) => (await read(who)).body.map(({ content }) => content)
    expect(await order(player)).toEqual(await order(coach))
    expect((await read(player, { after: 18 })).body.map(({ number }) => number)).toEqual([19, 20])
  })

  test('names its coach by the gamer tag, and tells only the writer’s side the idempotency key', async () => {
    const idempotencyKey = crypto.randomUUID()
    const body = { bookingId: booking.id, content: 'Hello', idempotencyKey }
    const { body: written } = await t.call(calls.sendCoachBookingMessage, { body }, coach.token)
    expect(written).toMatchObject({ senderName: booking.coachName, idempotencyKey, isMine: true })
    expect(booking.coachName).not.toBe(coach.name)
    expect((await read(player)).body).toMatchObject([{ senderName: booking.coachName, idempotencyKey: null }])
  })

  test('is read and written by staff who are its coach or player as such, and never as the team', async () => {
    const both = await aUser(t.deps, { isOwner: true })
    booking = await aBooking(t.deps, { player, coach: await aCoach(t.deps, { userId: both.id }) })
    const { id: bookingId } = booking
    const said = await t.call(calls.sendMessage, { body: { bookingId, content: 'Hello' } }, both.token)
    expect(said.body).toMatchObject({ isAdmin: false, senderName: booking.coachName })
    await write(player, 'Hi')
    expect((await read(both)).body.map(({ isMine }) => isMine)).toEqual([true, false])
    expect((await read(both, { as: 'coach' })).body.map(({ isMine }) => isMine)).toEqual([true, false])
    const unread = async () => (await t.call(calls.listThreads, {}, both.token)).body.map((thread) => thread.unread)
    expect(await unread()).toEqual([1])
    await see(both, 2)
    expect(await unread()).toEqual([0])
    await write(both, 'From the team')
    expect(await unread(), 'what one wrote oneself is no news').toEqual([0])
    const staffPlayer = await aUser(t.deps, { isAdmin: true })
    const own = await aBooking(t.deps, { player: staffPlayer, coach: await aCoach(t.deps) })
    const body = { bookingId: own.id, message: 'We give you all back.' }
    expect((await t.call(calls.sendInternalMessage, { body }, staffPlayer.token)).status).toBe(409)
    const written = await t.call(calls.sendMessage, { body: { bookingId: own.id, content: 'Hi' } }, staffPlayer.token)
    expect(written.body).toMatchObject({ isAdmin: false })
    expect((await read(player, { as: 'coach' })).status).toBe(404)
  })

  test('is read in two statements, who asks included', async () => {
    await write(player, 'Hello')
    const reading = await recordStatements(() => read(player))
    expect(reading).toHaveLength(2)
  })

  test('a message repeated after a lost answer is posted once', async () => {
    const idempotencyKey = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => write(player, 'Hello', { idempotencyKey })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await read(coach)).body).toHaveLength(1)
  })

  test('is looked at and written into at once without standing in its own way', async () => {
    for (let i = 0; i < 6; i++) {
      booking = await aBooking(t.deps, { player })
      await write(owner, 'Hello')
      const looks = Array.from({ length: 4 }, () => see(player, 1))
      const answers = await Promise.all([...looks, ...['A', 'B', 'C', 'D'].map((content) => write(player, content))])
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    }
  })

  test('says what the other side has had on the screen', async () => {
    await write(player, 'One')
    await write(player, 'Two')
    const isSeen = async () => (await read(player)).body.map((message) => message.isSeen)
    expect(await isSeen()).toEqual([false, false])
    await see(player, 2)
    expect(await isSeen()).toEqual([false, false])
    await see(coach, 1)
    expect(await isSeen()).toEqual([true, false])
    await see(coach, 99)
    await see(coach, 1)
    expect(await isSeen()).toEqual([true, true])
  })

  test('is listed for its player and coach with what they have not seen', async () => {
    const threads = async (who: Person) =>
      (await t.call(calls.listThreads, {}, who.token)).body.map(({ bookingId, unread, last }) => [
        bookingId,
        unread,
        last.content,
      ])
    await write(player, 'One')
    await write(player, 'Two')
    expect(await threads(coach)).toEqual([[booking.id, 2, 'Two']])
    expect(await threads(player)).toEqual([[booking.id, 0, 'Two']])
    await see(coach, 2)
    expect(await threads(coach)).toEqual([[booking.id, 0, 'Two']])
    expect(await threads(owner)).toEqual([])
  })
})

describe('a reader who is away', () => {
  const mailsTo = async (email: string) => {
    await t.runJobs()
    return (await t.sandbox.outbox.list())
      .filter((mail) => mail.to === email && mail.subject.includes('wrote to you'))
      .map((mail) => mail.subject)
  }
  /** Lets the quiet time pass; the queue follows the database's clock, not ours. */
  const later = async () => {
    clock = new Date(clock.getTime() + quietTime + 1_000)
    await t.deps.db.execute(sql`update pgboss.job set start_after = now() where name = ${mailWhoIsAway.name}`)
  }

  test('gets one mail per absence, with a link into the thread', async () => {
    await write(player, 'Are you there?')
    await write(player, 'Hello?')
    expect(await mailsTo(coach.email)).toEqual([])
    await later()
    expect(await mailsTo(coach.email)).toEqual([`Player Rimshot wrote to you about your ${booking.serviceName}`])
    await write(player, 'Still there?')
    await later()
    expect(await mailsTo(coach.email)).toHaveLength(1)

    await see(coach, 3)
    await write(player, 'One more thing')
    await later()
    expect(await mailsTo(coach.email)).toHaveLength(2)
    expect(await mailsTo(player.email)).toEqual([])
  })

  test('reads no name of a player who has not proved their e-mail', async () => {
    await t.deps.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, player.id))
    await write(player, 'Are you there?')
    await later()
    expect(await mailsTo(coach.email)).toEqual([`A player wrote to you about your ${booking.serviceName}`])
    const [mail] = t.sandbox.outbox.list().filter(({ to }) => to === coach.email)
    expect(mail!.text).not.toContain('Rimshot')
    expect(mail!.text).toContain('Replies to this mail are not read.')
  })

  test('a reader a reader who saw it in time gets none', async () => {
    await write(player, 'Quick one')
    await see(coach, 1)
    await later()
    expect(await mailsTo(coach.email)).toEqual([])
  })
})
