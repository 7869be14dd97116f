import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import type { Answer } from './connection.ts'
import { closeSite, openSite, type Site } from './growth-site.ts'
import { median } from './measures.ts'

/**
 * `npm run bench:growth -- --small=FOLDER --big=FOLDER`: how long every GET and the main writes take in a business of 1,000
 * bookings and in a big one, in short turns, one question at a time; three times over, since of 400 answers the four
 * slowest decide, and those are often the machine's. For the same reason a quick GET is asked for as long as a slow one:
 * four of 400 answers in 0.1 ms would be what the machine did in these 40 ms. Figures are the medians of the three. Make the
 * folders first, each once: `DATA_DIR=FOLDER npm run bench:grow -- --scale=0.001` and without a scale. `--only=word,word` for
 * calls with one of these words, `--quick` for fewer.
 */
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
const [passes, rounds, times] = process.argv.includes('--quick') ? [1, 2, 20] : [3, 10, 40]
const warmUp = 20
/** How long a turn of a GET lasts at least, in milliseconds. What writes is asked no oftener than said: it fills the database. */
const turn = 60
/** A slow call is asked no more after this time, in milliseconds, but that often. */
const patience = 10_000
const fewest = 10
const target = 2
const results = path.join(import.meta.dirname, '../../.cache/growth.json')

const [small, big] = [option('small'), option('big')]
if (!small || !big) throw new Error('Say where the two databases are: --small=FOLDER --big=FOLDER')

/** Milliseconds and bytes of the small and the big one. */
const figures = ['p50', 'p50 big', 'p99', 'p99 big', 'p99 ratio', 'asked', 'bytes', 'bytes big'] as const
type Line = Record<(typeof figures)[number], number>
/** Of each call a line a pass. */
const lines: Record<string, Line[]> = {}
const failed: Record<string, string> = {}
const loadBefore = loadavg()[0]!
const sites: Site[] = []
try {
  for (const folder of [small, big]) sites.push(await openSite(folder, passes * (rounds * times + warmUp)))
  const only = option('only')?.split(',') ?? ['']
  for (let pass = 0; pass < passes; pass++)
    for (const name of sites[0]!.calls.keys()) if (only.some((word) => name.includes(word))) await measure(name)
} finally {
  for (const site of sites) await closeSite(site)
}
report()

async function measure(name: string): Promise<void> {
  const measured = sites.map(({ calls }) => ({ ask: calls.get(name)!, took: [] as number[], bytes: 0 }))
  const began = performance.now()
  const isSlow = () => performance.now() - began > patience
  try {
    for (const { ask } of measured) for (let time = 0; time < warmUp && !isSlow(); time++) await askWell(ask)
    for (let round = 0; round < rounds; round++) for (const site of measured) await takeTurn(site)
  } catch (error) {
    failed[name] = (error as Error).message
    return
  }
  const [few, many] = measured.map(({ took, bytes }) => ({ took: took.sort((a, b) => a - b), bytes }))
  const [p99, p99Big] = [at(few!.took, 0.99), at(many!.took, 0.99)]
  lines[name] = [
    ...(lines[name] ?? []),
    {
      p50: at(few!.took, 0.5),
      'p50 big': at(many!.took, 0.5),
      p99,
      'p99 big': p99Big,
      'p99 ratio': p99Big / p99,
      asked: many!.took.length,
      bytes: few!.bytes,
      'bytes big': many!.bytes,
    },
  ]

  async function takeTurn(site: (typeof measured)[number]): Promise<void> {
    const turnEnds = performance.now() + (name.startsWith('GET') ? turn : 0)
    for (let time = 0; time < times || performance.now() < turnEnds; time++) {
      if (isSlow() && site.took.length >= fewest) return
      const { took, body } = await askWell(site.ask)
      site.took.push(took)
      site.bytes = body.length
    }
  }
}

function medianOf(passed: Line[]): Line {
  return Object.fromEntries(figures.map((figure) => [figure, median(passed.map((line) => line[figure]))])) as Line
}

/** How many times the usual answer takes longer with the big database. */
function growth(line: Line): number {
  return line['p50 big'] / line.p50
}

async function askWell(ask: () => Promise<Answer>): Promise<Answer> {
  const asked = await ask()
  if (asked.status !== 200) throw new Error(`answered ${asked.status}: ${String(asked.body).slice(0, 100)}`)
  return asked
}

function report() {
  const sorted = Object.entries(lines)
    .map(([name, passed]) => [name, medianOf(passed)] as const)
    .sort(([, a], [, b]) => growth(b) - growth(a))
  const shown = (line: Line) => ({
    'p50 ms': line.p50.toFixed(1),
    'p50 big': line['p50 big'].toFixed(1),
    'p50 ratio': growth(line).toFixed(2),
    'p99 ms': line.p99.toFixed(1),
    'p99 big': line['p99 big'].toFixed(1),
    'p99 ratio': line['p99 ratio'].toFixed(2),
    bytes: line.bytes,
    'bytes big': line['bytes big'],
    asked: line.asked,
    verdict: growth(line) <= target ? 'reached' : 'missed',
  })
  console.table(Object.fromEntries(sorted.map(([name, line]) => [name, shown(line)])))
  for (const [name, why] of Object.entries(failed)) console.error(`${name} could not be measured: ${why}`)
  const missed = sorted.filter(([, line]) => growth(line) > target).length
  console.info(
    `${sorted.length} calls, ${missed} above ${target}; load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`,
  )
  mkdirSync(path.dirname(results), { recursive: true })
  writeFileSync(results, JSON.stringify({ at: new Date().toISOString(), rounds, times, lines, failed }, null, 2))
  process.exitCode = Object.keys(failed).length === 0 ? 0 : 1
}

function at(sorted: number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)]!
}
