import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bookings } from '#src/features/bookings/server/table.ts'
import { deliveries } from '#src/features/notifications/server/table.ts'
import { bytesOf, connectTo } from './connection.ts'
import { intentFor } from './load.ts'
import { type Bench, bookingWarmUp, type Figures, type Round, tellPlayers, under } from './measures.ts'
import { makePlaces, makePlayers, tellTeam } from './people.ts'
import { cpuOf } from './processes.ts'
import type { Server, Stage } from './stage.ts'

/** What one booking asks of the database in its two requests: statements, and how often somebody waits for answers. */
export type Asked = Record<'holding' | 'settling', { statements: number; trips: number }>
type Mail = Pick<Figures, 'cpuMs' | 'databaseMs'> & { perBooking: number }

/**
 * What a booking costs in the two requests that somebody waits for, by an app that leaves its jobs undone; what the bare
 * server's booking costs meanwhile, since that tells how fast the machine is just now; and what each of the mails costs
 * that another app then writes and sends, in milliseconds of processor time.
 */
export async function partsOfBooking(
  { stage, seconds, warmUp }: Pick<Bench, 'stage' | 'seconds' | 'warmUp'>,
  rounds: number,
  isTeamTold: boolean,
): Promise<{ requests: Round[]; asked: Asked; mail: Mail }> {
  await tellTeam(stage.books, isTeamTold)
  const app = await stage.startApp({ WORK: 'off' })
  const bare = await stage.startBare(app.url)
  const tokens = await makePlayers(stage.books, 200)
  await tellPlayers(bare.url, tokens)
  const { db } = stage.books
  const counts = async () => [await db.$count(bookings), await db.$count(deliveries)] as const
  const [bookingsBefore, mailsBefore] = await counts()
  const requests: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const places = await makePlaces(stage.books, 4_000 * (seconds + warmUp) + 2_000)
    const load = { places, tokens, clients: 16, warmUpCount: bookingWarmUp }
    requests.push({
      bare: await under({ stage, seconds, warmUp }, bare, { ...load, kind: 'bare-book', url: bare.url }),
      ours: await under({ stage, seconds, warmUp }, app, { ...load, kind: 'book', url: app.url }),
    })
  }
  const asked = await askedByOne(stage, app, tokens[0]!)
  await bare.stop()
  await app.stop()

  const left = async () => {
    const open = sql`select 1 from pgboss.job where name in ('bookings.tell-booked', 'notifications.send') and state < 'completed'`
    return (await db.execute(open)).rows.length
  }
  const sender = await stage.startApp()
  const before = [cpuOf(sender.pid), stage.databaseCpu()] as const
  while ((await left()) > 0) await sleep(200)
  const [booked, mails] = await counts().then(([now, sent]) => [now - bookingsBefore, sent - mailsBefore] as const)
  const mail = {
    cpuMs: (cpuOf(sender.pid) - before[0]) / mails,
    databaseMs: (stage.databaseCpu() - before[1]) / mails,
    perBooking: mails / booked,
  }
  await sender.stop()
  return { requests, asked, mail }
}

async function askedByOne(stage: Stage, { url, child }: Server, token: string): Promise<Asked> {
  const [place] = await makePlaces(stage.books, 1)
  const line = connectTo(url)
  async function count(path: string, body: object) {
    child.send('count')
    const answer = await line.ask(bytesOf({ method: 'POST', path, body, token }))
    child.send('counted')
    const [counted] = (await once(child, 'message')) as [Asked['holding']]
    return { counted, answer: JSON.parse(String(answer.body)) as { paymentIntentId: string } }
  }
  const hold = await count('/api/create-payment-intent', intentFor(place!))
  const settle = await count('/api/booking-confirmation', { paymentIntentId: hold.answer.paymentIntentId })
  line.close()
  return { holding: hold.counted, settling: settle.counted }
}
