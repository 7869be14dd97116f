import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startFreshApp } from '#tests/support/fresh-app.ts'
import { openBooks } from '../books.ts'
import { collectGarbage } from '../heap.ts'
import { onInterrupt } from '../on-interrupt.ts'
import { report } from '../report.ts'
import { prepareAttacks } from './attacks.ts'
import { crowdIn } from './connections.ts'
import { aSteppedOwner, honestPeople } from './honest.ts'
import { known, openPlace } from './place.ts'

/**
 * `npm run drill:siege`: ten networks (127.0.1.1 to 127.0.10.1) ask for more than an hour's limits allow within ten minutes,
 * 100 requests a second, with the limits of production, and keep more connections than there may be. Meanwhile honest people
 * come, also from one of these networks. `--short` takes ten seconds and 30 requests a second and, since other tests run
 * beside it, allows more delay.
 */
const isShort = process.argv.includes('--short')
const seconds = isShort ? 10 : 600
const perSecond = isShort ? 30 : 100
const rounds = isShort ? 1 : 8
const connections = isShort ? 30 : 350
const limits = { delay: isShort ? 400 : 50, memory: isShort ? 150 : 30 }

const metricsPort = await freePort()
const starting = startFreshApp({ RATE_LIMITS: 'on', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'fatal' })
onInterrupt(async () => (await starting).stop())
const app = await starting
// Attackers and visitors bring processors of their own: here the app comes first.
setPriority(10)
const books = openBooks(app.dataDir)
const networks = Array.from({ length: 10 }, (_, i) => `127.0.${i + 1}.1`)
const answered: Record<string, Record<number, number>> = {}

try {
  const place = await openPlace(app.url, books)
  const owners = [await aSteppedOwner(place), await aSteppedOwner(place)]
  const victims = [known.owner, known.admin.email, known.forgetful, ...owners.map(({ email }) => email)]
  const attacks = Object.entries(await prepareAttacks(place, { networks, victims, isShort }))
  const besiege = async (duration: number) => {
    const end = crowdIn(app.url, networks, connections)
    const began = Date.now()
    const waiting = new Set<Promise<void>>()
    for (let sent = 0; sent < perSecond * duration; await sleep(5))
      for (; sent < Math.min(perSecond * duration, ((Date.now() - began) / 1_000) * perSecond); sent++) {
        const [kind, send] = attacks[sent % attacks.length]!
        const network = networks[Math.floor(sent / attacks.length) % networks.length]!
        const asking = send(place.visit(network), network).then(({ status }) => {
          answered[kind] ??= {}
          answered[kind][status] = (answered[kind][status] ?? 0) + 1
          waiting.delete(asking)
        })
        waiting.add(asking)
      }
    await Promise.all(waiting)
    end()
  }

  const people = honestPeople(place, owners, networks[0]!)
  await people.receive(0)
  // What a server needs that has work at all, and its compiled code, are no traces of the siege.
  await besiege(isShort ? 2 : 60)
  for (const kind in answered) delete answered[kind]
  const before = await heldMemory()
  await readMetrics()

  const siege = besiege(seconds)
  for (let round = 1; round <= rounds; round++) {
    await sleep(((seconds * 1_000) / (rounds + 1)) * 0.8)
    await people.receive(round)
  }
  await siege
  const delay = Math.round((await readMetrics()) * 1_000)
  const findings = await people.findings(rounds + 1)
  await sleep(isShort ? 1_000 : 60_000)
  const grown = (await heldMemory()) - before

  console.table(answered)
  const sent = Object.values(answered).flatMap((statuses) => Object.entries(statuses))
  const countOf = (list: typeof sent) => list.reduce((sum, [, count]) => sum + count, 0)
  // 599: a connection of theirs that had to make room.
  const failed = countOf(sent.filter(([status]) => Number(status) >= 500 && status !== '503' && status !== '599'))
  const total = countOf(sent)
  report('Siege', [
    {
      promise: `${perSecond} requests a second`,
      measured: `${total} in ${seconds} s`,
      kept: total > 0.95 * perSecond * seconds,
    },
    { promise: 'nothing fails', measured: `${failed} answers of 500 and more, but for 503`, kept: failed === 0 },
    ...findings,
    { promise: `event-loop delay p99 <= ${limits.delay} ms`, measured: `${delay} ms`, kept: delay <= limits.delay },
    { promise: `memory back within ${limits.memory} MB`, measured: `${grown} MB more`, kept: grown <= limits.memory },
  ])
} finally {
  await books.close()
  await app.stop()
}

/** The p99 of the event loop's delay since it was read last, in seconds. */
async function readMetrics(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_delay_p99 (\S+)$/m.exec(text)![1])
}

/** What the app's process holds once its garbage is collected, in MB. */
async function heldMemory(): Promise<number> {
  await collectGarbage(app.pid)
  await sleep(1_000)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}
