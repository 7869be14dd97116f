import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { coldStart } from './cold-start.ts'
import type { Outcome } from './load.ts'
import {
  type Bench,
  byClock,
  type Figures,
  median,
  type Paired,
  pageInLoginStorm,
  pairedMeasures,
  publicAnswers,
  type Round,
  ratioOf,
  threadOf30,
} from './measures.ts'
import { partsOfBooking } from './parts.ts'
import { fillThread, makeRooms } from './people.ts'
import { memoryOf } from './processes.ts'
import { searchNames } from './searches.ts'
import { openStage } from './stage.ts'
import { openStreams } from './streams.ts'
import { oneAndTwo, printOneAndTwo } from './two-processes.ts'

/**
 * `npm run bench`: the app beside bare servers on the same machine, in turns, three rounds or more, so that what else the
 * machine does meanwhile hits both. A verdict is on the worst round, other figures are medians. `--quick` for one short round, `--only=word` for measures with that word in their
 * name, `--profile=folder` to have Node's CPU profile of the app. `docs/performance.md` says what the figures mean.
 */
const isQuick = process.argv.includes('--quick')
const [rounds, seconds, warmUp] = isQuick ? [1, 1.5, 0.5] : [3, 3, 1.5]
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
const only = option('only') ?? ''
const profile = option('profile')
const results = path.join(import.meta.dirname, '../../.cache/bench.json')

type Line = { measure: string; target: string; measured: string; isReached: boolean }

const folder = mkdtempSync(path.join(tmpdir(), 'level-up-bench-'))
const stage = await openStage(folder, profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [])
const loadBefore = loadavg()
const single: Line[] = []
const paired: { measure: Pick<Paired, 'name' | 'target' | 'clients'>; rounds: Round[] }[] = []
const values: Record<string, number> = {}
const isWanted = (name: string) => name.includes(only)
try {
  if (isWanted('start')) await measureStart()
  if (isWanted('streams')) await measureStreams()
  if (isWanted('processes')) await measureProcesses()
  if (isWanted('parts')) await measureParts()
  if (isWanted('search')) await measureSearch()
  if (!['start', 'streams', 'processes', 'parts', 'search'].includes(only)) await measureBeside()
} finally {
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
}
report()

async function measureBeside() {
  const app = await stage.startApp()
  const bare = await stage.startBare(app.url)
  const bench: Bench = { stage, app, bare, seconds, warmUp }
  let [loaded, peak] = [0, 0]
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(app.pid))
  }, 20)
  try {
    if (isWanted('storm')) await measureStorm(bench)
    for (const { run, ...measure } of (await pairedMeasures(bench)).filter(({ name }) => isWanted(name))) {
      const done: Round[] = []
      for (let round = 0; round < rounds; round++) {
        done.push(await run())
        loaded = Math.max(loaded, memoryOf(app.pid))
      }
      paired.push({ measure, rounds: done })
      if (measure.name === threadOf30) judgeThread(done.map(({ ours }) => ours))
    }
    if (isWanted('clock')) await measureByClock(bench)
  } finally {
    clearInterval(watch)
  }
  await bare.stop()
  await app.stop()
  if (loaded === 0) return
  Object.assign(values, { 'memory loaded MB': loaded, 'memory peak MB': peak })
  single.push(line('memory, the most after any load', 'at most 200 MB', loaded <= 200, `${loaded.toFixed(0)} MB`))
  single.push(line('memory, the most at any moment', 'at most 200 MB', peak <= 200, `${peak.toFixed(0)} MB`))
}

async function measureStart() {
  const starts = []
  for (let round = 0; round < (isQuick ? 1 : 5); round++) starts.push(await coldStart(stage, round ? 0 : 10))
  const ready = Math.max(...starts.map((start) => start.ready))
  const { memory } = starts[0]!
  Object.assign(values, { 'ready ms': ready, 'memory idle MB': memory })
  single.push(line('ready after the start', 'at most 1.5 s', ready <= 1_500, `${ready.toFixed(0)} ms`))
  single.push(line('memory, idle for 10 s', 'at most 140 MB', memory <= 140, `${memory.toFixed(0)} MB`))
}

