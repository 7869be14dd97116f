import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { type Asked, closeSite, openSite, type Site } from './growth-site.ts'

/**
 * `node bench/growth.ts --small=FOLDER --big=FOLDER`: how long every GET and the main writes take in a business of 1,000
 * bookings and in a big one, in turns, one at a time. Make the folders first, each once:
 * `DATA_DIR=FOLDER node bench/grow.ts --scale=0.001` and without a scale. `--only=word` for calls with that word, `--quick` for fewer.
 */
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1]
const [rounds, times] = process.argv.includes('--quick') ? [1, 30] : [4, 100]
const warmUp = 20
const target = 2
const results = path.join(import.meta.dirname, '../.cache/growth.json')

const [small, big] = [option('small'), option('big')]
if (!small || !big) throw new Error('Say where the two databases are: --small=FOLDER --big=FOLDER')

type Line = { p50: number; 'p50 big': number; p99: number; 'p99 big': number; ratio: number; answer: number }
const lines: Record<string, Line> = {}
const failed: Record<string, string> = {}
const loadBefore = loadavg()[0]!
const sites: Site[] = []
try {
  for (const folder of [small, big]) sites.push(await openSite(folder, rounds * times + warmUp))
  const only = option('only') ?? ''
  for (const name of sites[0]!.calls.keys()) if (name.includes(only)) await measure(name)
} finally {
  for (const site of sites) await closeSite(site)
}
report()

async function measure(name: string): Promise<void> {
  const took = sites.map((): number[] => [])
  const asks = sites.map(({ calls }) => calls.get(name)!)
  let answer = 0
  try {
    for (let round = 0; round < rounds; round++)
      for (const [i, ask] of asks.entries())
        for (let time = round === 0 ? -warmUp : 0; time < times; time++) {
          const { took: milliseconds, bytes } = await askWell(ask)
          if (time >= 0) took[i]!.push(milliseconds)
          answer = bytes
        }
  } catch (error) {
    failed[name] = (error as Error).message
    return
  }
  const [few, many] = took.map((each) => each.sort((a, b) => a - b)) as [number[], number[]]
  const p99s = [at(few, 0.99), at(many, 0.99)] as const
  const ratio = p99s[1] / p99s[0]
  lines[name] = { p50: at(few, 0.5), 'p50 big': at(many, 0.5), p99: p99s[0], 'p99 big': p99s[1], ratio, answer }
}

async function askWell(ask: () => Promise<Asked>): Promise<Asked> {
  const asked = await ask()
  if (asked.status !== 200) throw new Error(`answered ${asked.status}: ${asked.text.slice(0, 100)}`)
  return asked
}

function report() {
  const sorted = Object.entries(lines).sort(([, a], [, b]) => b.ratio - a.ratio)
  const shown = ({ ratio, answer, ...times }: Line) => ({
    ...Object.fromEntries(Object.entries(times).map(([name, time]) => [`${name} ms`, time.toFixed(1)])),
    ratio: ratio.toFixed(2),
    'bytes (big)': answer,
    verdict: ratio <= target ? 'reached' : 'missed',
  })
  console.table(Object.fromEntries(sorted.map(([name, line]) => [name, shown(line)])))
  for (const [name, why] of Object.entries(failed)) console.error(`${name} could not be measured: ${why}`)
  const missed = sorted.filter(([, { ratio }]) => ratio > target).length
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
