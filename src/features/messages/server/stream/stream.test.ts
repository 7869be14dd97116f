import http from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aSecondFactor } from '#src/demo/a-second-factor.ts'
import { aUser, demoPassword } from '#src/demo/a-user.ts'
import { login, logout } from '#src/features/accounts/contract.ts'
import { changeStaffRules } from '#src/features/accounts/second-factor-contract.ts'
import type { BookingRow } from '#src/features/bookings/server/bookings.ts'
import * as calls from '#src/features/messages/contract.ts'
import { messagesAtOnce } from '#src/features/messages/rules.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

let t: TestApp
let player: Awaited<ReturnType<typeof aUser>>
let coach: typeof player
let booking: BookingRow
beforeAll(async () => {
  t = await startTestApp({ rateLimits: 'on' })
  player = await aUser(t.deps)
  coach = await aUser(t.deps)
  booking = await aBooking(t.deps, { player, coach: await aCoach(t.deps, { userId: coach.id }) })
})
afterAll(() => t.close())

const write = (content: string) => t.call(calls.sendMessage, { body: { bookingId: booking.id, content } }, player.token)

/** Opens the live thread over a real socket; `next` gives the next event as `[event, data]`. */
async function open(token: string, headers = {}, bookingId = booking.id) {
  const abort = new AbortController()
  const answer = await fetch(`${t.url}/api/messages/live?bookingId=${bookingId}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<[string, unknown]> {
    for (;;) {
      const [, event, data] = /event: (\w+)\ndata: (.+)\n\n/.exec(text) ?? []
      if (event) {
        text = text.slice(text.indexOf(`data: ${data}`) + `data: ${data}`.length)
        return [event, JSON.parse(data!)]
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream ended')
      text += value
    }
  }
  async function toEnd(): Promise<void> {
    while (!(await reader.read()).done);
  }
  return { answer, next, toEnd, close: () => abort.abort() }
}

test('brings what was written, what is being written, and how far the other side has read', async () => {
  await write('Before')
  const live = await open(coach.token)
  expect(live.answer.headers.get('content-type')).toBe('text/event-stream')
  expect(await live.next()).toMatchObject(['message', { number: 1, content: 'Before', isMine: false }])
  expect(await live.next()).toEqual(['seen', 1])
  await write('Now')
  expect(await live.next()).toMatchObject(['message', { number: 2, content: 'Now' }])
  live.close()

  const ours = await open(player.token, { 'last-event-id': '2' })
  await t.call(calls.markMessagesSeen, { body: { bookingId: booking.id, number: 2 } }, coach.token)
  expect(await ours.next()).toEqual(['seen', 2])
  ours.close()
})

test('goes on where a broken stream ended: nothing twice, nothing left out', async () => {
  await write('Missed')
  const live = await open(coach.token, { 'last-event-id': '2' })
  expect(await live.next()).toMatchObject(['message', { number: 3, content: 'Missed' }])
  live.close()
})

test('what is new is read once for everybody who has the thread open', async () => {
  const tabs = [await open(coach.token), await open(coach.token), await open(player.token)]
  for (const { next } of tabs) expect(await next()).toMatchObject(['message', { number: 1 }])
  const said = 'To all of you'
  const heard = async ({ next }: (typeof tabs)[number]) => {
    for (;;) if (((await next())[1] as { content?: string }).content === said) return
  }
  const statements = await recordStatements(async () => {
    await write(said)
    await Promise.all(tabs.map(heard))
  })
  const reads = statements.filter(({ text }) => text.includes('json_agg'))
  // One, or two when the news of the message before came late.
  expect(reads.length).toBeLessThan(tabs.length)
  // Only what is new, not the thread from its beginning.
  expect(reads[0]!.values).toEqual(expect.arrayContaining([3, messagesAtOnce, booking.id]))
  for (const { close } of tabs) close()
})

test('brings a long thread in pieces, all of it and in order', async () => {
  const player = await aUser(t.deps)
  const { id } = await aBooking(t.deps, { player })
  await t.call(calls.sendMessage, { body: { bookingId: id, content: '1' } }, player.token)
  await t.deps.db.execute(sql`
    insert into messages (id, thread_id, number, side, sender_name, sender_email, content)
    select gen_random_uuid(), thread_id, i, side, sender_name, sender_email, i::text
    from messages, generate_series(2, 250) i
    where thread_id = (select id from threads where booking_id = ${id})`)
  const live = await open(player.token, {}, id)
  for (let number = 1; number <= 250; number++)
    expect(await live.next()).toMatchObject(['message', { number, content: String(number) }])
  live.close()

  const list = (after: number) =>
    t.call(calls.listMessages, { params: { bookingId: id }, query: { after } }, player.token)
  expect((await list(0)).body.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  expect((await list(200)).body.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, i) => i + 201))
})

test('is for those who may read the thread', async () => {
  const stranger = await aUser(t.deps)
  expect((await open(stranger.token)).answer.status).toBe(404)
  expect((await open('x'.repeat(43))).answer.status).toBe(401)
  const answer = await t.app.http.inject({
    url: '/api/messages/live',
    headers: { authorization: `Bearer ${coach.token}` },
  })
  expect(answer.statusCode).toBe(400)
})

test('ends with the session that opened it, also when that ended while it was being opened', async () => {
  const { email } = player
  const logIn = async () => (await t.call(login, { body: { email, password: demoPassword } })).body.token
  const [token, late] = [await logIn(), await logIn()]
  const live = await open(token)
  expect(live.answer.status).toBe(200)
  await t.call(logout, {}, token)
  await expect(live.toEnd()).resolves.toBeUndefined()
  expect((await open(token)).answer.status).toBe(401)

  const opening = await t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`lock table bookings in access exclusive mode`)
    const opening = open(late)
    await untilWaiting(t.deps.db)
    await t.call(logout, {}, late)
    return { opening }
  })
  await expect((await opening.opening).toEnd()).resolves.toBeUndefined()
  const other = await open(player.token)
  expect(other.answer.status).toBe(200)
  other.close()
})

test('ends for staff when the owner demands a second step that they have not set up', async () => {
  const owner = await aUser(t.deps, { isOwner: true })
  await aSecondFactor(t.deps, owner)
  const admin = await aUser(t.deps, { isAdmin: true })
  const live = await open(admin.token)
  expect(live.answer.status).toBe(200)
  const demand = (secondFactor: boolean) => t.call(changeStaffRules, { body: { secondFactor } }, owner.token)
  expect((await demand(true)).status).toBe(200)
  await expect(live.toEnd()).resolves.toBeUndefined()
  expect((await open(admin.token)).answer.status).toBe(404)
  await demand(false)
})

const opened: Awaited<ReturnType<typeof open>>[] = []
afterEach(() => {
  for (const live of opened.splice(0)) live.close()
})
async function status(token: string): Promise<number> {
  const live = await open(token)
  opened.push(live)
  return live.answer.status
}
/** Opens ten, each as soon as those before it have made room. */
async function openTen({ token }: { token: string }) {
  for (let i = 0; i < 10; i++) await expect.poll(() => status(token)).toBe(200)
}

test('a reader who left before it opened holds no place', async () => {
  const admin = await aUser(t.deps, { isAdmin: true })
  const headers = { authorization: `Bearer ${admin.token}` }
  const left = Array.from({ length: 30 }, () => {
    const request = http.get(`${t.url}/api/messages/live?bookingId=${booking.id}`, { headers, agent: false })
    request.on('error', () => {})
    request.on('socket', (socket) => socket.on('connect', () => setImmediate(() => request.destroy())))
    return new Promise((resolve) => request.on('close', resolve))
  })
  await Promise.all(left)
  await openTen(admin)
})

test('a person has ten at once, a network a hundred, and whoever leaves makes room', async () => {
  const first = await open(coach.token)
  for (let i = 1; i < 10; i++) expect(await status(coach.token)).toBe(200)
  const refused = await open(coach.token)
  expect(refused.answer.status).toBe(429)
  expect(refused.answer.headers.get('retry-after')).toMatch(/^\d+$/)
  first.close()
  await expect.poll(() => status(coach.token)).toBe(200)
  expect(await status(coach.token)).toBe(429)

  const admins = await Promise.all(Array.from({ length: 9 }, () => aUser(t.deps, { isAdmin: true })))
  for (const admin of admins) await openTen(admin)
  expect(await status(player.token)).toBe(429)
})
