import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingRow } from '#src/bookings/server/bookings.ts'
import { aBooking } from '#src/demo/a-booking.ts'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import * as calls from '#src/messages/contract.ts'
import { startTestApp, type TestApp } from '#src/testing/app.ts'

let t: TestApp
let player: Awaited<ReturnType<typeof aUser>>
let coach: typeof player
let booking: BookingRow
beforeAll(async () => {
  t = await startTestApp()
  player = await aUser(t.deps)
  coach = await aUser(t.deps)
  booking = await aBooking(t.deps, { player, coach: await aCoach(t.deps, { userId: coach.id }) })
})
afterAll(() => t.close())

const write = (content: string) => t.call(calls.sendMessage, { body: { bookingId: booking.id, content } }, player.token)

/** Opens the live thread over a real socket; `next` gives the next event as `[event, data]`. */
async function open(token: string, headers = {}) {
  const abort = new AbortController()
  const answer = await fetch(`${t.url}/api/messages/live?bookingId=${booking.id}`, {
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
  return { answer, next, close: () => abort.abort() }
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
