import { once } from 'node:events'
import http from 'node:http'
import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aBooking } from '#src/demo/a-booking.ts'
import { aUser } from '#src/demo/a-user.ts'
import { sendMessage } from '#src/features/messages/contract.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { logWriter } from '#tests/support/log-writer.ts'

let t: TestApp
let logged = ''
const logTo = logWriter((text) => {
  logged += text
})
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  t = await startTestApp({ logTo })
})
afterAll(async () => {
  await t.close().finally(() => vi.useRealTimers())
})

test('a silent stream gives a sign of life every ten seconds, and ends after five minutes', async () => {
  const player = await aUser(t.deps)
  const { id } = await aBooking(t.deps, { player })
  const answer = await fetch(`${t.url}/api/messages/live?bookingId=${id}`, {
    headers: { authorization: `Bearer ${player.token}` },
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe('retry: 1000\n\n')
  vi.advanceTimersByTime(9_000)
  vi.advanceTimersByTime(1_000)
  expect((await reader.read()).value).toBe(':\n\n')
  let rest = ''
  vi.advanceTimersByTime(289_000)
  while (rest.length < 28 * ':\n\n'.length) rest += (await reader.read()).value
  expect(rest).toBe(':\n\n'.repeat(28))
  vi.advanceTimersByTime(1_000)
  expect(await reader.read()).toEqual({ done: true, value: undefined })
})

test('nothing is written to a stream that ended while its browser did not read', async () => {
  const player = await aUser(t.deps)
  const { id } = await aBooking(t.deps, { player })
  await t.call(sendMessage, { body: { bookingId: id, content: 'Hi' } }, player.token)
  // More than the system buffers for a client that does not read.
  await t.deps.db.execute(sql`
    insert into messages (id, thread_id, number, side, sender_name, sender_email, content)
    select gen_random_uuid(), thread_id, 1 + i, side, sender_name, sender_email, repeat('あ', 4000)
    from messages, generate_series(1, 1900) i
    where thread_id = (select id from threads where booking_id = ${id})`)
  const options = { headers: { authorization: `Bearer ${player.token}` } }
  const url = `${t.url}/api/messages/live?bookingId=${id}`
  const served = once(t.app.http.server, 'connection') as Promise<[Socket]>
  const [deaf] = (await once(http.get(url, { ...options, agent: false }), 'response')) as [http.IncomingMessage]
  await untilNothingMoreFits((await served)[0])
  const other = await fetch(`${url}&after=1901`, options)
  await t.deps.db.execute(sql`alter table thread_sides rename to thread_sides_away`)
  await t.deps.db.execute(sql`select pg_notify('messages', ${id})`)
  await expect.poll(() => logged).toContain('a live thread broke')
  await t.deps.db.execute(sql`alter table thread_sides_away rename to thread_sides`)
  expect(await other.text()).toBe('retry: 1000\n\n')
  vi.advanceTimersByTime(30_000)
  expect((await fetch(`${t.url}/api/health`)).status).toBe(200)
  deaf.destroy()
})

async function untilNothingMoreFits(socket: Socket) {
  let before = 0
  const isStuck = () => {
    const [last, now] = [before, socket.bytesWritten]
    before = now
    return socket.writableLength > 0 && now === last
  }
  await expect.poll(isStuck, { interval: 200 }).toBe(true)
}