async function measureStreams() {
  const app = await stage.startApp()
  const rooms = await makeRooms(stage.books, 500)
  for (const room of rooms.slice(0, 20)) await fillThread(app.url, room, 20)
  const plan = { rooms, messages: isQuick ? 100 : 400, perSecond: 20 }
  const { kilobytes, expected, heard, p50, p95 } = await openStreams(app, plan)
  await app.stop()
  Object.assign(values, { 'stream KB': kilobytes, 'stream p50 ms': p50, 'stream p95 ms': p95, expected, heard })
  single.push(line('1,000 streams, memory each holds', 'at most 25 KB', kilobytes <= 25, `${kilobytes.toFixed(1)} KB`))
  single.push(line('a message into its room, p95', 'at most 20 ms', p95 <= 20, `${p95.toFixed(1)} ms`))
  single.push(line('messages heard', 'all', heard === expected, `${heard} of ${expected}`))
}

async function measureProcesses() {
  const { ratio, one, two } = printOneAndTwo(await oneAndTwo({ stage, seconds, warmUp }, rounds))
  values['two processes / one'] = ratio
  const measured = `${ratio.toFixed(2)} (${one.perSecond.toFixed(0)} → ${two.perSecond.toFixed(0)}/s; idle cores ${one.cores.idle.toFixed(2)} → ${two.cores.idle.toFixed(2)})`
  single.push(line('bookings by two processes / by one', 'at least 1.6 if cores are idle', ratio >= 1.6, measured))
}

async function measureParts() {
  for (const isTeamTold of [false, true]) await measurePartsOf(isTeamTold)
}

async function measurePartsOf(isTeamTold: boolean) {
  const { requests, asked, mail } = await partsOfBooking({ stage, seconds, warmUp }, rounds, isTeamTold)
  const { cpuMs, databaseMs, perSecond, p99 } = worst(requests.map(({ ours }) => ours))
  const bare = medians(requests.map((each) => each.bare))
  const of = isTeamTold ? 'team told: ' : ''
  Object.assign(values, {
    [`${of}booking requests CPU ms`]: cpuMs,
    [`${of}booking requests database ms`]: databaseMs,
    [`${of}booking requests p99 ms`]: p99,
    [`${of}bare booking CPU ms`]: bare.cpuMs,
    [`${of}bare bookings/s`]: bare.perSecond,
    [`${of}mails a booking`]: mail.perBooking,
    [`${of}mail CPU ms`]: mail.cpuMs,
    [`${of}mail database ms`]: mail.databaseMs,
  })
  const machine = `a bare booking meanwhile ${bare.cpuMs.toFixed(2)} ms, ${bare.perSecond.toFixed(0)}/s`
  const measured = `${cpuMs.toFixed(2)} ms (database ${databaseMs.toFixed(2)} ms, ${perSecond.toFixed(0)}/s; ${machine})`
  single.push(line(`${of}a booking's two requests, CPU of the app`, 'at most 5 ms', cpuMs <= 5, measured))
  single.push(line(`${of}a booking's two requests, p99`, 'at most 90 ms', p99 <= 90, `${p99.toFixed(0)} ms`))
  single.push(line(`${of}bookings`, 'at least 150/s', perSecond >= 150, `${perSecond.toFixed(0)}/s`))
  const { holding, settling } = asked
  console.info(
    `${of}holding asks ${holding.statements} statements in ${holding.trips} round trips, settling ${settling.statements} in ${settling.trips};`,
    `${mail.perBooking.toFixed(2)} mails a booking, each: app ${mail.cpuMs.toFixed(2)} ms, database ${mail.databaseMs.toFixed(2)} ms`,
  )
}

async function measureSearch() {
  const { p50, slowest, q } = await searchNames(stage)
  Object.assign(values, { 'search p50 ms': p50, 'search slowest ms': slowest })
  const measured = `${slowest.toFixed(0)} ms (${q}; p50 ${p50.toFixed(0)} ms)`
  single.push(line('a name among 20,000 customers, the slowest', 'at most 150 ms', slowest <= 150, measured))
}

