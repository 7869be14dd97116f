import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash, type Options, verify } from '@node-rs/argon2'
import { basic } from '#tests/support/prices.ts'
import { type Answer, bytesOf, connectTo, type Line, type Request } from './connection.ts'
import { endWithParent, start } from './processes.ts'

export type Place = { coachId: string; date: string; time: string }

/**
 * What so many clients do, each one thing after the other, for `seconds` after a warm-up: of `warmUp` seconds and, as
 * code runs slowly before it was compiled, until `warmUpCount` things are done, but for 20 s at most.
 */
export type Load = {
  clients: number
  seconds: number
  warmUp: number
  warmUpCount?: number
} & ( // Each client asks the same thing again and again: the first client the first of them, the next the next.
  | { kind: 'same'; url: string; requests: readonly Request[]; perSecond?: number }
  // Clients of several servers: the first asks the first, the next the next.
  | { kind: 'book' | 'bare-book' | 'bare-talks'; url: string | string[]; places: Place[]; tokens: string[] }
  | ({ kind: 'argon2' } & Pick<Options, 'memoryCost' | 'timeCost'>)
)

/** Requests that come when it is time for them, whatever became of those before: so many a second. */
export type LoadByClock = {
  kind: 'by-clock'
  url: string
  request: Request
  perSecond: number
  seconds: number
  warmUp: number
}

/** `done` counts what succeeded (a booking is one), `refused` the rest; times in milliseconds are of single requests. */
export type Outcome = { done: number; refused: number; seconds: number; p50: number; p99: number; bytes: number }

/**
 * Puts the load on from a process of its own (its id is `generator`). `read` is called when the warm-up is over and when
 * the time is: `used` is by how much its numbers grew.
 */
export async function putOn(
  load: Load | LoadByClock,
  read: (generator: number) => number[] = () => [],
): Promise<Outcome & { used: number[] }> {
  const generator = await start<'here'>('load.ts')
  const exited = once(generator.child, 'exit').then(() => {
    throw new Error('the load generator ended early')
  })
  const said = () => Promise.race([once(generator.child, 'message'), exited])
  exited.catch(() => {})
  generator.child.send(load)
  await said()
  const before = read(generator.pid)
  const [outcome] = (await said()) as [Outcome]
  const used = read(generator.pid).map((after, i) => after - before[i]!)
  await generator.stop()
  return { ...outcome, used }
}

/** One thing a client does: how it went, and what its requests took. */
type Step = () => Promise<{ ok: boolean; answers: Pick<Answer, 'took'>[]; bytes: number }>

function stepOf(load: Load, client: number): Step {
  if (load.kind === 'argon2') return hashing(load)
  const urls = [load.url].flat()
  const line = connectTo(urls[client % urls.length]!)
  if (load.kind === 'same') {
    const bytes = bytesOf(load.requests[client % load.requests.length]!)
    return async () => {
      const answer = await line.ask(bytes)
      return { ok: answer.status === 200, answers: [answer], bytes: answer.body.length }
    }
  }
  const post = (path: string, body: object, token: string) => line.ask(bytesOf({ method: 'POST', path, body, token }))
  const { places, tokens } = load
  return async () => {
    const place = places.pop()
    if (!place) throw new Error('no more hours to book: make more')
    const token = tokens[places.length % tokens.length]!
    if (load.kind === 'bare-book') {
      const booked = await post('/book', place, token)
      return { ok: booked.status === 200, answers: [booked], bytes: 0 }
    }
    const [hold, settle] =
      load.kind === 'book' ? ['/api/create-payment-intent', '/api/booking-confirmation'] : ['/hold', '/settle']
    const intent = await post(hold, load.kind === 'book' ? intentFor(place) : place, token)
    if (intent.status !== 200) return { ok: false, answers: [intent], bytes: 0 }
    const { paymentIntentId } = JSON.parse(String(intent.body)) as { paymentIntentId: string }
    const booked = await post(settle, { paymentIntentId }, token)
    return { ok: booked.status === 200, answers: [intent, booked], bytes: 0 }
  }
}

/** What the browser sends to hold an hour. */
export function intentFor({ coachId, date, time }: Place) {
  const metadata = { serviceId: '1on1-basic', coachId, game: 'both', selectedDate: date, selectedTime: time }
  return { amount: basic.decimal, metadata }
}

/** The work of a sign-in alone. */
function hashing({ memoryCost, timeCost }: Options): Step {
  const stored = hash('levelup-demo', { memoryCost, timeCost, parallelism: 1 })
  return async () => {
    const began = performance.now()
    const ok = await verify(await stored, 'levelup-demo')
    return { ok, answers: [{ took: performance.now() - began }], bytes: 0 }
  }
}

async function run(load: Load): Promise<Outcome> {
  let begun = 0
  let isCounted = false
  let isOver = false
  const counts = { done: 0, refused: 0, bytes: 0 }
  const took: number[] = []

  async function keepGoing(client: number): Promise<void> {
    const step = stepOf(load, client)
    while (!isOver) {
      const { ok, answers, bytes } = await step()
      begun += 1
      if (load.kind === 'same' && load.perSecond) await sleep((load.clients / load.perSecond) * 1_000)
      if (!isCounted) continue
      counts.bytes = bytes
      counts[ok ? 'done' : 'refused'] += 1
      for (const answer of answers) took.push(answer.took)
    }
  }
  const clients = Promise.all(Array.from({ length: load.clients }, (_, client) => keepGoing(client)))
  // A client that cannot go on ends the run with its error.
  const pass = (seconds: number) => Promise.race([sleep(seconds * 1_000), clients])
  await pass(load.warmUp)
  for (let waited = load.warmUp; begun < (load.warmUpCount ?? 0) && waited < 20; waited += 0.1) await pass(0.1)
  isCounted = true
  const began = performance.now()
  process.send!('warm')
  await pass(load.seconds)
  isCounted = false
  isOver = true
  const seconds = (performance.now() - began) / 1_000
  return { ...counts, seconds, ...percentiles(took) }
}

/**
 * A request's time counts from when it was due, so that a pause of the server counts for all who came meanwhile. One
 * that finds no idle connection opens another.
 */
async function runByClock({ url, request, perSecond, seconds, warmUp }: LoadByClock): Promise<Outcome> {
  const bytes = bytesOf(request)
  const idle: Line[] = []
  const counts = { done: 0, refused: 0, bytes: 0 }
  const took: number[] = []
  async function ask(due: number, isCounted: boolean): Promise<void> {
    const line = idle.pop() ?? connectTo(url)
    const { status, body } = await line.ask(bytes)
    idle.push(line)
    if (!isCounted) return
    counts.bytes = body.length
    counts[status === 200 ? 'done' : 'refused'] += 1
    took.push(performance.now() - due)
  }
  const asked: Promise<void>[] = []
  const began = performance.now()
  for (let i = 0; i < (warmUp + seconds) * perSecond; i++) {
    const due = began + (i / perSecond) * 1_000
    while (performance.now() < due) await sleep(1)
    if (i === warmUp * perSecond) process.send!('warm')
    asked.push(ask(due, i >= warmUp * perSecond))
  }
  await Promise.all(asked)
  return { ...counts, seconds, ...percentiles(took) }
}

function percentiles(took: number[]): { p50: number; p99: number } {
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

if (import.meta.main) {
  endWithParent()
  process.send!('here')
  const [load] = (await once(process, 'message')) as [Load | LoadByClock]
  process.send!(await (load.kind === 'by-clock' ? runByClock(load) : run(load)))
}
