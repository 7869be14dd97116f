import { bytesOf, connectTo, type Request } from './connection.ts'
import { type Load, type LoadByClock, type Outcome, putOn } from './load.ts'
import { fillThread, makeLogins, makePlaces, makePlayers, makeRooms, tellTeam } from './people.ts'
import { cpuOf } from './processes.ts'
import type { Server, Stage } from './stage.ts'

/** One server under one load: answers a second, times in ms, and processor time in ms for each. */
export type Figures = {
  perSecond: number
  p50: number
  p99: number
  cpuMs: number
  databaseMs: number
  outsideMs: number
  refused: number
  bytes: number
}
export type Round = { bare: Figures; ours: Figures }
/** A measure taken beside a bare server, and the share of its throughput that we want to reach. */
export type Paired = { name: string; target: number; clients: number; run(): Promise<Round> }

export type Bench = { stage: Stage; app: Server; bare: Server; seconds: number; warmUp: number }

/** The least of the rounds' own ratios: what the machine's other work slowed, it slowed for both. */
export function ratioOf(rounds: Round[]): number {
  return Math.min(...rounds.map(({ ours, bare }) => ours.perSecond / bare.perSecond))
}

/** The middle one, or the mean of the two in the middle. */
export function median(list: number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  return (sorted[Math.floor((list.length - 1) / 2)]! + sorted[Math.floor(list.length / 2)]!) / 2
}

export const threadOf30 = 'thread of 30'

/** How many requests, or bookings, a server answers until its code is compiled. */
const warmUpCount = 3_000
export const bookingWarmUp = 1_500

/** Makes the players known to the bare server, which has people of its own. */
export async function tellPlayers(bareUrl: string, tokens: string[]): Promise<void> {
  const line = connectTo(bareUrl)
  await line.ask(bytesOf({ method: 'POST', path: '/people', body: tokens }))
  line.close()
}

/** The measures with a bare server beside them; each `run` is one round of both, one directly after the other. */
export async function pairedMeasures(bench: Bench): Promise<Paired[]> {
  const { stage, app, bare } = bench
  const tokens = await makePlayers(stage.books, 200)
  await tellPlayers(bare.url, tokens)
  const logins = await makeLogins(stage.books, 8)
  const [room] = await makeRooms(stage.books, 1)
  await fillThread(app.url, room!, 30)
  await tellPlayers(bare.url, room!.tokens)

  const asked = (name: string, path: string): Paired => ({
    name,
    target: 0.55,
    clients: 50,
    async run() {
      const requests: Request[] = [{ method: 'GET', path }]
      return {
        bare: await under(bench, bare, { kind: 'same', url: bare.url, requests, clients: 50, warmUpCount }),
        ours: await under(bench, app, { kind: 'same', url: app.url, requests, clients: 50, warmUpCount }),
      }
    },
  })
  const booking = (name: string, kind: 'bare-book' | 'bare-talks', target: number, isTeamTold = false): Paired => ({
    name,
    target,
    clients: 16,
    async run() {
      await tellTeam(stage.books, isTeamTold)
      // As many as the fastest server could sell.
      const places = await makePlaces(stage.books, 4_000 * (bench.seconds + bench.warmUp) + 2_000)
      const load = { places, tokens, clients: 16, warmUpCount: bookingWarmUp }
      return {
        bare: await under(bench, bare, { ...load, kind, url: bare.url }),
        ours: await under(bench, app, { ...load, kind: 'book', url: app.url }),
      }
    },
  })
  // The app's own setting of argon2id, and the one that is OWASP's first and takes longer.
  const signingIn = (name: string, cost: { memoryCost: number; timeCost: number }): Paired => ({
    name,
    target: 0.55,
    clients: 8,
    async run() {
      return {
        bare: await under(bench, null, { kind: 'argon2', ...cost, clients: 8 }),
        ours: await under(bench, app, { kind: 'same', url: app.url, requests: logins, clients: 8 }),
      }
    },
  })
  // A player who reads a thread again and again.
  const reading = ({ url }: Server, path: string) => {
    const requests: Request[] = [{ method: 'GET', path, token: room!.tokens[0] }]
    return { kind: 'same' as const, url, requests, clients: 16, warmUpCount }
  }
  const thread: Paired = {
    name: threadOf30,
    target: 0.4,
    clients: 16,
    run: async () => ({
      bare: await under(bench, bare, reading(bare, '/thread')),
      ours: await under(bench, app, reading(app, `/api/messages/${room!.bookingId}`)),
    }),
  }
  return [
    ...Object.entries(publicAnswers).map(([name, path]) => asked(name, path)),
    thread,
    signingIn('sign-in', { memoryCost: 7_168, timeCost: 5 }),
    signingIn('sign-in, bare with 19 MiB', { memoryCost: 19_456, timeCost: 2 }),
    // No floor of its own: a sudden fall shows.
    booking('intent + settle', 'bare-book', 0.1),
    booking('intent + settle, bare with both talks', 'bare-talks', 0.2),
    booking('intent + settle, team told, bare with both talks', 'bare-talks', 0.1, true),
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: Omit must look into each member of the union
type Without<T, K extends string> = T extends any ? Omit<T, K> : never

/** Puts a load on a server (null: what the generator does itself) and reads what it cost. */
export async function under(
  { stage, seconds, warmUp }: Pick<Bench, 'stage' | 'seconds' | 'warmUp'>,
  server: Server | null,
  load: Without<Load, 'seconds' | 'warmUp'>,
): Promise<Figures> {
  const outcome = await putOn({ ...load, seconds, warmUp } as Load, (generator) => [
    cpuOf(server?.pid ?? generator),
    stage.databaseCpu(),
    stage.outsideCpu(),
  ])
  const { done, p50, p99, refused, bytes } = outcome
  const [cpuMs, databaseMs, outsideMs] = outcome.used.map((used) => used / Math.max(done, 1)) as [
    number,
    number,
    number,
  ]
  return { perSecond: done / outcome.seconds, p50, p99, cpuMs, databaseMs, outsideMs, refused, bytes }
}

/** What everybody asks for, by the name of its measure. */
export const publicAnswers = {
  'GET /': '/',
  'GET /api/coaches': '/api/coaches',
  'GET featured stories': '/api/success-stories/featured',
}

/** A thousand visitors a second, each when it is their time. */
export async function byClock({ app, seconds }: Bench, path: string): Promise<Outcome> {
  const request: Request = { method: 'GET', path }
  const load: LoadByClock = { kind: 'by-clock', url: app.url, request, perSecond: 1_000, seconds, warmUp: 3 }
  return putOn(load)
}

/** How fast the page comes, asked 100 times a second, while nobody else is there and while eight sign in over and over. */
export async function pageInLoginStorm(bench: Bench): Promise<{ idle: number; storm: number }> {
  const { app, seconds, warmUp } = bench
  const visitors: Without<Load, 'seconds' | 'warmUp'> = {
    kind: 'same',
    url: app.url,
    requests: [{ method: 'GET', path: '/' }],
    clients: 4,
    perSecond: 100,
  }
  const idle = await under(bench, app, visitors)
  const storm = putOn({
    kind: 'same',
    url: app.url,
    requests: await makeLogins(bench.stage.books, 8),
    clients: 8,
    warmUp: 0,
    seconds: seconds + warmUp + 1,
  })
  const inStorm = await under(bench, app, visitors)
  await storm
  return { idle: idle.p50, storm: inStorm.p50 }
}