function judgeThread(reads: Figures[]) {
  const { cpuMs, perSecond, databaseMs, p99 } = worst(reads)
  Object.assign(values, {
    'thread read CPU ms': cpuMs,
    'thread read database ms': databaseMs,
    'thread reads/s': perSecond,
  })
  const measured = `${cpuMs.toFixed(2)} ms (database ${databaseMs.toFixed(2)} ms, ${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms)`
  single.push(line('thread of 30 read, CPU of the app', 'at most 0.8 ms', cpuMs <= 0.8, measured))
}

async function measureStorm(bench: Bench) {
  const storms = []
  for (let round = 0; round < rounds; round++) storms.push(await pageInLoginStorm(bench))
  const { idle, storm } = storms.toSorted((a, b) => b.storm / b.idle - a.storm / a.idle)[0]!
  const ratio = storm / idle
  Object.assign(values, { 'page p50 idle ms': idle, 'page p50 storm ms': storm, 'page p50 storm/idle': ratio })
  const measured = `${ratio.toFixed(2)} (${idle.toFixed(2)} → ${storm.toFixed(2)} ms)`
  single.push(line('page p50 in a login storm / idle', 'at most 2', ratio <= 2, measured))
}

async function measureByClock(bench: Bench) {
  for (const [name, address] of Object.entries(publicAnswers)) {
    const asked: Outcome[] = []
    for (let round = 0; round < rounds; round++) asked.push(await byClock(bench, address))
    const p99 = Math.max(...asked.map((each) => each.p99))
    const refused = asked.reduce((sum, each) => sum + each.refused, 0)
    values[`${name} by the clock p99 ms`] = p99
    const measured = `${p99.toFixed(1)} ms (p50 ${median(asked.map((each) => each.p50)).toFixed(1)} ms, refused ${refused})`
    single.push(line(`${name}, 1,000/s by the clock, p99`, 'at most 10 ms', p99 <= 10 && refused === 0, measured))
  }
}

function report() {
  if (paired.length > 0) printPaired()
  console.table(single.map(({ isReached, ...shown }) => ({ ...shown, verdict: isReached ? 'reached' : 'missed' })))
  const machine = {
    at: new Date().toISOString(),
    cpus: `${cpus().length} × ${cpus()[0]!.model}`,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore,
    loadAfter: loadavg(),
  }
  console.info(
    `${machine.cpus}, load average ${loadBefore[0]!.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`,
  )
  mkdirSync(path.dirname(results), { recursive: true })
  writeFileSync(results, JSON.stringify({ machine, rounds, seconds, paired, values, single }, null, 2))
  console.info(`All of it is in ${path.relative(process.cwd(), results)}`)
}

function printPaired() {
  console.table(
    Object.fromEntries(
      paired.map(({ measure: { name, target }, rounds }) => {
        const ours = medians(rounds.map((round) => round.ours))
        const bare = medians(rounds.map((round) => round.bare))
        const ratio = ratioOf(rounds)
        return [
          name,
          {
            'bare/s': Math.round(bare.perSecond),
            'ours/s': Math.round(ours.perSecond),
            'least ratio': ratio.toFixed(2),
            target: `≥ ${target}`,
            verdict: ratio >= target ? 'reached' : 'missed',
            'p50 ms': ours.p50.toFixed(2),
            'p99 ms': ours.p99.toFixed(1),
            'bare p99': bare.p99.toFixed(1),
            'CPU ms': ours.cpuMs.toFixed(3),
            'bare CPU': bare.cpuMs.toFixed(3),
            'DB ms': ours.databaseMs.toFixed(3),
            'bare DB': bare.databaseMs.toFixed(3),
            bytes: ours.bytes,
            refused: ours.refused,
          },
        ]
      }),
    ),
  )
}

function medians(list: Figures[]): Figures {
  const names = Object.keys(list[0]!) as (keyof Figures)[]
  return Object.fromEntries(names.map((name) => [name, median(list.map((each) => each[name]))])) as Figures
}

/** Of each figure the worst. */
function worst(list: Figures[]): Figures {
  const names = Object.keys(list[0]!) as (keyof Figures)[]
  const least = (name: keyof Figures) => (name === 'perSecond' ? Math.min : Math.max)
  return Object.fromEntries(names.map((name) => [name, least(name)(...list.map((each) => each[name]))])) as Figures
}

function line(measure: string, target: string, isReached: boolean, measured: string): Line {
  return { measure, target, measured, isReached }
}
