import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { type Bench, bookingWarmUp, type Figures, type Round, tellPlayers, under } from './measures.ts'
import { makePlaces, makePlayers } from './people.ts'
import { cpuOf } from './processes.ts'

/**
 * What a booking costs in the two requests that somebody waits for, by an app that leaves its jobs undone; what the bare
 * server's booking costs meanwhile, since that tells how fast the machine is just now; and what each of the mails costs
 * that another app then writes and sends, in milliseconds of processor time.
 */
export async function partsOfBooking(
  { stage, seconds, warmUp }: Pick<Bench, 'stage' | 'seconds' | 'warmUp'>,
  rounds: number,
): Promise<{ requests: Round[]; mail: Pick<Figures, 'cpuMs' | 'databaseMs'> }> {
  const app = await stage.startApp({ WORK: 'off' })
  const bare = await stage.startBare(app.url)
  const tokens = await makePlayers(stage.books, 200)
  await tellPlayers(bare.url, tokens)
  const requests: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const places = await makePlaces(stage.books, 4_000 * (seconds + warmUp) + 2_000)
    const load = { places, tokens, clients: 16, warmUpCount: bookingWarmUp }
    requests.push({
      bare: await under({ stage, seconds, warmUp }, bare, { ...load, kind: 'bare-book', url: bare.url }),
      ours: await under({ stage, seconds, warmUp }, app, { ...load, kind: 'book', url: app.url }),
    })
  }
  await bare.stop()
  await app.stop()

  const { db } = stage.books
  const left = async () => {
    const open = sql`select 1 from pgboss.job where name in ('bookings.tell-booked', 'notifications.send') and state < 'completed'`
    return (await db.execute(open)).rows.length
  }
  const sender = await stage.startApp()
  const before = [cpuOf(sender.pid), stage.databaseCpu(), await db.$count(deliveries)] as const
  while ((await left()) > 0) await sleep(200)
  const mails = (await db.$count(deliveries)) - before[2]
  const mail = {
    cpuMs: (cpuOf(sender.pid) - before[0]) / mails,
    databaseMs: (stage.databaseCpu() - before[1]) / mails,
  }
  await sender.stop()
  return { requests, mail }
}
