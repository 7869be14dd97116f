import { putOn } from './load.ts'
import type { Bench } from './measures.ts'
import { makePlaces, makePlayers } from './people.ts'
import { coresOf, cpuOf } from './processes.ts'
import type { Server } from './stage.ts'

/** Bookings by so many processes: how fast, how many cores each part kept busy meanwhile, and processor ms a booking. */
export type Booked = {
  perSecond: number
  p50: number
  p99: number
  cores: Record<'app' | 'database' | 'outside' | 'generator' | 'others' | 'idle', number>
  appMs: number
  databaseMs: number
  refused: number
}

/** As many clients in both cases, enough to keep two processes busy. */
const clients = 32

/**
 * The booking path by one process and by two on the same database, one directly after the other, `rounds` times, every
 * second time in the other order. Both cases begin with fresh processes, each of which has the same to do to get warm.
 */
export async function oneAndTwo(
  { stage, seconds, warmUp }: Pick<Bench, 'stage' | 'seconds' | 'warmUp'>,
  rounds: number,
): Promise<{ one: Booked; two: Booked }[]> {
  const tokens = await makePlayers(stage.books, 200)

  async function book(processes: number): Promise<Booked> {
    const places = await makePlaces(stage.books, 600 * (seconds + warmUp) + 6_000)
    const apps: Server[] = []
    while (apps.length < processes) apps.push(await stage.startApp())
    const url = apps.map((app) => app.url)
    const load = { kind: 'book', url, places, tokens, clients, seconds, warmUp, warmUpCount: 500 * processes } as const
    const outcome = await putOn(load, (generator) => {
      const { busy, idle } = coresOf()
      return [
        cpuOf(...apps.map(({ pid }) => pid)),
        stage.databaseCpu(),
        stage.outsideCpu(),
        cpuOf(generator),
        busy,
        idle,
      ]
    })
    for (const app of apps) await app.stop()
    const { done, used, p50, p99, refused } = outcome
    const [app, database, outside, generator, busy, idle] = used as [number, number, number, number, number, number]
    const others = busy - app - database - outside - generator
    const parts = Object.entries({ app, database, outside, generator, others, idle })
    const cores = Object.fromEntries(parts.map(([name, ms]) => [name, ms / 1_000 / outcome.seconds])) as Booked['cores']
    return {
      perSecond: done / outcome.seconds,
      p50,
      p99,
      refused,
      cores,
      appMs: app / done,
      databaseMs: database / done,
    }
  }

  const taken: { one: Booked; two: Booked }[] = []
  for (let round = 0; round < rounds; round++) {
    const twoBefore = round % 2 === 1 ? await book(2) : null
    const one = await book(1)
    taken.push({ one, two: twoBefore ?? (await book(2)) })
  }
  return taken
}

/** Prints where the cores were with one and with two. Gives the least of the rounds' own ratios, and of each case its middle round. */
export function printOneAndTwo(taken: { one: Booked; two: Booked }[]): { ratio: number; one: Booked; two: Booked } {
  const middle = (list: Booked[]) => list.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(list.length / 2)]!
  const one = middle(taken.map((round) => round.one))
  const two = middle(taken.map((round) => round.two))
  const shown = ({ perSecond, p50, p99, cores, appMs, databaseMs, refused }: Booked) => ({
    'bookings/s': perSecond.toFixed(0),
    'p50 ms': p50.toFixed(0),
    'p99 ms': p99.toFixed(0),
    'app ms': appMs.toFixed(1),
    'DB ms': databaseMs.toFixed(1),
    refused,
    ...Object.fromEntries(Object.entries(cores).map(([name, share]) => [`cores: ${name}`, share.toFixed(2)])),
  })
  console.table({ 'one process': shown(one), 'two processes': shown(two) })
  return { ratio: Math.min(...taken.map((round) => round.two.perSecond / round.one.perSecond)), one, two }
}
