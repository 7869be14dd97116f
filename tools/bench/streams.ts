import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectGarbage } from '#tools/drills/heap.ts'
import { bytesOf, connectTo } from './connection.ts'
import { endWithParent, memoryOf, start } from './processes.ts'
import type { Server } from './stage.ts'

/** A thread with the tokens of those who have it open. */
export type Room = { bookingId: string; tokens: string[] }
type Plan = { url: string; rooms: Room[]; messages: number; perSecond: number }
type Heard = { expected: number; heard: number; p50: number; p95: number }

/**
 * Opens every room's streams from a process of its own, then writes messages into them. Gives what a stream costs the
 * server in KB, and how long (ms) a message takes from its sending to each reader.
 */
export async function openStreams(app: Server, plan: Omit<Plan, 'url'>): Promise<Heard & { kilobytes: number }> {
  const readers = await start<'here'>('streams.ts')
  await collectGarbage(app.pid)
  const before = memoryOf(app.pid)
  readers.child.send({ url: app.url, ...plan })
  await once(readers.child, 'message')
  // What opening them took for a moment is given back.
  await collectGarbage(app.pid)
  await sleep(3_000)
  const streams = plan.rooms.flatMap(({ tokens }) => tokens).length
  const kilobytes = ((memoryOf(app.pid) - before) * 1024) / streams
  readers.child.send('go')
  const [heard] = (await once(readers.child, 'message')) as [Heard]
  await readers.stop()
  return { ...heard, kilobytes }
}

async function listen({ url, rooms, messages, perSecond }: Plan): Promise<Heard> {
  const took: number[] = []
  for (const { bookingId, tokens } of rooms)
    for (const token of tokens) {
      const request = http.get(`${url}/api/messages/live?bookingId=${bookingId}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const [stream] = (await once(request, 'response')) as [http.IncomingMessage]
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const [, at] of text.matchAll(/sent at (\d+\.\d+) ms/g)) took.push(performance.now() - Number(at))
      })
    }
  process.send!('open')
  await once(process, 'message')

  const line = connectTo(url)
  let expected = 0
  for (let i = 0; i < messages; i++) {
    const { bookingId, tokens } = rooms[(i * 7) % rooms.length]!
    const content = `sent at ${performance.now().toFixed(3)} ms`
    const body = { bookingId, content }
    const { status } = await line.ask(bytesOf({ method: 'POST', path: '/api/messages', token: tokens[0], body }))
    if (status === 200) expected += tokens.length
    await sleep(1_000 / perSecond)
  }
  for (let waited = 0; took.length < expected && waited < 5_000; waited += 50) await sleep(50)
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { expected, heard: took.length, p50: at(0.5), p95: at(0.95) }
}

if (import.meta.main) {
  endWithParent()
  process.send!('here')
  const [plan] = (await once(process, 'message')) as [Plan]
  process.send!(await listen(plan))
}
