import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freePort, isReady } from '#src/testing/fresh-app.ts'
import { payByCard } from '#src/testing/pay.ts'
import { ask, freeDays, type Hour, type Intent, order, printSeed, randomFrom } from './ask.ts'
import { countDoubled, findUnsettled, openBooks, readLedger } from './books.ts'
import { report } from './report.ts'

/**
 * `npm run drill:kill`: 16 clients book while the app, its database or both get SIGKILL at random moments; the drill only
 * starts the app again, as an operator would. With `--short` 50 bookings and 3 kills.
 */
const isShort = process.argv.includes('--short')
const [wantedBookings, wantedKills, clients] = isShort ? [50, 3, 8] : [1_000, 50, 16]
/** The whole run ends by itself: the time to book, then the calm. */
const deadline = Date.now() + (isShort ? 25_000 : 8 * 60_000)
const calmMs = isShort ? 30_000 : 120_000
const random = randomFrom(printSeed())

const dataDir = mkdtempSync(path.join(tmpdir(), 'level-up-kill-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
let app = await start()
const books = openBooks(dataDir)
type Place = { coachId: string; hour: Hour }
const acknowledged: string[] = []
const kills = { app: 0, database: 0, both: 0 }
let killed = 0
/** How often the app ended although nobody killed it. */
let crashes = 0
try {
  const places = await makePlaces()
  const isOver = () => (acknowledged.length >= wantedBookings && killed >= wantedKills) || Date.now() > deadline
  const booking = Array.from({ length: clients }, () => keepBooking(places, isOver))
  await keepKilling(isOver)
  await Promise.all(booking)
  await judge()
} finally {
  await books.close()
  if (isAlive()) {
    app.kill('SIGTERM')
    await once(app, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
}

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    // No settings of the caller's: nothing here may reach a real database or card.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error('The app did not start; see its messages above.')
    await sleep(50)
  }
  return child
}

function isAlive(): boolean {
  return app.exitCode === null && app.signalCode === null
}

/** Hours of coaches made for the drill, in random order, twice each: some clients meet at the same one. */
async function makePlaces(): Promise<Place[]> {
  const places: Place[] = []
  while (places.length < wantedBookings * 2.5) {
    const { id: coachId } = await aCoach(books)
    for (const hour of (await freeDays(url, coachId)).flat()) places.push({ coachId, hour }, { coachId, hour })
  }
  return places
    .map((place) => ({ place, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ place }) => place)
}

/** One client books hour after hour, each as a new player, and notes what the server acknowledged. */
async function keepBooking(places: Place[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const place = places.pop()
    if (!place) return
    try {
      await bookOnce(place)
    } catch {
      // The database or the app died under us: on to the next hour once they may be back.
      await sleep(200)
    }
  }
}

async function bookOnce(place: Place): Promise<void> {
  const { token } = await aUser(books)
  const ordered = await order(url, token, { ...place, serviceId: '1on1-basic', dollars: 29 })
  if (ordered.status === 409) return
  if (ordered.status !== 200) throw new Error(`ordering: ${ordered.status}`)
  await payByCard(url, ordered.body)
  await confirm(ordered.body, token)
}

/** Asks for the booking as the success page does, a few times; then the player closes the page. */
async function confirm(intent: Intent, token: string): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    const { status, body } = await ask<{ booking: { id: string } }>(
      'POST',
      `${url}/api/booking-confirmation`,
      intent,
      token,
    )
    if (status === 200) acknowledged.push(body.booking.id)
    if (status < 500) return
    await sleep(500)
  }
}

async function keepKilling(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(200 + random() * (isShort ? 2_000 : 4_000))
    if (!isAlive()) {
      crashes += 1
      app = await start()
    }
    if (killed >= wantedKills) continue
    const victim = (['app', 'database', 'both'] as const)[killed % 3]!
    if (victim !== 'app' && !killDatabase()) continue
    kills[victim] += 1
    killed += 1
    if (victim === 'database') continue
    if (isAlive()) {
      app.kill('SIGKILL')
      await once(app, 'exit')
    }
    app = await start()
  }
}

/** False when the database is not up again since the last time. */
function killDatabase(): boolean {
  try {
    process.kill(
      Number(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
    return true
  } catch {
    return false
  }
}

async function judge(): Promise<void> {
  const calmSince = Date.now()
  let unsettled = await unsettledNow()
  while (unsettled > 0 && Date.now() - calmSince < calmMs) {
    await sleep(500)
    unsettled = await unsettledNow()
  }
  const settledAfter = ((Date.now() - calmSince) / 1_000).toFixed(1)
  const { rows } = await books.db.execute<{ id: string }>(sql`select id from bookings where status = 'confirmed'`)
  const kept = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !kept.has(id)).length
  const doubled = await countDoubled(books)
  const paid = readLedger(dataDir, 'payment_intent').filter(({ status }) => status === 'succeeded').length
  report('Kill', [
    {
      promise: `at least ${wantedBookings} bookings acknowledged`,
      measured: acknowledged.length,
      kept: acknowledged.length >= wantedBookings,
    },
    {
      promise: `${wantedKills} times SIGKILL`,
      measured: `${kills.app} app, ${kills.database} database, ${kills.both} both`,
      kept: killed >= wantedKills,
    },
    { promise: 'the app outlives its database', measured: `${crashes} crashes`, kept: crashes === 0 },
    { promise: 'no acknowledged booking lost', measured: `${lost} lost`, kept: lost === 0 },
    { promise: 'no hour sold twice', measured: `${doubled} doubled`, kept: doubled === 0 },
    {
      promise: `each paid intent one booking or one full refund < ${calmMs / 1_000} s after`,
      measured: `${paid} paid, ${unsettled} not settled, ${settledAfter} s`,
      kept: paid >= acknowledged.length && unsettled === 0,
    },
  ])
}

/** How many paid intents are not where they belong; while the database comes back nobody can tell. */
async function unsettledNow(): Promise<number> {
  try {
    return (await findUnsettled(books, dataDir)).length
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
