import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#src/testing/fresh-app.ts'
import { coldStart } from './cold-start.ts'
import { type Bench, type Figures, under } from './measures.ts'
import { fillThread, makeRooms } from './people.ts'
import { memoryOf } from './processes.ts'
import { openStage, type Server } from './stage.ts'

/**
 * `node bench/seeing.ts`: what it costs to be seen. The same app four times on one database, with nothing, with metrics for
 * Prometheus, with every trace sent to a receiver that forgets it, and with one trace in ten: in turns, so that what else
 * the machine does meets all of them. `--quick` for one short round.
 */
const isQuick = process.argv.includes('--quick')
const [rounds, seconds, warmUp] = isQuick ? [1, 1.5, 0.5] : [4, 3, 1.5]

let received = 0
const receiver = http.createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  request.on('end', () => response.end())
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const endpoint = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  OTEL_METRICS_EXPORTER: 'none',
}
const ways: Record<string, () => Promise<Record<string, string>>> = {
  off: async () => ({}),
  metrics: async () => ({ METRICS_PORT: String(await freePort()) }),
  'every trace': async () => endpoint,
  '1 trace in 10': async () => ({
    ...endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }),
}

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-seeing-'))
const stage = await openStage(folder)
const loadBefore = loadavg()[0]!
try {
  const starts = await measureStarts()
  const apps: Record<string, Server> = {}
  for (const [way, settings] of Object.entries(ways)) apps[way] = await stage.startApp(await settings())
  for (const [name, figures] of Object.entries(await measureLoads(apps))) print(name, figures)
  console.table(
    Object.fromEntries(
      Object.keys(ways).map((way) => [way, { ...starts[way], 'MB after load': Math.round(memoryOf(apps[way]!.pid)) }]),
    ),
  )
  for (const app of Object.values(apps)) await app.stop()
} finally {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
  receiver.closeAllConnections()
  receiver.close()
}
console.info(
  `${cpus().length} × ${cpus()[0]!.model}, ${rounds} rounds, load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after; ${(received / 1e6).toFixed(1)} MB of traces received`,
)

/** Milliseconds until ready and MB when idle, of the app started as in production. */
async function measureStarts() {
  const starts: Record<string, { ready: number; memory: number }[]> = emptyLists()
  for (let round = 0; round < (isQuick ? 1 : 3); round++)
    for (const [way, settings] of Object.entries(ways)) starts[way]!.push(await coldStart(stage, 1, await settings()))
  return Object.fromEntries(
    Object.entries(starts).map(([way, each]) => [
      way,
      {
        'ready ms': Math.round(median(each.map(({ ready }) => ready))),
        'MB idle': Math.round(median(each.map(({ memory }) => memory))),
      },
    ]),
  )
}

type Taken = Record<string, Figures[]>

async function measureLoads(apps: Record<string, Server>): Promise<Record<string, Taken>> {
  const [room] = await makeRooms(stage.books, 1)
  await fillThread(apps.off!.url, room!, 30)
  const page = { method: 'GET', path: '/' } as const
  const thread = { method: 'GET', path: `/api/messages/${room!.bookingId}`, token: room!.tokens[0] } as const
  const [pages, threads]: [Taken, Taken] = [emptyLists(), emptyLists()]
  const turns = Object.entries(apps)
  for (let round = 0; round < rounds; round++, turns.push(turns.shift()!))
    for (const [way, app] of turns) {
      const bench: Pick<Bench, 'stage' | 'seconds' | 'warmUp'> = { stage, seconds, warmUp }
      const same = { kind: 'same', url: app.url, warmUpCount: round === 0 ? 3_000 : 0 } as const
      pages[way]!.push(await under(bench, app, { ...same, request: page, clients: 50 }))
      threads[way]!.push(await under(bench, app, { ...same, request: thread, clients: 16 }))
    }
  return { 'GET /': pages, 'a thread of 30 messages': threads }
}

/** Each way beside `off` of the same round; the ratio is the median of the rounds' own ratios. */
function print(name: string, taken: Taken) {
  console.info(name)
  console.table(
    Object.fromEntries(
      Object.entries(taken).map(([way, figures]) => [
        way,
        {
          'per s': Math.round(median(figures.map((each) => each.perSecond))),
          'of off': median(figures.map((each, i) => each.perSecond / taken.off![i]!.perSecond)).toFixed(2),
          'CPU ms': median(figures.map((each) => each.cpuMs)).toFixed(3),
          'CPU of off': median(figures.map((each, i) => each.cpuMs / taken.off![i]!.cpuMs)).toFixed(2),
          'p99 ms': median(figures.map((each) => each.p99)).toFixed(1),
          refused: Math.max(...figures.map((each) => each.refused)),
        },
      ]),
    ),
  )
}

function emptyLists<T>(): Record<string, T[]> {
  return Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
}

function median(list: number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
}
