import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#tests/support/fresh-app.ts'
import { coldStart } from './cold-start.ts'
import { type Bench, type Figures, median, under } from './measures.ts'
import { fillThread, makeRooms } from './people.ts'
import { memoryOf } from './processes.ts'
import { openStage, type Server } from './stage.ts'

/**
 * `npm run bench:telemetry` (about 3 minutes): what it costs to be seen. The same app four times on one database: with
 * nothing, with metrics for Prometheus (their being read not counted), with every trace sent to a receiver that forgets
 * it, and with one trace in ten. Asked are calls: kept pages and lists ask no database. `--quick` for one short look.
 */
const isQuick = process.argv.includes('--quick')
const [laps, seconds, warmUp] = isQuick ? [1, 0.5, 0.2] : [2, 1.2, 0.3]
/** Of each lap four rounds, in which each way follows each other one once: what one leaves behind meets all of them. */
const orders = [
  [0, 1, 3, 2],
  [1, 2, 0, 3],
  [2, 3, 1, 0],
  [3, 0, 2, 1],
]

/** Bytes of traces that came, by way: with one in ten it has to be a tenth. */
const received: Record<string, number> = {}
const receiver = http.createServer((request, response) => {
  const way = decodeURI(request.url!.split('/')[1]!)
  request.on('data', (chunk: Buffer) => {
    received[way] = (received[way] ?? 0) + chunk.length
  })
  request.on('end', () => response.end())
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo
const tracesOf = (way: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/${encodeURI(way)}`,
  OTEL_METRICS_EXPORTER: 'none',
})
const ways: Record<string, () => Promise<Record<string, string>>> = {
  off: async () => ({}),
  metrics: async () => ({ METRICS_PORT: String(await freePort()) }),
  'every trace': async () => tracesOf('every trace'),
  '1 trace in 10': async () => ({
    ...tracesOf('1 trace in 10'),
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }),
}

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-telemetry-'))
const stage = await openStage(folder)
const loadBefore = loadavg()[0]!
try {
  const starts = await measureStarts()
  const apps: Record<string, Server> = {}
  for (const [way, settings] of Object.entries(ways)) apps[way] = await stage.startApp(await settings())
  for (const [name, figures] of Object.entries(await measureLoads(apps))) print(name, figures)
  const loaded = Object.entries(apps).map(([way, { pid }]) => [way, Math.round(memoryOf(pid))])
  // Each sends what it still has.
  for (const app of Object.values(apps)) await app.stop()
  console.table(
    Object.fromEntries(
      loaded.map(([way, megabytes]) => [
        way,
        {
          ...starts[way!],
          'MB after load': megabytes,
          'MB of traces': ((received[way!] ?? 0) / 1e6).toFixed(1),
        },
      ]),
    ),
  )
} finally {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
  receiver.closeAllConnections()
  receiver.close()
}
console.info(
  `${cpus().length} × ${cpus()[0]!.model}, ${laps * orders.length} rounds, load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`,
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
  const token = room!.tokens[0]
  const asked = {
    'GET /api/auth/me': { method: 'GET', path: '/api/auth/me', token },
    'a thread of 30 messages': { method: 'GET', path: `/api/messages/${room!.bookingId}`, token },
  } as const
  const taken: Record<string, Taken> = {}
  for (const [name, request] of Object.entries(asked)) {
    const load = (app: Server) => ({ kind: 'same', url: app.url, requests: [request], clients: 16 }) as const
    const brief: Pick<Bench, 'stage' | 'seconds' | 'warmUp'> = { stage, seconds, warmUp }
    // Until the code of each is compiled.
    for (const app of Object.values(apps)) await under(brief, app, { ...load(app), warmUpCount: 3_000 })
    taken[name] = emptyLists()
    for (const order of Array.from({ length: laps }, () => orders).flat())
      for (const way of order.map((place) => Object.keys(apps)[place]!))
        taken[name][way]!.push(await under(brief, apps[way]!, load(apps[way]!)))
  }
  return taken
}

/**
 * Each way beside `off` of the same round: the ratio is the median of the rounds' own ratios. The least of all rounds
 * stands beside it, as what other work disturbs least; when both ratios differ much, the machine was too busy to say.
 */
function print(name: string, taken: Taken) {
  const ratios = (figures: Figures[], of: 'cpuMs' | 'perSecond') =>
    figures.map((each, round) => each[of] / taken.off![round]![of])
  const least = (figures: Figures[]) => Math.min(...figures.map(({ cpuMs }) => cpuMs))
  console.info(name)
  console.table(
    Object.fromEntries(
      Object.entries(taken).map(([way, figures]) => [
        way,
        {
          'CPU ms': median(figures.map((each) => each.cpuMs)).toFixed(3),
          'CPU of off': median(ratios(figures, 'cpuMs')).toFixed(2),
          'least CPU ms': least(figures).toFixed(3),
          'least of least': (least(figures) / least(taken.off!)).toFixed(2),
          'per s': Math.round(median(figures.map((each) => each.perSecond))),
          'per s of off': median(ratios(figures, 'perSecond')).toFixed(2),
          refused: Math.max(...figures.map((each) => each.refused)),
        },
      ]),
    ),
  )
}

function emptyLists<T>(): Record<string, T[]> {
  return Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
}
