import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { aCoach } from '#src/demo/a-coach.ts'
import { aUser } from '#src/demo/a-user.ts'
import { freePort, startArguments, untilReady } from '#tests/support/fresh-app.ts'
import { payByCard } from '#tests/support/pay.ts'
import { ask, freeDays, type Hour, type Intent, order, printSeed, randomFrom } from './ask.ts'
import { checkConfirmations, countDoubled, findUnsettled, openBooks, readLedger } from './books.ts'
import { onInterrupt } from './on-interrupt.ts'
import { report } from './report.ts'

/**
 * `npm run drill:kill`: 16 clients book while the app, its database or both get SIGKILL at random moments, the app also
 * while it starts; the drill only starts the app again, as an operator would. With `--short` 50 bookings and 3 kills.
 */
const isShort = process.argv.includes('--short')
const [wantedBookings, wantedKills, clients] = isShort ? [50, 3, 8] : [1_000, 50, 16]
/** The whole run ends by itself: the time to book, then the calm. */
const bookingMs = isShort ? 60_000 : 15 * 60_000
const calmMs = isShort ? 60_000 : 120_000
/**
 * A mail may leave twice when a kill falls between the mail server's answer and our note of it. Either is given up after
 * 10 s, so further from a kill no mail leaves twice.
 */
const mailWindowMs = 10_000
const random = randomFrom(printSeed())

type Place = { coachId: string; hour: Hour }
const victims = ['app', 'database', 'both', 'start'] as const
let turn = 0
const kills = { app: 0, database: 0, both: 0, start: 0 }
/** When each happened, in milliseconds since 1970. */
const killedAt: number[] = []
const acknowledged: string[] = []
/** How often the app ended although nobody killed it. */
let crashes = 0
/** Why a client could not book, the last time. */
let lastTrouble: unknown

const root = path.join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(path.join(tmpdir(), 'level-up-kill-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
let isInterrupted = false
onInterrupt(async () => {
  isInterrupted = true
  await cleanUp()
})
let app = launch()
await untilReady(url, app)
const books = openBooks(dataDir)
const began = Date.now()
try {
  const places = await makePlaces()
  const deadline = Date.now() + bookingMs
  const isOver = () =>
    isInterrupted || (acknowledged.length >= wantedBookings && killedAt.length >= wantedKills) || Date.now() > deadline
  const booking = Array.from({ length: clients }, () => keepBooking(places, isOver))
  await keepKilling(isOver)
  await Promise.all(booking)
  if (!isInterrupted) await judge()
} finally {
  await books.close()
  await cleanUp()
}

async function cleanUp(): Promise<void> {
  app.kill('SIGTERM')
  await gone()
  rmSync(dataDir, { recursive: true, force: true })
}

function launch(): ChildProcess {
  return spawn(process.execPath, startArguments(), {
    cwd: root,
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
}

async function gone(): Promise<void> {
  if (isAlive()) await once(app, 'exit')
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
    } catch (error) {
      // The database or the app died under us: this hour again, once they may be back.
      lastTrouble = error
      places.unshift(place)
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

/** Asks for the booking as the success page does, for a quarter of a minute; then the player closes the page. */
async function confirm(intent: Intent, token: string): Promise<void> {
  for (let tries = 0; tries < 30; tries++) {
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

/** Spreads the kills over the bookings, each a random moment after its share of them; at the latest after 6 s. */
async function keepKilling(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const due = Date.now() + 6_000
    const share = (killedAt.length / wantedKills) * wantedBookings
    while (!isOver() && isAlive() && acknowledged.length < share && Date.now() < due) await sleep(50)
    await sleep(random() * 2_000)
    if (isInterrupted) return
    if (!isAlive()) {
      crashes += 1
      await startAgain()
    }
    if (killedAt.length < wantedKills) await killNext()
  }
}

async function killNext(): Promise<void> {
  const victim = victims[turn % victims.length]!
  if ((victim === 'database' || victim === 'both') && !killDatabase()) return
  turn += 1
  kills[victim] += 1
  killedAt.push(Date.now())
  if (victim === 'database') return
  await killApp()
  if (victim === 'start') {
    app = launch()
    await sleep(random() * 2_000)
    killedAt.push(Date.now())
    await killApp()
  }
  await startAgain()
}

async function killApp(): Promise<void> {
  app.kill('SIGKILL')
  await gone()
}

async function startAgain(): Promise<void> {
  if (isInterrupted) return
  app = launch()
  await untilReady(url, app)
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
  let open = await stillOpen()
  while (open.unsettled + open.unsent > 0 && Date.now() - calmSince < calmMs) {
    await sleep(500)
    open = await stillOpen()
  }
  const settledAfter = ((Date.now() - calmSince) / 1_000).toFixed(1)
  const { rows } = await books.db.execute<{ id: string }>(sql`select id from bookings where status = 'confirmed'`)
  const kept = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !kept.has(id)).length
  const doubled = await countDoubled(books)
  const paid = readLedger(dataDir, 'payment_intent').filter(({ status }) => status === 'succeeded').length
  const { doubled: mailsTwice } = await checkConfirmations(books, dataDir)
  const farthest = Math.max(0, ...mailsTwice.map((at) => Math.min(...killedAt.map((kill) => Math.abs(kill - at)))))
  if (acknowledged.length < wantedBookings) console.error('The last that went wrong:', lastTrouble)
  report(`Kill, ${((Date.now() - began) / 60_000).toFixed(1)} minutes`, [
    {
      promise: `at least ${wantedBookings} bookings acknowledged`,
      measured: acknowledged.length,
      kept: acknowledged.length >= wantedBookings,
    },
    {
      promise: `${wantedKills} times SIGKILL`,
      measured: `${kills.app} app, ${kills.database} database, ${kills.both} both, ${kills.start} × 2 app and its next start`,
      kept: killedAt.length >= wantedKills,
    },
    { promise: 'the app outlives its database', measured: `${crashes} crashes`, kept: crashes === 0 },
    { promise: 'no acknowledged booking lost', measured: `${lost} lost`, kept: lost === 0 },
    { promise: 'no hour sold twice', measured: `${doubled} doubled`, kept: doubled === 0 },
    {
      promise: `each paid intent one booking or one full refund < ${calmMs / 1_000} s after`,
      measured: `${paid} paid, ${open.unsettled} not settled, ${settledAfter} s`,
      kept: paid >= acknowledged.length && open.unsettled === 0,
    },
    {
      promise: 'each booking its mail, twice only around a kill',
      measured: `${open.unsent} missing, ${mailsTwice.length} twice, at most ${(farthest / 1_000).toFixed(1)} s from a kill`,
      kept: open.unsent === 0 && farthest < mailWindowMs,
    },
  ])
}

/** Paid intents that are not where they belong, bookings without their mail; while the database comes back nobody can tell. */
async function stillOpen(): Promise<{ unsettled: number; unsent: number }> {
  try {
    const { missing } = await checkConfirmations(books, dataDir)
    return { unsettled: (await findUnsettled(books, dataDir)).length, unsent: missing }
  } catch {
    return { unsettled: Number.POSITIVE_INFINITY, unsent: Number.POSITIVE_INFINITY }
  }
}
